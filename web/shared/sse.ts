// sse.ts - server-sent events of a response, as they come (HTML, 9.2.6).

export interface ServerEvent {
    name: string;
    data: string;
}

function readBlock(block: string): ServerEvent | null {
    let name = "message";
    const data: string[] = [];

    for (const line of block.split("\n")) {
        const colon = line.indexOf(":");
        if (colon === 0) continue; // a comment keeps the line alive
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "event") name = value;
        else if (field === "data") data.push(value);
    }
    return data.length ? { name, data: data.join("\n") } : null;
}

export async function* events(response: Response): AsyncGenerator<ServerEvent> {
    if (!response.body) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let waiting = "";

    try {
        for (;;) {
            const { value, done } = await reader.read();
            if (done) return;
            waiting += value.replace(/\r\n?/g, "\n");
            for (let end; (end = waiting.indexOf("\n\n")) >= 0; waiting = waiting.slice(end + 2)) {
                const event = readBlock(waiting.slice(0, end));
                if (event) yield event;
            }
        }
    } finally {
        await reader.cancel().catch(() => undefined);
    }
}
