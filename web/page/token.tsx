// token.tsx - who may use this server, where it asks. The token stays in this
// tab and goes when it is closed.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { usePage } from "./context";

const KEY = "quarry.token";

export function useToken(): [string, (token: string) => void] {
    const [token, setToken] = useState(() => sessionStorage.getItem(KEY) ?? "");

    return [
        token,
        (next) => {
            sessionStorage.setItem(KEY, next);
            setToken(next);
        },
    ];
}

export function TokenForm(props: { given: (token: string) => void }): JSX.Element {
    const { words: t } = usePage();
    const [text, setText] = useState("");

    return (
        <form
            class="token begin"
            onSubmit={(e) => {
                e.preventDefault();
                props.given(text.trim());
            }}
        >
            <label for="token">{t.tokenWanted}</label>
            <span class="bar">
                <input
                    id="token"
                    type="password"
                    autocomplete="off"
                    value={text}
                    onInput={(e) => setText(e.currentTarget.value)}
                />
                <button type="submit" disabled={!text.trim()}>
                    {t.tokenGive}
                </button>
            </span>
        </form>
    );
}
