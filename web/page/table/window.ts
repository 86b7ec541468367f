// window.ts - which rows a scrolled window shows, of any number of them.
//
// A browser's elements end at about 33 million pixels, which 5,000,000 rows
// pass. So the scroll range is as tall as the rows up to MOST_PIXELS and stands
// for them in proportion beyond; the rows that are shown are put where the
// window is, and within the window a row is always ROW_PIXELS tall.

export const ROW_PIXELS = 28;
export const MOST_PIXELS = 8_000_000;

export interface Window {
    first: number; // row, from 0
    count: number;
    top: number; // where the first one is drawn, in pixels of the range
}

export const rangePixels = (rows: number): number => Math.min(rows * ROW_PIXELS, MOST_PIXELS);

export function windowOf(scrollTop: number, height: number, rows: number): Window {
    const range = rangePixels(rows);
    const visible = Math.ceil(height / ROW_PIXELS) + 1;
    const furthest = Math.max(1, range - height);
    const share = Math.min(1, Math.max(0, scrollTop / furthest));
    const exact = share * Math.max(0, rows - height / ROW_PIXELS);
    const first = Math.min(Math.floor(exact), Math.max(0, rows - visible + 1));
    const count = Math.min(visible, rows - first);

    return { first, count, top: scrollTop - (exact - first) * ROW_PIXELS };
}
