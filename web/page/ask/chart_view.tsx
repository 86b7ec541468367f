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
import { isNumeric, nameText } from "../../shared/format";
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
    labels: number[]; // the columns of the names
    values: number[]; // the columns of the figures
}

// The first `groups` columns say of what the others are; a year is no figure there.
function shapeOf(results: Results, groups: number): Shape | null {
    const all = results.columns.map((_, c) => c);
    const numeric = all.filter((c) => isNumeric(results.column_types[c]));
    const text = all.find((c) => !numeric.includes(c)) ?? 0;
    const labels = groups > 0 ? all.slice(0, groups) : [text];
    const values = numeric.filter((c) => !labels.includes(c)).slice(0, SERIES.length);

    return values.length > 0 ? { labels, values } : null;
}

// Can these rows be drawn at all?
export const charted = (results: Results, groups: number): boolean =>
    results.rows.length > 1 && results.rows.length <= MOST_POINTS && shapeOf(results, groups) !== null;

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
    groups: number;
    kind: Visualization;
    name: string;
    picture: RefObject<() => Promise<Blob | null>>;
}): JSX.Element {
    const { language, dark } = usePage();
    const canvas = useRef<HTMLCanvasElement>(null);
    const { results, groups, kind } = props;

    useEffect(() => {
        const shape = shapeOf(results, groups);
        if (!canvas.current || !shape) return;
        const ink = colour(canvas.current, "--ink");
        const grid = colour(canvas.current, "--rule");
        const flat = kind === "bar" && results.rows.length > 6;
        const chart = new Chart(canvas.current, {
            type: kind === "line" ? "line" : "bar",
            data: {
                labels: results.rows.map((row) =>
                    shape.labels.map((c) => nameText(row[c] ?? null, results.column_types[c], language)).join(", "),
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
    }, [results, groups, kind, language, dark]);

    const height = kind === "bar" && results.rows.length > 6 ? Math.min(28 * results.rows.length + 60, 900) : 260;
    return (
        <div class="chart" style={{ height: `${height}px` }}>
            <canvas ref={canvas} role="img" aria-label={props.name} />
        </div>
    );
}
