// kept.ts - the conversation over a reload, where the site asks for it: in the
// tab's own storage, which the scripts of the site can read and write, and which
// goes with the tab.
import type { Answer, Question } from "../shared/answer";

export interface Exchange {
    query: string;
    answer: Answer;
    asked?: Question; // as it was sent; older versions kept none
}

const MOST = 10; // questions
const MOST_CHARACTERS = 256 * 1024;
const MOST_ROWS = 20; // that are shown

const short = (answer: Answer): Answer =>
    answer.results ? { ...answer, results: { ...answer.results, rows: answer.results.rows.slice(0, MOST_ROWS) } } : answer;

export class Kept {
    // null: nothing is kept.
    constructor(private readonly key: string | null) {}

    get isOn(): boolean {
        return this.key !== null;
    }

    load(): Exchange[] {
        try {
            const list: unknown = JSON.parse((this.key && sessionStorage.getItem(this.key)) || "[]");
            return Array.isArray(list) ? (list.slice(-MOST) as Exchange[]) : [];
        } catch {
            return []; // storage is off, or not ours
        }
    }

    // The last ones that there is place for.
    add(exchange: Exchange): void {
        if (this.key === null) return;
        let list = [...this.load(), { ...exchange, answer: short(exchange.answer) }].slice(-MOST);
        let text = JSON.stringify(list);
        while (list.length > 0 && text.length > MOST_CHARACTERS) {
            list = list.slice(1);
            text = JSON.stringify(list);
        }
        try {
            sessionStorage.setItem(this.key, text);
        } catch {
            // storage is off or full: it is kept until the reload
        }
    }

    clear(): void {
        try {
            if (this.key !== null) sessionStorage.removeItem(this.key);
        } catch {
            // there was nothing
        }
    }
}
