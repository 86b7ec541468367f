// chart_view.tsx - bars and lines, by Chart.js.
import {
    BarController,
    BarElement,
    CategoryScale,
    Chart,
    type ChartDataset,
    Legend,
    LineController,
    LineElement,
    LinearScale,
    type Plugin,
    PointElement,
    Tooltip,
} from "chart.js";
import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Results, Visualization } from "../../shared/answer";
import { cellText, isNumeric } from "../../shared/format";
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

const MOST_POINTS = 500;
const SERIES = ["--series-1", "--series-2", "--series-3", "--series-4"];

interface Shape {
    label: number; // the column of the names
    values: number[]; // the columns of the figures
}

function shapeOf(results: Results): Shape | null {
    const numeric = results.columns.map((_, c) => c).filter((c) => isNumeric(results.column_types[c]));
    const label = results.columns.findIndex((_, c) => !isNumeric(results.column_types[c]));

    if (label < 0 && numeric.length > 1) return { label: 0, values: numeric.slice(1, 1 + SERIES.length) };
    return label < 0 || numeric.length === 0 ? null : { label, values: numeric.slice(0, SERIES.length) };
}

// Can these rows be drawn at all?
export const charted = (results: Results): boolean =>
    results.rows.length > 1 && results.rows.length <= MOST_POINTS && shapeOf(results) !== null;

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

function datasets(results: Results, shape: Shape, canvas: HTMLElement): ChartDataset<"bar" | "line", number[]>[] {
    return shape.values.map((c, i) => ({
        label: results.columns[c] ?? "",
        data: results.rows.map((row) => Number(row[c] ?? NaN)),
        backgroundColor: colour(canvas, SERIES[i] ?? ""),
        borderColor: colour(canvas, SERIES[i] ?? ""),
    }));
}

export function ChartView(props: {
    results: Results;
    kind: Visualization;
    name: string;
    picture: RefObject<() => Promise<Blob | null>>;
}): JSX.Element {
    const { language, dark } = usePage();
    const canvas = useRef<HTMLCanvasElement>(null);
    const { results, kind } = props;

    useEffect(() => {
        const shape = shapeOf(results);
        if (!canvas.current || !shape) return;
        const ink = colour(canvas.current, "--ink");
        const grid = colour(canvas.current, "--rule");
        const flat = kind === "bar" && results.rows.length > 6;
        const chart = new Chart(canvas.current, {
            type: kind === "line" ? "line" : "bar",
            data: {
                labels: results.rows.map((row) =>
                    cellText(row[shape.label] ?? null, results.column_types[shape.label], language),
                ),
                datasets: datasets(results, shape, canvas.current),
            },
            plugins: [ground(colour(canvas.current, "--card"))],
            options: {
                animation: false,
                responsive: true,
                maintainAspectRatio: false,
                locale: language,
                indexAxis: flat ? "y" : "x",
                plugins: { legend: { display: shape.values.length > 1, labels: { color: ink } } },
                scales: {
                    x: { ticks: { color: ink }, grid: { color: grid } },
                    y: { ticks: { color: ink }, grid: { color: grid }, beginAtZero: kind === "bar" },
                },
            },
        });

        const drawn = canvas.current;
        props.picture.current = () => new Promise((done) => drawn.toBlob(done));
        return () => chart.destroy();
    }, [results, kind, language, dark]);

    const height = kind === "bar" && results.rows.length > 6 ? Math.min(28 * results.rows.length + 60, 900) : 260;
    return (
        <div class="chart" style={{ height: `${height}px` }}>
            <canvas ref={canvas} role="img" aria-label={props.name} />
        </div>
    );
}
