// chart_view.tsx - bars and lines, by Chart.js.
import {
    BarController,
    BarElement,
    CategoryScale,
    Chart,
    Legend,
    LineController,
    LineElement,
    LinearScale,
    type Plugin,
    PointElement,
    Tooltip,
} from "chart.js";
import type { JSX, RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Results } from "../../shared/answer";
import { type ChartData, type ChartOf, chartData } from "../../shared/chart_data";
import { countText } from "../../shared/format";
import { fill } from "../../shared/words";
import { usePage } from "../context";

Chart.register(
    BarController,
    BarElement,
    CategoryScale,
    LineController,
    LineElement,
    LinearScale,
    PointElement,
    Tooltip,
    Legend,
);

const COLOURS = 8; // --series-1 to --series-8
const FLAT_FROM = 7; // bars of more names lie, so that these can be read
const LABEL_CHARACTERS = 28;

// A variable holds a colour for light and one for dark; as the colour of an
// element it is the one that is meant.
function colour(of: HTMLElement, name: string): string {
    of.style.color = `var(${name})`;
    return getComputedStyle(of).color;
}

// A picture that is kept has the ground that its ink was chosen for.
const ground = (fill: string): Plugin => ({
    id: "ground",
    beforeDraw: ({ ctx, width, height }) => {
        ctx.save();
        ctx.fillStyle = fill;
        ctx.fillRect(0, 0, width, height);
        ctx.restore();
    },
});

const short = (text: string): string =>
    text.length > LABEL_CHARACTERS ? `${text.slice(0, LABEL_CHARACTERS - 1)}…` : text;

// Of the scales only those of values begin at zero.
function scalesOf(data: ChartData, isBar: boolean, flat: boolean, ink: string, grid: string) {
    const title = (text: string) => ({ display: text !== "", text, color: ink });
    const names = {
        title: title(data.categoryTitle),
        ticks: {
            color: ink,
            autoSkip: !flat,
            maxRotation: 40,
            callback: (_: unknown, i: number): string => short(data.categories[i] ?? ""),
        },
        grid: { display: false },
    };
    const values = { title: title(data.valueTitle), ticks: { color: ink }, grid: { color: grid }, beginAtZero: isBar };

    return flat ? { x: values, y: names } : { x: names, y: values };
}

export function ChartView(props: {
    results: Results;
    of: ChartOf;
    kind: "bar" | "line";
    name: string;
    picture: RefObject<() => Promise<Blob | null>>;
}): JSX.Element {
    const { language, dark, words: t } = usePage();
    const canvas = useRef<HTMLCanvasElement>(null);
    const { results, of, kind } = props;
    const data = useMemo(
        () => chartData(results, of, kind, { others: t.others, noValue: t.noValue }, language),
        [results, of, kind, language],
    );
    const bars = (data?.categories.length ?? 0) * (data?.series.length ?? 0);
    const flat = kind === "bar" && (data?.categories.length ?? 0) >= FLAT_FROM && bars <= 120;

    useEffect(() => {
        if (!canvas.current || !data) return;
        const drawn = canvas.current;
        const ink = colour(drawn, "--ink");
        const chart = new Chart(drawn, {
            type: kind,
            data: {
                labels: data.categories,
                datasets: data.series.map((s, i) => {
                    const paint = colour(drawn, `--series-${(i % COLOURS) + 1}`);
                    return { label: s.label, data: s.values, backgroundColor: paint, borderColor: paint, spanGaps: true };
                }),
            },
            plugins: [ground(colour(drawn, "--card"))],
            options: {
                animation: false,
                responsive: true,
                maintainAspectRatio: false,
                locale: language,
                indexAxis: flat ? "y" : "x",
                plugins: { legend: { display: data.series.length > 1, labels: { color: ink, boxWidth: 14 } } },
                scales: scalesOf(data, kind === "bar", flat, ink, colour(drawn, "--rule")),
            },
        });

        props.picture.current = () => new Promise((done) => drawn.toBlob(done));
        return () => chart.destroy();
    }, [data, kind, language, dark]);

    const count = (n: number): string => countText(n, language);
    const height = flat ? Math.min((data?.series.length ?? 1) * 12 * (data?.categories.length ?? 0) + 18 * (data?.categories.length ?? 0) + 90, 1100) : 300;
    return (
        <>
            <div class="chart" style={{ height: `${height}px` }}>
                <canvas
                    ref={canvas}
                    role="img"
                    aria-label={props.name}
                    data-series={data?.series.map((s) => s.label).join("\n")}
                    data-categories={data?.categories.join("\n")}
                    data-titles={`${data?.categoryTitle}\n${data?.valueTitle}`}
                />
            </div>
            {data && data.shown < data.total && (
                <p class="quiet">
                    {fill(data.othersAdded ? t.chartOthers : t.chartCut, count(data.shown), count(data.total))}
                </p>
            )}
            {data && data.seriesLeft > 0 && (
                <p class="quiet">{fill(t.chartLargest, count(data.series.length), count(data.series.length + data.seriesLeft))}</p>
            )}
        </>
    );
}
