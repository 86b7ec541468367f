// kept.ts - what the browser keeps for this page, and nobody else sees.
import { useState } from "preact/hooks";

function load<T>(key: string, otherwise: T): T {
    try {
        const text = localStorage.getItem(`quarry.${key}`);
        return text === null ? otherwise : (JSON.parse(text) as T);
    } catch {
        return otherwise; // storage is off, or not ours
    }
}

// A browser keeps about five megabytes: of a list that is longer, the last half
// of it, or the last quarter.
function store(key: string, value: unknown): void {
    try {
        localStorage.setItem(`quarry.${key}`, JSON.stringify(value));
    } catch {
        if (Array.isArray(value) && value.length > 1) store(key, value.slice(Math.ceil(value.length / 2)));
    }
}

export function useKept<T>(key: string, otherwise: T): [T, (value: T) => void] {
    const [value, setValue] = useState(() => load(key, otherwise));

    return [
        value,
        (next) => {
            setValue(next);
            requestIdleCallback(() => store(key, next)); // it may be long
        },
    ];
}
