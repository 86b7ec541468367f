#include "engine/sql_gate/gate_scan.h"

#include "engine/sql_gate/gate_walk.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char at(struct str sql, size_t i)
{
    return i < sql.n ? sql.p[i] : '\0';
}

/* Bytes of the space that is no ASCII at i and that DuckDB makes a plain one
 * of before it parses: U+00A0, U+2000 to U+200D, U+202F, U+205F, U+2060,
 * U+3000, U+FEFF; else 0. */
static size_t wide_space(struct str sql, size_t i)
{
    unsigned char a = (unsigned char)at(sql, i);
    unsigned char b = (unsigned char)at(sql, i + 1);
    unsigned char c = (unsigned char)at(sql, i + 2);

    if (a == 0xc2 && b == 0xa0)
        return 2;
    if ((a == 0xe2 && b == 0x80 && ((c >= 0x80 && c <= 0x8d) || c == 0xaf)) ||
        (a == 0xe2 && b == 0x81 && (c == 0x9f || c == 0xa0)) ||
        (a == 0xe3 && b == 0x80 && c == 0x80) ||
        (a == 0xef && b == 0xbb && c == 0xbf))
        return 3;
    return 0;
}

/* After a block comment that begins at i; they nest. */
static size_t skip_block(struct str sql, size_t i)
{
    unsigned depth = 0;

    do {
        if (at(sql, i) == '/' && at(sql, i + 1) == '*') {
            depth++;
            i += 2;
        } else if (at(sql, i) == '*' && at(sql, i + 1) == '/') {
            depth--;
            i += 2;
        } else {
            i++;
        }
    } while (depth > 0 && i < sql.n);
    return i < sql.n ? i : sql.n;
}

static size_t skip_blank(struct str sql, size_t i)
{
    while (i < sql.n) {
        char c = sql.p[i];

        if (c == ' ' || (c >= '\t' && c <= '\r'))
            i++;
        else if (c == '-' && at(sql, i + 1) == '-')
            i += str_find_char(str_slice(sql, i, sql.n), '\n');
        else if (c == '/' && at(sql, i + 1) == '*')
            i = skip_block(sql, i);
        else if (wide_space(sql, i))
            i += wide_space(sql, i);
        else
            break;
    }
    return i;
}

/* After a text in quotes that begins at i; a doubled quote is one in it. */
static size_t skip_quoted(struct str sql, size_t i)
{
    char quote = sql.p[i++];

    while (i < sql.n) {
        if (sql.p[i] != quote)
            i++;
        else if (at(sql, i + 1) == quote)
            i += 2;
        else
            return i + 1;
    }
    return sql.n;
}

/* After $tag$text$tag$ that begins at i; i itself if no such text begins there. */
static size_t skip_dollar(struct str sql, size_t i)
{
    size_t end = i + 1;
    struct str tag, rest;

    while (is_letter(at(sql, end)) || is_digit(at(sql, end)))
        end++;
    if (at(sql, end) != '$')
        return i;
    tag = str_slice(sql, i, end + 1);
    rest = str_slice(sql, end + 1, sql.n);
    end += 1 + str_find(rest, tag) + tag.n;
    return end < sql.n ? end : sql.n;
}

struct gate_token gate_token_next(struct str sql, size_t *pos)
{
    size_t start = skip_blank(sql, *pos);
    struct gate_token t = {GATE_TOKEN_END, {NULL, 0}, start};
    size_t end = start;
    char c = at(sql, start);

    if (start >= sql.n) {
        *pos = sql.n;
        return t;
    }
    if (c == '\'' || c == '"') {
        t.kind = GATE_TOKEN_QUOTED;
        end = skip_quoted(sql, start);
    } else if (c == '$' && skip_dollar(sql, start) > start) {
        t.kind = GATE_TOKEN_QUOTED;
        end = skip_dollar(sql, start);
    } else if (is_letter(c)) {
        t.kind = GATE_TOKEN_WORD;
        while (end < sql.n && !wide_space(sql, end) &&
               (is_letter(sql.p[end]) || is_digit(sql.p[end])))
            end++;
    } else {
        t.kind = GATE_TOKEN_OTHER;
        end = start + 1;
    }
    t.text = str_slice(sql, start, end);
    *pos = end;
    return t;
}

/* After what DuckDB leaves as it is at i: a quoted text, a line comment, or
 * one byte. */
static size_t skip_kept(struct str sql, size_t i)
{
    char c = sql.p[i];

    if (c == '\'' || c == '"')
        return skip_quoted(sql, i);
    if (c == '$' && skip_dollar(sql, i) > i)
        return skip_dollar(sql, i);
    if (c == '-' && at(sql, i + 1) == '-')
        return i + str_find_char(str_slice(sql, i, sql.n), '\n');
    return i + 1;
}

uint64_t gate_source_offset(struct str sql, uint64_t offset)
{
    uint64_t seen = 0; /* in DuckDB's text */
    size_t i = 0;

    while (i < sql.n) {
        size_t wide = wide_space(sql, i);
        size_t end = wide ? i + wide : skip_kept(sql, i);
        size_t length = wide ? 1 : end - i;

        if (seen + length > offset)
            return i + (offset - seen);
        seen += length;
        i = end;
    }
    return i + (offset - seen);
}

