// Mails that are made to hurt what reads them: lines that nearly end a text, headers
// of parts that need more memory than the worker takes for them. What is not read is
// said, at each add.
import assert from "node:assert/strict";
import test from "node:test";
import { Workspace } from "./workspace.mjs";

const header = "From: a@example.org\nTo: Bo Lind <bo@example.org>\nSubject: mail\nDate: Tue, 5 Mar 2024 14:30:00 +0000\n";
const long = "x".repeat(60_000);
const part = (i) => `--b\nContent-Type: text/csv; x=${long}\nContent-Disposition: attachment; filename=${long}${i}.csv\n\na,b\n1,2\n`;
const heavy = `${header}Content-Type: multipart/mixed; boundary=b\n\n--b\n\nIt ends.\n${Array.from({ length: 490 }, (_, i) => part(i)).join("")}--b--\n`;
const begin = "From a@example.org Tue Mar  5 14:30:00 2024\n";

function workspaceOf(t) {
    const workspace = new Workspace(t);
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    return workspace;
}

const add = (workspace, name) => JSON.parse(workspace.run("add", "kb", name, "--json").out);

for (const [name, line] of [["signatures.eml", "--\n"], ["headers.eml", "a: Bo Lind\n"]])
    test(`${name} is read`, (t) => {
        const workspace = workspaceOf(t);
        workspace.write(name, `${header}\nIt ends.\n${line.repeat(900_000)}`);
        assert.equal(add(workspace, name).documents_added, 1);
        workspace.assertNoScratch();
    });

test("attachments that cannot be read are a failure of their mail", (t) => {
    const workspace = workspaceOf(t);
    workspace.write("heavy.eml", heavy);
    for (let i = 0; i < 2; i++) {
        const { failures } = add(workspace, "heavy.eml");
        assert.deepEqual(failures.map((f) => [f.path, f.code]), [["heavy.eml", "LIMIT"]]);
    }
    workspace.assertNoScratch();
});

test("attachments that cannot be read are no failure of other mails", (t) => {
    const workspace = workspaceOf(t);
    workspace.write("heavy.mbox", `${begin}${heavy}\n${begin}${header}\nThe last.\n`);
    const { failures, documents_added } = add(workspace, "heavy.mbox");
    assert.deepEqual(failures.map((f) => [f.path, f.code]), [["heavy.mbox/2024-03-05 mail.eml/attachments", "FILE_READ_FAILED"]]);
    assert.equal(documents_added, 2);
    workspace.assertNoScratch();
});
