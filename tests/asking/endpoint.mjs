// endpoint.mjs - a language model played by an endpoint of our own, and a folder
// to ask it from.
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const bin = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"));
const KEY = "key-0123456789";

/* An answer of chat completions whose content is this JSON. */
export const openai = (content) => ({
    choices: [{ index: 0, message: { role: "assistant", content: JSON.stringify(content), refusal: null }, finish_reason: "stop" }],
});

const chunk = (delta, finish_reason = null) =>
    `data: ${JSON.stringify({
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1741569952,
        model: "tiny",
        choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    })}\n\n`;
const event = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

/* The same answer as the events of a stream, cut into pieces of a few letters. */
export const pieces = (text, size = 7) => text.match(new RegExp(`[^]{1,${size}}`, "g"));
export const openaiEvents = (content) => [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...pieces(JSON.stringify(content)).map((p) => chunk({ content: p })),
    chunk({}, "stop"),
    "data: [DONE]\n\n",
];
export const anthropicEvents = (content) => [
    event({ type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", content: [], model: "tiny", stop_reason: null } }),
    event({ type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "toolu_1", name: "answer", input: {} } }),
    event({ type: "ping" }),
    ...pieces(JSON.stringify(content)).map((p) =>
        event({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: p } }),
    ),
    event({ type: "content_block_stop", index: 0 }),
    event({ type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 89 } }),
    event({ type: "message_stop" }),
];

/* Sends events; what `between` waits for comes after the n-th. */
export const streamed =
    (events, { after = -1, wait = async () => {} } = {}) =>
    async (response) => {
        response.setHeader("content-type", "text/event-stream; charset=utf-8");
        for (const [i, e] of events.entries()) {
            response.write(e);
            if (i === after) await wait();
        }
        response.end();
    };

// Answers each request with the next of `script`, a body or a function of the response.
export async function scripted(t, script) {
    const seen = [];
    const server = http.createServer((request, response) => {
        let body = "";
        request.on("data", (d) => (body += d));
        request.on("end", () => {
            const next = script[Math.min(seen.length, script.length - 1)];
            seen.push({ path: request.url, headers: request.headers, body, json: JSON.parse(body) });
            if (typeof next === "function") return next(response);
            response.setHeader("content-type", "application/json");
            response.end(JSON.stringify(next));
        });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    t.after(() => {
        server.closeAllConnections();
        server.close();
    });
    const url = `http://127.0.0.1:${server.address().port}/v1`;
    return { seen, model: `openai:tiny@${url}`, anthropic: `anthropic:tiny@${url}` };
}

// A folder with these files, and the program run in it with a home of its own.
export function workshop(t, files, key = KEY) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-model-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
    const program = path.join(bin, "quarry");
    const home = ["--home", path.join(folder, "home")];
    const env = { ...process.env, QUARRY_MODEL_API_KEY: key };
    if (!key) delete env.QUARRY_MODEL_API_KEY;
    const run = (...args) =>
        new Promise((done) =>
            execFile(program, [...args, ...home], { cwd: folder, env }, (error, stdout, stderr) =>
                done({ status: error?.code ?? 0, stdout, stderr }),
            ),
        );
    const ask = async (...args) => JSON.parse((await run("ask", ...args, "--json")).stdout);
    const start = (...args) => spawn(program, [...args, ...home], { cwd: folder, env });
    return { folder, run, ask, start };
}