size_t gate_second_statement(struct str sql)
{
    bool begun = false, ended = false;
    size_t pos = 0;

    for (;;) {
        struct gate_token t = gate_token_next(sql, &pos);

        if (t.kind == GATE_TOKEN_END)
            return sql.n;
        if (str_is(t.text, ";"))
            ended = begun;
        else if (ended)
            return t.at;
        else
            begun = true;
    }
}

/* Statements that are no SELECT, and what they do. */
static const struct {
    const char *word;
    const char *deed;
} verbs[] = {
    {"INSERT", "changes data"},
    {"UPDATE", "changes data"},
    {"DELETE", "changes data"},
    {"MERGE", "changes data"},
    {"TRUNCATE", "changes data"},
    {"CREATE", "changes the tables"},
    {"DROP", "changes the tables"},
    {"ALTER", "changes the tables"},
    {"COMMENT", "changes the tables"},
    {"COPY", "reads or writes files"},
    {"EXPORT", "writes files"},
    {"IMPORT", "reads files"},
    {"ATTACH", "opens files"},
    {"DETACH", "closes tables"},
    {"USE", "changes settings"},
    {"INSTALL", "fetches extensions"},
    {"LOAD", "loads extensions"},
    {"SET", "changes settings"},
    {"RESET", "changes settings"},
    {"PRAGMA", "changes settings"},
    {"CALL", "runs a procedure"},
    {"PREPARE", "keeps a statement"},
    {"EXECUTE", "runs kept SQL"},
    {"DEALLOCATE", "changes settings"},
    {"BEGIN", "is a transaction"},
    {"START", "is a transaction"},
    {"COMMIT", "is a transaction"},
    {"ROLLBACK", "is a transaction"},
    {"ABORT", "is a transaction"},
    {"END", "is a transaction"},
    {"CHECKPOINT", "writes files"},
    {"FORCE", "reads or writes files"},
    {"VACUUM", "changes the tables"},
    {"ANALYZE", "changes the tables"},
    {"REINDEX", "changes the tables"},
    {"EXPLAIN", "shows a plan, not data"},
    {"GRANT", "changes rights"},
    {"REVOKE", "changes rights"},
    {"DO", "runs code"},
    {"LISTEN", "waits"},
    {"REFRESH", "changes the tables"},
};
#define VERBS_COUNT (sizeof(verbs) / sizeof(verbs[0]))
#define CHANGING    4 /* the first ones may follow WITH */

static size_t verb_find(struct str word)
{
    size_t i = 0;

    while (i < VERBS_COUNT && !str_eq_nocase(word, str_from(verbs[i].word)))
        i++;
    return i;
}

/* Fill *e when a statement is no SELECT; `first` is its first word. */
static bool explain_verb(struct str sql, struct gate_token first,
                         struct error *e)
{
    struct gate_token t = first;
    size_t verb = verb_find(t.text), pos = t.at + t.text.n;

    if (str_eq_nocase(first.text, STR("WITH")))
        while (t.kind != GATE_TOKEN_END && verb >= CHANGING) {
            t = gate_token_next(sql, &pos);
            verb = t.kind == GATE_TOKEN_WORD ? verb_find(t.text) : VERBS_COUNT;
        }
    if (verb == VERBS_COUNT)
        return false;
    (void)error_at(e, ERR_VALIDATION_FAILED, gate_position(sql, t.at),
                   "only one SELECT is allowed; '%s' %s", verbs[verb].word,
                   verbs[verb].deed);
    return true;
}

/* The word PIVOT, or t.kind END. */
static struct gate_token find_pivot(struct str sql)
{
    struct gate_token t;
    size_t pos = 0;

    do
        t = gate_token_next(sql, &pos);
    while (t.kind != GATE_TOKEN_END &&
           !(t.kind == GATE_TOKEN_WORD &&
             (str_eq_nocase(t.text, STR("PIVOT")) ||
              str_eq_nocase(t.text, STR("PIVOT_WIDER")))));
    return t;
}

void gate_explain(struct str sql, struct error *e)
{
    struct gate_token t;
    size_t pos = 0, second = gate_second_statement(sql);

    do
        t = gate_token_next(sql, &pos);
    while (str_is(t.text, "(") || str_is(t.text, ";"));
    if (explain_verb(sql, t, e))
        return;
    if (second < sql.n) {
        (void)error_at(e, ERR_VALIDATION_FAILED, gate_position(sql, second),
                       "only one statement is allowed; a second begins here");
        return;
    }
    t = find_pivot(sql);
    if (e->pos.line == 0 && t.kind == GATE_TOKEN_WORD)
        (void)error_at(e, ERR_VALIDATION_FAILED, gate_position(sql, t.at),
                       "PIVOT needs its values in the query: write ON column "
                       "IN ('a', 'b')");
}
