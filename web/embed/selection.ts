// selection.ts - a text that the reader marks, with "Ask about this" beside it.

const LEAST = 20; // characters, as the server has it
const MOST = 5000;

export function marked(host: Element): { text: string; box: DOMRect } | null {
    const selection = getSelection();

    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    const text = selection.toString().trim();
    if (host.contains(range.commonAncestorContainer) || [...text].length < LEAST) return null;
    return { text: [...text].slice(0, MOST).join(""), box: range.getBoundingClientRect() };
}

// Place a button where a selection ends, and take it away with the selection.
export function follow(host: Element, offer: HTMLButtonElement): void {
    const place = (): void => {
        const found = marked(host);
        offer.hidden = found === null;
        if (!found) return;
        offer.style.left = `${Math.max(8, Math.min(found.box.left, innerWidth - 180)) + scrollX}px`;
        offer.style.top = `${found.box.bottom + 8 + scrollY}px`;
    };
    let later: ReturnType<typeof setTimeout> | undefined;

    document.addEventListener("selectionchange", () => {
        clearTimeout(later);
        later = setTimeout(place, 200);
    });
}
