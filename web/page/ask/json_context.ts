// json_context.ts - a value of a JSON document with its neighbours, in the
// version that the evidence is from.
import { type Server, parseExact, post } from "../../shared/api";

const AROUND = 2; // elements on each side; of an object's members three times as many
const MOST_CHARACTERS = 20_000; // of the value itself
const NEAR_CHARACTERS = 600; // of what stands around it

export interface Entry {
    label: string;
    text: string;
    lit: boolean;
}

export interface JsonContext {
    where: string[]; // the names that lead there, from the document down
    entries: Entry[];
    before: boolean; // there is more
    after: boolean;
    latest: boolean; // and not an older version
}

interface Item {
    value: unknown;
    version: number;
    latest_version: number;
}

// "quarry://base/key@1#json=/services/1" in two: the document, and the tokens.
export function jsonOf(pointer: string): { document: string; tokens: string[] } | null {
    const at = /^([^#]*)#(?:.*&)?json=([^&]*)/.exec(pointer);
    if (!at) return null;
    const tokens = decodeURIComponent(at[2] ?? "").split("/").slice(1);

    return { document: at[1] ?? "", tokens: tokens.map((t) => t.replaceAll("~1", "/").replaceAll("~0", "~")) };
}

const pointerTo = (document: string, tokens: string[]): string =>
    `${document}#json=` +
    tokens.map((t) => "/" + encodeURIComponent(t.replaceAll("~", "~0").replaceAll("/", "~1"))).join("");

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)} …` : text);

function entry(label: string, value: unknown, lit: boolean): Entry {
    const text = JSON.stringify(value, null, 2) ?? "";
    return { label, text: cut(text, lit ? MOST_CHARACTERS : NEAR_CHARACTERS), lit };
}

export async function jsonContextOf(server: Server, pointer: string, signal: AbortSignal): Promise<JsonContext> {
    const { document, tokens } = jsonOf(pointer) ?? { document: pointer, tokens: [] };
    const fetched = async (at: string[]): Promise<Item | null> => {
        const pointers = [pointerTo(document, at)];
        const answer = await post(server, "/v1/fetch-evidence", { pointers }, signal, parseExact<{ items: Item[] }>);
        return answer.items[0] ?? null;
    };
    const last = tokens.at(-1);
    const parent = tokens.slice(0, -1);
    const own = await fetched(tokens);
    const all = { latest: !own || own.version === own.latest_version };

    if (last === undefined) return { where: [], entries: [entry("", own?.value, true)], before: false, after: false, ...all };
    const near = /^\d+$/.test(last)
        ? await elementsAround(Number(last), (i) => fetched([...parent, String(i)]))
        : membersAround(last, (await fetched(parent))?.value);
    return { where: parent, ...(near ?? { entries: [entry(last, own?.value, true)], before: false, after: false }), ...all };
}

type Near = Pick<JsonContext, "entries" | "before" | "after">;

// Of an array that may be very long, only these elements are asked for.
async function elementsAround(at: number, fetched: (i: number) => Promise<Item | null>): Promise<Near> {
    const first = Math.max(0, at - AROUND);
    const indexes = Array.from({ length: at + AROUND + 2 - first }, (_, i) => first + i);
    const items = await Promise.all(indexes.map((i) => fetched(i).catch(() => null))); // behind the last is nothing
    const entries = items.flatMap((item, i) =>
        item && i < indexes.length - 1 ? [entry(String(first + i), item.value, first + i === at)] : [],
    );

    return { entries, before: first > 0, after: items.at(-1) !== null };
}

function membersAround(name: string, object: unknown): Near | null {
    if (object === null || typeof object !== "object" || Array.isArray(object)) return null;
    const members = Object.entries(object);
    const at = members.findIndex(([key]) => key === name);
    const first = Math.max(0, at - 3 * AROUND);
    const shown = members.slice(first, at + 3 * AROUND + 1);

    if (at < 0) return null;
    return {
        entries: shown.map(([key, value]) => entry(key, value, key === name)),
        before: first > 0,
        after: first + shown.length < members.length,
    };
}
