// api.ts - requests of /v1, and what goes wrong with them.
import type { Answer, Question } from "./answer";
import { events } from "./sse";

// A problem document (RFC 9457), or what stands in for one.
export class Problem extends Error {
    constructor(
        readonly status: number,
        readonly code: string,
        detail: string,
    ) {
        super(detail);
    }
}

// Nobody answers; whoever shows it has the words for it.
export class Unreachable extends Error {}
export class BrokenOff extends Error {}

// Where the server is; the token, if it wants one; what of it is exposed.
export interface Server {
    origin: string;
    token?: string;
    exposure?: string;
}

function headers(server: Server, more: Record<string, string> = {}): Record<string, string> {
    return {
        ...more,
        ...(server.token ? { Authorization: `Bearer ${server.token}` } : {}),
    };
}

async function problem(response: Response): Promise<Problem> {
    try {
        const body = (await response.json()) as { code?: string; detail?: string };
        return new Problem(response.status, body.code ?? "", body.detail ?? response.statusText);
    } catch {
        return new Problem(response.status, "", response.statusText);
    }
}

// The browser's own words for a server that is gone tell nobody anything.
async function reach(url: string, init: RequestInit): Promise<Response> {
    try {
        return await fetch(url, init);
    } catch (e) {
        if (e instanceof TypeError) throw new Unreachable();
        throw e;
    }
}

// JSON as it was written: a number of more digits than the browser's own numbers
// have, or of another form, 2.50, stays as it is where the browser can keep it.
export function parseExact<T>(text: string): T {
    const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
    const exact = (_: string, value: unknown, at?: { source?: string }): unknown =>
        typeof value === "number" && at?.source !== undefined && String(value) !== at.source && rawJSON
            ? rawJSON(at.source)
            : value;

    return JSON.parse(text, exact) as T;
}

async function read<T>(response: Response, parse: (text: string) => T = JSON.parse): Promise<T> {
    if (!response.ok) throw await problem(response);
    return parse(await response.text());
}

export async function get<T>(
    server: Server,
    path: string,
    signal?: AbortSignal,
    parse?: (text: string) => T,
): Promise<T> {
    return read<T>(await reach(server.origin + path, { headers: headers(server), signal: signal ?? null }), parse);
}

export async function send<T>(
    server: Server,
    method: string,
    path: string,
    body: unknown,
    signal?: AbortSignal,
    parse?: (text: string) => T,
): Promise<T> {
    return read<T>(
        await reach(server.origin + path, {
            method,
            headers: headers(server, { "Content-Type": "application/json" }),
            body: body === undefined ? null : JSON.stringify(body),
            signal: signal ?? null,
        }),
        parse,
    );
}

export const post = <T>(
    server: Server,
    path: string,
    body: unknown,
    signal?: AbortSignal,
    parse?: (text: string) => T,
): Promise<T> => send<T>(server, "POST", path, body, signal, parse);

// What is heard of an answer while it is made.
export interface Heard {
    (event: string, data: unknown): void;
}

// Ask, and hear of the parts as they come; the whole answer at the end.
export async function ask(
    server: Server,
    question: Question,
    heard: Heard,
    signal: AbortSignal,
): Promise<Answer> {
    const exposed = server.exposure ? `?exposure=${encodeURIComponent(server.exposure)}` : "";
    const response = await reach(`${server.origin}/v1/ask${exposed}`, {
        method: "POST",
        headers: headers(server, { "Content-Type": "application/json" }),
        body: JSON.stringify({ ...question, stream: true }),
        signal,
    });

    if (!response.ok) throw await problem(response);
    if (!response.headers.get("Content-Type")?.startsWith("text/event-stream"))
        return (await response.json()) as Answer;
    for await (const event of events(response)) {
        const data: unknown = JSON.parse(event.data);
        if (event.name === "done") return data as Answer;
        if (event.name === "error") {
            const e = data as { status?: number; code?: string; detail?: string };
            throw new Problem(e.status ?? 500, e.code ?? "", e.detail ?? "");
        }
        heard(event.name, data);
    }
    throw new BrokenOff();
}
