// format.ts - cells as people of a language write them.
import type { Cell, Results } from "./answer";

export const isNumeric = (type: string | undefined): boolean =>
    type === "integer" || type === "decimal" || type === "float" || type === "double";

// To make one takes longer than to use it a hundred times.
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, least: number, most: number): Intl.NumberFormat {
    const key = `${locale} ${least} ${most}`;
    let format = formats.get(key);

    if (!format) {
        format = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
        formats.set(key, format);
    }
    return format;
}

// A whole number, as how many there are.
export const countText = (n: number, locale: string): string => formatOf(locale, 0, 0).format(n);

export const percentText = (share: number, locale: string): string =>
    new Intl.NumberFormat(locale, { style: "percent" }).format(share);

// A cell as text. Numbers that came as strings are too long for a browser's
// own numbers: they are shown as they are.
export function cellText(cell: Cell, type: string | undefined, locale: string): string {
    if (cell === null) return "";
    if (typeof cell !== "number" || !isNumeric(type)) return String(cell);
    if (type === "integer") return countText(cell, locale);
    return formatOf(locale, type === "decimal" && !Number.isInteger(cell) ? 2 : 0, 6).format(cell);
}

// A whole number that names may be a year or a key, and has no thousands.
export const nameText = (cell: Cell, type: string | undefined, locale: string): string =>
    type === "integer" ? String(cell ?? "") : cellText(cell, type, locale);

// A cell of an answer, whose first `groups` columns say of what the others are.
export function resultText(results: Results, groups: number, row: number, column: number, locale: string): string {
    const text = column < groups ? nameText : cellText;

    return text(results.rows[row]?.[column] ?? null, results.column_types[column], locale);
}

export function csv(columns: string[], rows: Cell[][]): string {
    // A leading = + - @ would be a formula to a spreadsheet.
    const quoted = (cell: Cell): string => {
        let text = cell === null ? "" : String(cell);
        if (typeof cell === "string" && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
        return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };

    return [columns, ...rows].map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
}

// The name of a file for what was asked: letters and digits of any language.
export const fileName = (text: string): string =>
    text.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "quarry";

export function download(name: string, blob: Blob): void {
    const link = document.createElement("a");

    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
