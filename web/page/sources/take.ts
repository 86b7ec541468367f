// take.ts - files that are dropped anywhere on the page, or chosen, until they
// are sources.
import { useEffect, useRef, useState } from "preact/hooks";
import { reason } from "../../shared/reason";
import { type Words, fill } from "../../shared/words";
import type { Place } from "../place";
import type { SourceStore } from "./store";
import { type Job, type Step, upload } from "./upload";

const NAMED = 3; // files; of more the number is said

export interface Taking {
    over: boolean; // files are held above the page
    share: number | null; // how much is done, in [0,1]; null: nothing is under way
    said: string;
    failures: string[];
    take: (files: FileList | null) => void;
}

function said(step: Step, names: string, t: Words): string {
    if (step.step === "sending") return fill(t.sends, names);
    if (step.step === "queued") return fill(t.queued, names);
    return step.total > 1 ? fill(t.readsOf, names, step.done, step.total) : fill(t.reads, names);
}

// Sending is the first half of the way, reading the second.
function shareOf(step: Step): number {
    if (step.step === "sending") return step.share / 2;
    return step.step === "reading" && step.total ? 0.5 + step.done / step.total / 2 : 0.5;
}

// What could not be read, and why; the job's own error where no file has one.
function failuresOf(job: Job): string[] {
    const files = (job.result?.failures ?? []).map((f) => `${f.path}: ${f.message}`);
    return files.length || !job.error ? files : [job.error.message];
}

const namesOf = (names: string[]): string =>
    names.length > NAMED ? `${names.slice(0, NAMED).join(", ")} + ${names.length - NAMED}` : names.join(", ");

export function useTaking(store: SourceStore, base: string, t: Words, go: (p: Place) => void): Taking {
    const [over, setOver] = useState(false);
    const [now, setNow] = useState<Pick<Taking, "share" | "said" | "failures">>({ share: null, said: "", failures: [] });

    const take = async (files: File[]): Promise<void> => {
        const names = namesOf(files.map((f) => f.name));
        const onStep = (step: Step): void => setNow({ share: shareOf(step), said: said(step, names, t), failures: [] });
        try {
            const job = await upload(store.server, base, files, onStep);
            const read = job.documents.filter((d) => d.document && d.document.state !== "failed");
            const added = read.length ? fill(t.uploaded, namesOf(read.map((d) => d.name))) : "";
            await store.reload();
            setNow({ share: null, said: added, failures: failuresOf(job) });
            go(read[0]?.document ? { base, doc: read[0].document.key } : { base });
        } catch (e) {
            setNow({ share: null, said: "", failures: [reason(e, t)] });
        }
    };
    const latest = useRef(take);

    latest.current = take;
    useEffect(() => dropTarget(setOver, (files) => void latest.current(files)), []);
    return {
        over,
        ...now,
        take: (list) => {
            if (list?.length) void take([...list]);
        },
    };
}

// The whole page takes files, so that one that misses the frame does not open
// in the browser instead. Texts that are dragged go where they would.
function dropTarget(over: (yes: boolean) => void, dropped: (files: File[]) => void): () => void {
    const hasFiles = (e: DragEvent): boolean => e.dataTransfer?.types.includes("Files") ?? false;
    const above = (e: DragEvent): void => {
        if (!hasFiles(e)) return;
        e.preventDefault();
        over(true);
    };
    const left = (e: DragEvent): void => {
        if (e.relatedTarget === null) over(false); // out of the window
    };
    const drop = (e: DragEvent): void => {
        if (!hasFiles(e)) return;
        e.preventDefault();
        over(false);
        const files = [...(e.dataTransfer?.files ?? [])];
        if (files.length) dropped(files);
    };

    document.addEventListener("dragover", above);
    document.addEventListener("dragleave", left);
    document.addEventListener("drop", drop);
    return () => {
        document.removeEventListener("dragover", above);
        document.removeEventListener("dragleave", left);
        document.removeEventListener("drop", drop);
    };
}
