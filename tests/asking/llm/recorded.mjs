// recorded.mjs - answers of a language model kept in a file, and an endpoint that
// gives them: chat completions on a port of its own.
//
// A line of the file is {key, round, set, question, answer}. The key is a hash of what
// a prompt asks: the question, and of its tables names, rows and columns. Samples of
// values, extremes and the program's own readings are not in it, so that a change of
// what is shown beside them leaves the answers of use. `round` counts from 0: what was
// wrong with a plan goes back to the model, and its next answer has the next number.
import crypto from "node:crypto";
import fs from "node:fs";
import http from "node:http";

const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.rows - b.rows);

export function keyOf(prompt) {
    const tables = prompt.tables.map((t) => ({ name: t.name, rows: t.rows, columns: t.columns.map((c) => c.name).sort() })).sort(byName);
    return crypto.createHash("sha256").update(JSON.stringify([prompt.question, tables])).digest("hex").slice(0, 24);
}

// What a request asks: its prompt, how often it was objected to, and the objection.
export function read(body) {
    const turns = JSON.parse(body).messages.filter((m) => m.role !== "system");
    const prompt = JSON.parse(turns[0].content);
    return { prompt, key: keyOf(prompt), round: (turns.length - 1) / 2, objection: turns.length > 1 ? turns.at(-1).content : null };
}

export const readAnswers = (file) =>
    fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line)) : [];

const PLAN = { plan: "none", table: null, spec: null, sql: null, reading: null, reason: "" };
const completion = (content) => ({
    choices: [{ index: 0, message: { role: "assistant", content, refusal: null }, finish_reason: "stop" }],
});

// The answer of another endpoint to the same request.
async function forward(to, body, headers) {
    const response = await fetch(`${to}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: headers.authorization ?? "" },
        body: JSON.stringify({ ...JSON.parse(body), stream: false }),
    });
    if (!response.ok) throw new Error(`the endpoint answered ${response.status}`);
    return JSON.parse((await response.json()).choices[0].message.content);
}

// Gives the recorded answers. What is not recorded is asked of the endpoint `to`, or
// else answered with "none"; either way onMissing({prompt, key, round, objection, answer})
// is called.
export async function play(answers, { to = null, onMissing = () => {} } = {}) {
    const known = new Map(answers.map((a) => [`${a.key}/${a.round}`, a.answer]));
    const answer = async (body, headers) => {
        const asked = read(body);
        const at = `${asked.key}/${asked.round}`;
        if (!known.has(at)) {
            const given = to ? await forward(to, body, headers) : null;
            onMissing({ ...asked, answer: given });
            if (given) known.set(at, given);
        }
        return { ...PLAN, ...(known.get(at) ?? { reason: "no answer is recorded" }) };
    };
    const server = http.createServer((request, response) => {
        let body = "";
        request.on("data", (d) => (body += d));
        request.on("end", async () => {
            response.setHeader("content-type", "application/json");
            try {
                response.end(JSON.stringify(completion(JSON.stringify(await answer(body, request.headers)))));
            } catch (error) {
                response.statusCode = 400;
                response.end(JSON.stringify({ error: { message: error.message } }));
            }
        });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const close = () => {
        server.closeAllConnections();
        server.close();
    };
    return { model: `openai:recorded@http://127.0.0.1:${server.address().port}/v1`, close };
}
