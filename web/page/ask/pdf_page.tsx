// pdf_page.tsx - a page of a PDF as it looks, what is cited marked, and the pages
// before and after it. The server draws it; of the document nothing runs here.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { fill } from "../../shared/words";
import { usePage } from "../context";
import { type PageImage, type PagePlace, imageOf } from "../document";

async function draw(canvas: HTMLCanvasElement, image: PageImage): Promise<void> {
    const bytes = Uint8Array.from(atob(image.data), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));

    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
}

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;

function Marks(props: { image: PageImage }): JSX.Element {
    const { boxes, width, height } = props.image;

    return (
        <>
            {boxes.map(([x, y, w, h]) => (
                <span
                    class="lit"
                    style={{ left: share(x, width), top: share(y, height), width: share(w, width), height: share(h, height) }}
                />
            ))}
        </>
    );
}

// `failed` is called where it cannot be drawn, as where the server has no program
// that reads PDF.
export function PdfPage(props: {
    base: string;
    document: string;
    place: PagePlace;
    failed: () => void;
    shown: () => void;
}): JSX.Element {
    const { words: t, server } = usePage();
    const { base, document, place } = props;
    const [page, setPage] = useState(place.page);
    const [image, setImage] = useState<PageImage | null>(null);
    const canvas = useRef<HTMLCanvasElement>(null);
    const step = (by: number): void => setPage(page + by);

    useEffect(() => setPage(place.page), [place.page]);
    useEffect(() => {
        const stop = new AbortController();
        const wanted = page === place.page ? place : { ...place, page, table: null, lines: null };

        imageOf(server, base, document, wanted, stop.signal)
            .then((found) => (found ? setImage(found) : props.failed()))
            .catch(() => stop.signal.aborted || props.failed());
        return () => stop.abort();
    }, [server, base, document, page, place.page, place.table, place.lines, place.version]);
    useEffect(() => {
        if (image && canvas.current) draw(canvas.current, image).then(props.shown).catch(props.failed);
    }, [image]);
    const label = image ? fill(t.pageOf, String(image.page), String(image.pages)) : "";

    return (
        <figure class="pdf" aria-busy={image?.page !== page}>
            <div class="bar">
                <button type="button" class="icon" disabled={page <= 1} onClick={() => step(-1)} aria-label={t.pageBefore}>
                    ‹
                </button>
                <figcaption aria-live="polite">{label}</figcaption>
                <button
                    type="button"
                    class="icon"
                    disabled={!image || page >= image.pages}
                    onClick={() => step(1)}
                    aria-label={t.pageAfter}
                >
                    ›
                </button>
            </div>
            <div class="sheet">
                <canvas ref={canvas} role="img" aria-label={label} />
                {image && <Marks image={image} />}
            </div>
        </figure>
    );
}
