// proxy.mjs - the network between a program and PostgreSQL, which can be broken.
import net from "node:net";

export class Proxy {
    // In front of a port of this machine; `mode` is what happens to connections:
    // "open": bytes go through; "stall": they wait, in both directions and also those of
    // new connections; "cut": there are none, and new ones are refused.
    static async start(t, to) {
        const p = new Proxy();
        p.pairs = new Set();
        p.mode = "open";
        p.server = net.createServer((client) => p.accept(client, to));
        await new Promise((done) => p.server.listen(0, "127.0.0.1", done));
        p.port = p.server.address().port;
        t.after(() => {
            p.mode = "cut";
            p.reset();
            p.server.close();
        });
        return p;
    }

    accept(client, to) {
        if (this.mode === "cut") return client.resetAndDestroy();
        const server = net.connect(to, "127.0.0.1");
        const pair = [client, server];
        this.pairs.add(pair);
        const end = () => {
            this.pairs.delete(pair);
            for (const s of pair) s.destroy();
        };
        for (const [from, into] of [pair, [server, client]]) {
            from.on("data", (bytes) => {
                if (!into.write(bytes)) from.pause();
            });
            into.on("drain", () => this.mode === "open" && from.resume());
            from.on("error", end).on("close", end);
        }
        if (this.mode === "stall") for (const s of pair) s.pause();
    }

    // Both ends of every connection get an RST.
    reset() {
        for (const pair of this.pairs) for (const s of pair) s.resetAndDestroy();
        this.pairs.clear();
    }

    stall() {
        this.mode = "stall";
        for (const pair of this.pairs) for (const s of pair) s.pause();
    }

    cut() {
        this.mode = "cut";
        this.reset();
    }

    open() {
        this.mode = "open";
        for (const pair of this.pairs) for (const s of pair) s.resume();
    }
}
