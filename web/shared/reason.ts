// reason.ts - what went wrong, in the asker's language where it is ours to say.
import { BrokenOff, Unreachable } from "./api";
import { ReadOtherwise } from "./behind";
import type { Words } from "./words";

export function reason(e: unknown, t: Words): string {
    if (e instanceof Unreachable) return t.offline;
    if (e instanceof BrokenOff) return t.brokenOff;
    if (e instanceof ReadOtherwise) return t.readOtherwise;
    return e instanceof Error ? e.message : String(e);
}
