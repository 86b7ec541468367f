// context.ts - what all of the page knows: its words and its server.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Server } from "../shared/api";
import { type Language, type Words, words } from "../shared/words";

export interface Page {
    language: Language;
    words: Words;
    server: Server;
}

export const PageContext = createContext<Page>({
    language: "en",
    words: words("en"),
    server: { origin: "" },
});

export const usePage = (): Page => useContext(PageContext);
