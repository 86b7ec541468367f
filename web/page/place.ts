// place.ts - what the address names, so that a link leads back to it:
//
//     #base=sales&q=total+sales     a question, asked when the page opens
//     #base=sales&doc=sales-b8d9    a source that is open
import { useEffect, useState } from "preact/hooks";

export interface Place {
    base?: string;
    q?: string;
    doc?: string;
}

function read(): Place {
    const given = new URLSearchParams(location.hash.slice(1));
    const place: Place = {};

    for (const key of ["base", "q", "doc"] as const) {
        const value = given.get(key);
        if (value) place[key] = value;
    }
    return place;
}

export function linkTo(place: Place): string {
    return "#" + new URLSearchParams(place as Record<string, string>).toString();
}

export function usePlace(): [Place, (place: Place) => void] {
    const [place, setPlace] = useState(read);

    useEffect(() => {
        const changed = (): void => setPlace(read());
        addEventListener("hashchange", changed);
        return () => removeEventListener("hashchange", changed);
    }, []);
    return [
        place,
        (next) => {
            location.hash = linkTo(next);
        },
    ];
}
