// upload.ts - files to the server, and how far reading them is.
import { Problem, type Server, get } from "../../shared/api";

export interface Failed {
    file?: string;
    name?: string;
    message?: string;
    code?: string;
}

// As docs/http.md has it.
export interface Job {
    job_id: string;
    state: "queued" | "running" | "done" | "failed";
    progress: { done: number; total: number };
    documents: { name: string; document: { key: string } | null }[];
    result: { failures: Failed[] } | null;
    error: { code?: string; detail?: string; message?: string } | null;
}

const POLL_MS = 300;

// By XMLHttpRequest, as fetch does not tell how much has gone.
function send(server: Server, form: FormData, told: (share: number) => void): Promise<{ job_id: string }> {
    return new Promise((done, failed) => {
        const request = new XMLHttpRequest();

        request.open("POST", `${server.origin}/v1/documents`);
        request.responseType = "json";
        if (server.token) request.setRequestHeader("Authorization", `Bearer ${server.token}`);
        request.upload.onprogress = (e) => told(e.lengthComputable ? e.loaded / e.total : 0);
        request.onerror = () => failed(new Problem(0, "", "the connection broke off"));
        request.onload = () => {
            const body = request.response as { job_id?: string; code?: string; detail?: string } | null;
            if (request.status === 202 && body?.job_id) done({ job_id: body.job_id });
            else failed(new Problem(request.status, body?.code ?? "", body?.detail ?? request.statusText));
        };
        request.send(form);
    });
}

async function follow(server: Server, id: string, told: (share: number) => void): Promise<Job> {
    for (;;) {
        const job = await get<Job>(server, `/v1/jobs/${encodeURIComponent(id)}`);
        if (job.progress.total) told(job.progress.done / job.progress.total);
        if (job.state === "done") return job;
        if (job.state === "failed")
            throw new Problem(422, job.error?.code ?? "", job.error?.detail ?? job.error?.message ?? "");
        await new Promise((later) => setTimeout(later, POLL_MS));
    }
}

// Send files to a base and wait until they are read; the share goes to 1 twice.
export async function upload(
    server: Server,
    base: string,
    files: File[],
    told: (share: number) => void,
): Promise<Job> {
    const form = new FormData();

    form.append("base", base);
    for (const file of files) form.append("file", file, file.name);
    const { job_id } = await send(server, form, told);
    return follow(server, job_id, told);
}
