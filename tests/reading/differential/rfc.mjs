// The plainest reader of delimited text: RFC 4180, with the delimiter, quote
// and escape given. Records are { line, cells: [text] }; blank lines are none.
// Quotes that the RFC does not know make it give up: null.
export function readPlain(text, { delimiter, quote = '"', escape = "double", blank = false }) {
    const records = [];
    let at = 0;
    let line = 1;
    const lineEnd = () => (text.startsWith("\r\n", at) ? 2 : text[at] === "\r" || text[at] === "\n" ? 1 : 0);
    const quotedCell = () => {
        let cell = "";
        for (at++; at < text.length; at++) {
            if (escape === "backslash" && text[at] === "\\" && at + 1 < text.length) {
                cell += text[++at];
            } else if (text[at] !== quote) {
                line += text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n");
                cell += text[at];
            } else if (escape === "double" && text[at + 1] === quote) {
                cell += text[++at];
            } else {
                at++;
                return at === text.length || text[at] === delimiter || lineEnd() ? cell : null;
            }
        }
        return null;
    };
    const bareCell = () => {
        const from = at;
        while (at < text.length && text[at] !== delimiter && !lineEnd()) {
            if (text[at++] === quote) {
                return null;
            }
        }
        return text.slice(from, at);
    };
    while (at < text.length) {
        const record = { line, cells: [] };
        for (let more = true; more; ) {
            const cell = text[at] === quote ? quotedCell() : bareCell();
            if (cell === null) {
                return null;
            }
            record.cells.push(cell);
            more = text[at] === delimiter;
            at += more;
        }
        at += lineEnd();
        line++;
        if (blank || record.cells.length > 1 || record.cells[0] !== "") {
            records.push(record);
        }
    }
    return records;
}
