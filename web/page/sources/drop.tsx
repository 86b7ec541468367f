// drop.tsx - where files are dropped or chosen, and how far reading them is.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { usePage } from "../context";
import type { Taking } from "./take";

const ACCEPTED = ".csv,.tsv,.xlsx,.xlsb,.xls,.ods,.sqlite,.sqlite3,.db,.duckdb,.pdf,.docx,.pptx,.odt,.odp,.epub,.eml,.mbox,.zip,.tar,.png,.jpg,.jpeg,.tif,.tiff,.webp,.md,.markdown,.txt,.html,.json,.gz,.zst";

export function Drop(props: { taking: Taking }): JSX.Element {
    const { words: t } = usePage();
    const { taking } = props;
    const input = useRef<HTMLInputElement>(null);

    return (
        <div class={taking.over ? "drop over" : "drop"}>
            <p>
                {t.dropHere}{" "}
                <button type="button" class="link" onClick={() => input.current?.click()}>
                    {t.chooseFiles}
                </button>
            </p>
            <input
                ref={input}
                type="file"
                multiple
                hidden
                accept={ACCEPTED}
                aria-label={t.chooseFiles}
                onChange={(e) => {
                    taking.take(e.currentTarget.files);
                    e.currentTarget.value = ""; // the same file may be chosen again
                }}
            />
            {taking.share !== null && <progress value={taking.share} max={1} aria-label={taking.said} />}
            <div role="status" class="quiet">
                {taking.said}
                {taking.failures.map((f) => (
                    <p class="failure">{f}</p>
                ))}
            </div>
        </div>
    );
}
