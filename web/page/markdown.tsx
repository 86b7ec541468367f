// markdown.tsx - Markdown of files and models, as elements of a list that is
// allowed. No HTML is ever made from a string: markup in a text is text, and
// pictures and links are named, not fetched or followed.
import { type Token, type Tokens, lexer } from "marked";
import type { ComponentChildren, JSX } from "preact";
import { Fragment } from "preact";
import { usePage } from "./context";

const MOST_CHARACTERS = 100_000;

// Entities of the source were escaped by the lexer; an element escapes again.
const plain = (token: { raw: string; text?: string }): string => token.text ?? token.raw;

function inline(tokens: Token[] | undefined): ComponentChildren {
    return (tokens ?? []).map((token) => {
        switch (token.type) {
            case "strong":
                return <strong>{inline(token.tokens)}</strong>;
            case "em":
                return <em>{inline(token.tokens)}</em>;
            case "del":
                return <del>{inline(token.tokens)}</del>;
            case "codespan":
                return <code>{plain(token as Tokens.Codespan)}</code>;
            case "br":
                return <br />;
            case "link":
                return <Fragment>{inline(token.tokens)}</Fragment>;
            case "image":
                return <span>[{plain(token as Tokens.Image)}]</span>;
            case "text":
                return token.tokens ? inline(token.tokens) : plain(token as Tokens.Text);
            default:
                return token.raw;
        }
    });
}

function TableOf(props: { token: Tokens.Table }): JSX.Element {
    const { words: t } = usePage();
    const { token } = props;

    return (
        <div class="scroll" tabIndex={0} role="region" aria-label={t.table}>
            <table>
                <thead>
                    <tr>
                        {token.header.map((cell) => (
                            <th scope="col">{inline(cell.tokens)}</th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {token.rows.map((row) => (
                        <tr>
                            {row.map((cell) => (
                                <td>{inline(cell.tokens)}</td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function list(token: Tokens.List): JSX.Element {
    const items = token.items.map((item) => <li>{blocks(item.tokens)}</li>);

    return token.ordered ? <ol start={token.start || 1}>{items}</ol> : <ul>{items}</ul>;
}

// Below the headings of the page itself, which end at the third level.
const heading = (token: Tokens.Heading): JSX.Element => (
    <p class="heading" role="heading" aria-level={Math.min(6, token.depth + 3)} data-level={token.depth}>
        {inline(token.tokens)}
    </p>
);

function blocks(tokens: Token[]): ComponentChildren {
    return tokens.map((token) => {
        switch (token.type) {
            case "heading":
                return heading(token as Tokens.Heading);
            case "paragraph":
                return <p>{inline(token.tokens)}</p>;
            case "text":
                return token.tokens ? inline(token.tokens) : token.raw;
            case "blockquote":
                return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
            case "code":
                return (
                    <pre>
                        <code>{plain(token as Tokens.Code)}</code>
                    </pre>
                );
            case "list":
                return list(token as Tokens.List);
            case "table":
                return <TableOf token={token as Tokens.Table} />;
            case "hr":
                return <hr />;
            case "space":
            case "def":
                return null;
            default:
                return <p>{token.raw}</p>;
        }
    });
}

// What stands between two lines of three dashes before all else is said of the
// text; as Markdown it would be a heading.
const FRONT = /^---\r?\n([\s\S]*?)\r?\n---\s*(?:\r?\n|$)/;

export function Markdown(props: { text: string }): JSX.Element {
    const text = props.text.slice(0, MOST_CHARACTERS);
    const front = FRONT.exec(text);

    return (
        <div class="markdown">
            {front && <pre class="front">{front[1]}</pre>}
            {blocks(lexer(front ? text.slice(front[0].length) : text))}
        </div>
    );
}
