#!/usr/bin/env node
// A foreign library is included by one file, which turns it into our idioms;
// the rest of the program does not know that it exists.
import { filesOf, includesOf, read, runCheck } from "./source.mjs";

const STANDARD = new Set(
    (
        "assert ctype errno fenv float inttypes limits locale math setjmp " +
        "signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib " +
        "stdnoreturn string tgmath threads time uchar wchar wctype " +
        "dirent dlfcn fcntl fnmatch ftw getopt glob grp iconv langinfo " +
        "libgen netdb nl_types poll pthread pwd regex sched semaphore spawn " +
        "strings syslog termios unistd utime cpuid malloc endian"
    )
        .split(" ")
        .map((name) => `${name}.h`),
);
const SYSTEM_FOLDERS = ["sys", "linux", "net", "netinet", "arpa", "asm", "bits"];

function libraryOf(header) {
    if (STANDARD.has(header) || header.endsWith("intrin.h")) return null;
    const folder = header.includes("/") ? header.split("/")[0] : null;
    if (SYSTEM_FOLDERS.includes(folder)) return null;
    if (folder === "unicode") return header; // ICU is many libraries
    return folder ?? header.replace(/\.h$/, "");
}

runCheck((root, report) => {
    const owner = new Map();
    for (const file of filesOf(root, /^src\/.*\.[ch]$/)) {
        for (const include of includesOf(read(root, file))) {
            const library = include.system ? libraryOf(include.name) : null;
            if (!library) continue;
            const first = owner.get(library) ?? file;
            owner.set(library, first);
            if (first !== file) {
                report(
                    file,
                    include.line,
                    `<${include.name}> belongs to ${first} alone`,
                );
            }
        }
    }
    return `foreign: ${[...owner.keys()].sort().join(", ") || "none"}`;
});
