// dates.ts - the dates in a text, so that their numbers are not taken for figures.
import { languages } from "./words";

// As answers write them: a day of a month, a month, a year.
const FORMATS: Intl.DateTimeFormatOptions[] = [
    { day: "numeric", month: "long", year: "numeric" },
    { month: "long", year: "numeric" },
    { year: "numeric" },
];
const DAY_FIRST: Record<string, string> = { en: "en-GB" };

const isNumber = (part: Intl.DateTimeFormatPart): boolean => /^\d+$/.test(part.value);

function patternOf(part: Intl.DateTimeFormatPart): string {
    if (!isNumber(part)) return part.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return part.type === "year" ? "\\d{4}(?!\\d)" : "\\d{1,2}";
}

// Each date from each of its numbers to its end; a number that ends it is like any other.
function patternsOf(parts: Intl.DateTimeFormatPart[]): string[] {
    return parts.flatMap((part, i) =>
        isNumber(part) && i < parts.length - 1 ? [parts.slice(i).map(patternOf).join("")] : [],
    );
}

function makePattern(): RegExp {
    const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2000, month, 1)));
    const patterns = Object.keys(languages).flatMap((language) =>
        FORMATS.flatMap((format) => {
            const made = new Intl.DateTimeFormat(DAY_FIRST[language] ?? language, { ...format, timeZone: "UTC" });
            return months.flatMap((month) => patternsOf(made.formatToParts(month)));
        }),
    );

    return new RegExp(`^(?:${[...new Set(patterns)].join("|")})`);
}

let pattern: RegExp | undefined;

// Does a text begin with a number of a date and what follows it there?
export function beginsInDate(text: string): boolean {
    pattern ??= makePattern();
    return pattern.test(text);
}
