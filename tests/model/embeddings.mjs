// embeddings.mjs - an endpoint of embeddings, played by the test.
import http from "node:http";

// Answers `vector(text)` for each text, after `before(texts)`; `seen` is what was
// sent, a list of texts a call.
export async function embeddings(t, vector, before = async () => {}) {
    const seen = [];
    const server = http.createServer((request, response) => {
        let body = "";
        request.on("data", (d) => (body += d));
        request.on("end", async () => {
            const { input } = JSON.parse(body);
            const texts = [input].flat();
            seen.push(texts);
            await before(texts);
            const data = texts.map((text, index) => ({ object: "embedding", index, embedding: vector(text) }));
            response.setHeader("content-type", "application/json");
            response.end(JSON.stringify({ object: "list", data, model: "played" }));
        });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    t.after(() => {
        server.closeAllConnections();
        server.close();
    });
    return { seen, provider: `openai:played@http://127.0.0.1:${server.address().port}/v1` };
}
