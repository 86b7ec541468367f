// upload.ts - files to the server, and how far reading them is.
import { Problem, type Server, Unreachable, get } from "../../shared/api";

// Why a document or a job failed (docs/http.md, docs/bases.md).
export interface Failure {
    code: string;
    message: string;
    line?: number;
    column?: number;
}

// As docs/http.md has it.
export interface Job {
    job_id: string;
    state: "queued" | "running" | "done" | "failed";
    progress: { done: number; total: number };
    documents: { name: string; document: { key: string; state: string } | null }[];
    result: { failures: (Failure & { path: string })[] } | null;
    error: Failure | null;
}

// How far it is: sent, then waiting for other jobs, then read.
export type Step =
    | { step: "sending"; share: number }
    | { step: "queued" }
    | { step: "reading"; done: number; total: number };

const POLL_MS = 300;

// By XMLHttpRequest, as fetch does not tell how much has gone.
function send(server: Server, form: FormData, onStep: (step: Step) => void): Promise<{ job_id: string }> {
    return new Promise((done, failed) => {
        const request = new XMLHttpRequest();

        request.open("POST", `${server.origin}/v1/documents`);
        request.responseType = "json";
        if (server.token) request.setRequestHeader("Authorization", `Bearer ${server.token}`);
        request.upload.onprogress = (e) =>
            onStep({ step: "sending", share: e.lengthComputable ? e.loaded / e.total : 0 });
        request.onerror = () => failed(new Unreachable());
        request.onload = () => {
            const body = request.response as { job_id?: string; code?: string; detail?: string } | null;
            if (request.status === 202 && body?.job_id) done({ job_id: body.job_id });
            else failed(new Problem(request.status, body?.code ?? "", body?.detail ?? request.statusText));
        };
        request.send(form);
    });
}

async function follow(server: Server, id: string, onStep: (step: Step) => void): Promise<Job> {
    for (;;) {
        const job = await get<Job>(server, `/v1/jobs/${encodeURIComponent(id)}`);
        if (job.state === "done" || job.state === "failed") return job;
        onStep(job.state === "queued" ? { step: "queued" } : { step: "reading", ...job.progress });
        await new Promise((later) => setTimeout(later, POLL_MS));
    }
}

// Send files to a base and wait until they were read, or could not be.
export async function upload(
    server: Server,
    base: string,
    files: File[],
    onStep: (step: Step) => void,
): Promise<Job> {
    const form = new FormData();

    form.append("base", base);
    for (const file of files) form.append("file", file, file.name);
    onStep({ step: "sending", share: 0 });
    const { job_id } = await send(server, form, onStep);
    return follow(server, job_id, onStep);
}
