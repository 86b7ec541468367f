// context.ts - what all of the page knows: its words and its server.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Server } from "../shared/api";
import { type Language, type Words, words } from "../shared/words";

export interface Page {
    language: Language;
    words: Words;
    server: Server;
    dark: boolean; // what is drawn has to be drawn anew
}

export const PageContext = createContext<Page>({
    language: "en",
    words: words("en"),
    server: { origin: "" },
    dark: false,
});

export const usePage = (): Page => useContext(PageContext);
