// window.ts - which rows a scrolled window shows, of any number of them.
//
// A browser's elements end at about 33 million pixels, and its figures are too
// coarse for a steady picture before that; 5,000,000 rows are 140 million. So the
// scroll range is as tall as the rows up to MOST_PIXELS and stands for them in
// proportion beyond: a drag of the bar reaches every part. Wheel and keys move by
// little and must move the rows by as much, or most rows could not be seen at all.
// So what moves by little moves the position by the same; and where that has led
// the bar away from its place, it is put back. At both ends the range is not in
// proportion but as tall as its rows, so that the last rows are reached by the wheel.

export const ROW_PIXELS = 28;
export const MOST_PIXELS = 4_000_000;
const END_PIXELS = 100_000; // at each end, as tall as their rows
const LITTLE_PIXELS = 4000; // one pixel of a dragged bar is more, one turn of a wheel less
const ASTRAY_PIXELS = END_PIXELS / 2;

export interface Table {
    rows: number;
    view: number; // pixels of the window that show rows
}

export const rangePixels = (rows: number): number => Math.min(rows * ROW_PIXELS, MOST_PIXELS);

const lastPosition = (t: Table): number => Math.max(0, t.rows * ROW_PIXELS - t.view);
const lastTop = (t: Table): number => Math.max(0, rangePixels(t.rows) - t.view);

const within = (x: number, most: number): number => Math.min(most, Math.max(0, x));

// Where the bar stands for a position: a pixel of all rows, from 0.
export function topOf(position: number, t: Table): number {
    const all = lastPosition(t);
    const range = lastTop(t);
    const at = within(position, all);

    if (all === range || at <= END_PIXELS) return at;
    if (all - at <= END_PIXELS) return range - (all - at);
    return END_PIXELS + ((at - END_PIXELS) * (range - 2 * END_PIXELS)) / (all - 2 * END_PIXELS);
}

export function positionOf(top: number, t: Table): number {
    const all = lastPosition(t);
    const range = lastTop(t);
    const at = within(top, range);

    if (all === range || at <= END_PIXELS) return at;
    if (range - at <= END_PIXELS) return all - (range - at);
    return END_PIXELS + ((at - END_PIXELS) * (all - 2 * END_PIXELS)) / (range - 2 * END_PIXELS);
}

// The position after the bar went from one place to another.
export function moved(position: number, from: number, to: number, t: Table): number {
    const isLittle = Math.abs(to - from) < LITTLE_PIXELS;

    if (!isLittle || to <= 0 || to >= lastTop(t) - 1) return positionOf(to, t);
    return within(position + to - from, lastPosition(t));
}

// Has the bar been led away from where it should stand?
export const isAstray = (top: number, position: number, t: Table): boolean =>
    Math.abs(top - topOf(position, t)) > ASTRAY_PIXELS;

export interface Window {
    first: number; // row, from 0
    count: number;
    hidden: number; // pixels of the first one that are above the window
}

export function windowOf(position: number, t: Table): Window {
    const at = within(position, lastPosition(t));
    const first = Math.floor(at / ROW_PIXELS);

    return {
        first,
        count: Math.min(Math.ceil(t.view / ROW_PIXELS) + 1, t.rows - first),
        hidden: at - first * ROW_PIXELS,
    };
}
