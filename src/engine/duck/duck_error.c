/*
 * duck_error.c - DuckDB's errors as ours.
 *
 * With `SET errors_as_json=true` DuckDB reports an object: exception_type,
 * exception_message, position (byte offset in the SQL, 0-based), and for some
 * error_subtype, name and candidates. Errors found before a connection reads
 * its settings still come as text, "Parser Error: ...". Both are read here.
 *
 * What DuckDB says may name a path of this machine or quote a cell, and an
 * error goes to logs and other people. So: failures of input and output get
 * one neutral sentence; any word with a slash that the SQL does not hold
 * itself is cut; and where the message is about values (conversion, range)
 * each quoted piece and each number that the SQL does not hold is cut too.
 * An ellipsis stands for what was cut, and for the rest of a long name. Names
 * of the engine's own, of a database or of how it stores a type, become those
 * that SQL has.
 */
#include "engine/duck/duck_internal.h"

#include "base/json.h"
#include "base/utf8.h"

#include <string.h>

#define CUT                "\xe2\x80\xa6" /* an ellipsis */
#define MESSAGE_MAX_BYTES  360u
#define ERROR_BUDGET_BYTES (4u << 20)
#define CANDIDATES_MAX     3
#define NAME_SHOWN_BYTES   80u
#define OWN_SCHEMA         "memory.main."

/* What DuckDB reports; all borrow its message or a parsed copy of it. */
struct report {
    struct str type; /* "Binder", "Out of Memory", ... */
    struct str message;
    struct str position;
    struct str subtype;
    struct str name;
    struct str object; /* what `name` is: "Table", "Scalar Function" */
    struct str candidates;
};

enum wording {
    SAY,      /* DuckDB's words about the SQL */
    SAY_DATA, /* DuckDB's words about values: cut what the SQL lacks */
    FIXED,    /* our words */
};

struct rule {
    const char *type;
    enum err code;
    enum wording wording;
    const char *text;
};

#define NEEDS_MEMORY                                                            \
    "the query needs more memory than it may use; read fewer rows or columns, " \
    "or allow it more"

/* What is not listed is SAY_DATA of ERR_VALIDATION_FAILED. */
static const struct rule rules[] = {
    {"Parser", ERR_VALIDATION_FAILED, SAY, NULL},
    {"Syntax", ERR_VALIDATION_FAILED, SAY, NULL},
    {"Binder", ERR_VALIDATION_FAILED, SAY, NULL},
    {"Catalog", ERR_VALIDATION_FAILED, SAY, NULL},
    {"Not implemented", ERR_VALIDATION_FAILED, SAY, NULL},
    {"Out of Memory", ERR_LIMIT, FIXED, NEEDS_MEMORY},
    {"INTERRUPT", ERR_TIMEOUT, FIXED,
     "the query was stopped: its time passed or it was cancelled"},
    {"Permission", ERR_SANDBOX_VIOLATION, FIXED,
     "a query cannot reach files, settings or extensions; read the table data"},
    {"IO", ERR_INTERNAL, FIXED, "reading or writing failed during the query"},
    {"Missing Extension", ERR_VALIDATION_FAILED, FIXED,
     "the query needs an extension, and none can be loaded here"},
    {"Extension Autoloading", ERR_VALIDATION_FAILED, FIXED,
     "the query needs an extension, and none can be loaded here"},
    {"INTERNAL", ERR_INTERNAL, FIXED, "the table engine failed on this query"},
    {"FATAL", ERR_INTERNAL, FIXED, "the table engine failed on this query"},
    {"Serialization", ERR_FILE_READ_FAILED, FIXED,
     "the table's cache file is damaged"},
    {"HTTP", ERR_INTERNAL, FIXED, "the network cannot be reached from here"},
    {"Network", ERR_INTERNAL, FIXED, "the network cannot be reached from here"},
};

static const struct rule other_rule = {"", ERR_VALIDATION_FAILED, SAY_DATA,
                                       NULL};

/* What has no type of its own: a text over 4 GiB, a list over 2^32 values, and
 * a block of the attached file whose checksum is wrong. */
static const struct rule too_large_rule = {
    "", ERR_LIMIT, FIXED,
    "the query makes a text or a list larger than the engine can hold"};

static const struct rule damaged_rule = {"", ERR_FILE_READ_FAILED, FIXED,
                                         "the table's cache file is damaged"};

/* Memory that the system did not give, before DuckDB's own limit was met. */
static const struct rule out_of_memory_rule = {"", ERR_LIMIT, FIXED,
                                               NEEDS_MEMORY};

static bool is_about_memory(struct str message)
{
    return str_find(message, STR("bad_alloc")) < message.n ||
           str_starts(message, STR("Failed to allocate"));
}

static const struct rule *find_special_rule(struct str message)
{
    if (is_about_memory(message))
        return &out_of_memory_rule;
    if (str_find(message, STR("maximum supported string size")) < message.n ||
        str_starts(message, STR("Lists larger than")))
        return &too_large_rule;
    if (str_starts(message, STR("Corrupt database file")) ||
        str_starts(message, STR("Could not read enough bytes")))
        return &damaged_rule;
    return NULL;
}

static const struct rule *find_rule(struct str type, struct str message)
{
    const struct rule *special = find_special_rule(message);

    if (special)
        return special;
    for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
        if (str_eq_nocase(type, str_from(rules[i].type)))
            return &rules[i];
    }
    return &other_rule;
}

/* Line and column of a byte of the user's SQL. */
static struct srcpos pos_of(const struct duck_source *src, size_t offset)
{
    struct srcpos pos = {1, 1, offset};
    for (size_t i = 0; i < offset && i < src->sql.n; i++) {
        pos.column++;
        if (src->sql.p[i] == '\n') {
            pos.line++;
            pos.column = 1;
        }
    }
    return pos;
}

static struct srcpos report_pos(const struct report *r,
                                const struct duck_source *src)
{
    struct error ignored;
    uint64_t at = 0;
    if (!r->position.n ||
        str_parse_u64(r->position, src->sql.n + src->shift, &at, &ignored) ||
        at < src->shift)
        return (struct srcpos){0};
    return pos_of(src, at - src->shift);
}

static bool holds(struct str text, struct str piece)
{
    return str_find(text, piece) < text.n;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Length of the quoted piece at the start of `s`, quotes included, or 0. */
static size_t quoted_length(struct str s)
{
    if (s.n < 2 || (s.p[0] != '\'' && s.p[0] != '"'))
        return 0;
    size_t inner = str_find_char(str_slice(s, 1, s.n), s.p[0]);
    return inner + 2 <= s.n ? inner + 2 : 0;
}

static size_t number_length(struct str s)
{
    size_t n = 0;
    while (n < s.n && (is_digit(s.p[n]) || (n && s.p[n] == '.')))
        n++;
    return n;
}

static size_t word_length(struct str s)
{
    size_t n = 0;
    while (n < s.n && s.p[n] > ' ' && s.p[n] != '"' && s.p[n] != '\'')
        n++;
    return n;
}

static bool looks_like_path(struct str word)
{
    return str_find_char(word, '/') + 1 < word.n ||
           str_find_char(word, '\\') + 1 < word.n ||
           holds(word, STR(".duckdb")) || holds(word, STR(".wal"));
}

/* Text that may be long, as what was meant to be a name. */
static void put_shown(struct buf *out, struct str s)
{
    struct str head = str_slice(s, 0, NAME_SHOWN_BYTES);

    if (head.n < s.n)
        head.n = utf8_valid_prefix(head);
    buf_put_str(out, head);
    buf_puts(out, head.n < s.n ? CUT : "");
}

static void put_quoted(struct buf *out, struct str inner, bool keep)
{
    buf_put_char(out, '\'');
    put_shown(out, keep ? inner : STR(CUT));
    buf_put_char(out, '\'');
}

/* DuckDB quotes the parts of a name and then the whole:
 * "memory.main."data".v" is 'data.v'. Returns its length, or 0. */
static size_t put_qualified(struct buf *out, struct str s)
{
    char name[2 * NAME_SHOWN_BYTES];
    bool inside = false;
    size_t i = sizeof("\"" OWN_SCHEMA) - 1;
    size_t n = 0;

    if (!str_starts(s, STR("\"" OWN_SCHEMA)))
        return 0;
    for (; i < s.n; i++) {
        if (s.p[i] == '"' && !inside && s.p[i - 1] != '.')
            break;
        if (s.p[i] == '"')
            inside = !inside;
        else if (n < sizeof(name))
            name[n++] = s.p[i];
    }
    put_quoted(out, (struct str){name, n}, true);
    return i < s.n ? i + 1 : i;
}

/* How the engine stores a type is not how SQL calls it. */
static size_t put_type(struct buf *out, struct str s, struct str sql)
{
    static const struct {
        const char *engine;
        const char *sql;
    } types[] = {
        {"INT8", "TINYINT"},     {"INT16", "SMALLINT"},  {"INT32", "INTEGER"},
        {"INT64", "BIGINT"},     {"INT128", "HUGEINT"},  {"UINT8", "UTINYINT"},
        {"UINT16", "USMALLINT"}, {"UINT32", "UINTEGER"}, {"UINT64", "UBIGINT"},
        {"UINT128", "UHUGEINT"},
    };
    struct str word = s;

    for (word.n = 0; word.n < s.n && is_word(s.p[word.n]); word.n++)
        ;
    for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
        if (str_is(word, types[i].engine) && !holds(sql, word)) {
            buf_puts(out, types[i].sql);
            return word.n;
        }
    }
    return 0;
}

/* Put the piece that begins at msg[i], cleaned; returns its length. */
static size_t put_piece(struct buf *out, struct str msg, size_t i,
                        struct str sql, bool data)
{
    struct str rest = str_slice(msg, i, msg.n);
    bool starts = i == 0 || !is_word(msg.p[i - 1]);
    size_t n = starts ? put_qualified(out, rest) : 0;
    if (!n && starts)
        n = put_type(out, rest, sql);
    if (n)
        return n;
    n = starts ? quoted_length(rest) : 0;
    if (n) {
        struct str inner = str_slice(rest, 1, n - 1);
        put_quoted(out, inner,
                   holds(sql, inner) || (!data && !looks_like_path(inner)));
        return n;
    }
    n = data && starts ? number_length(rest) : 0;
    bool of_type = i >= 2 && (msg.p[i - 1] == '(' || msg.p[i - 1] == ',') &&
                   is_word(msg.p[i - 2]); /* DECIMAL(9,2) */
    if (n && !of_type) {
        struct str number = str_slice(rest, 0, n);
        if (holds(sql, number))
            buf_put_str(out, number);
        else
            buf_puts(out, CUT);
        return n;
    }
    n = i == 0 || msg.p[i - 1] <= ' ' ? word_length(rest) : 0;
    struct str word = str_slice(rest, 0, n);
    if (n && looks_like_path(word) && !holds(sql, word)) {
        buf_puts(out, CUT);
        return n;
    }
    if (n > NAME_SHOWN_BYTES) {
        put_shown(out, word);
        return n;
    }
    buf_put_char(out, (unsigned char)msg.p[i] < ' ' ? ' ' : msg.p[i]);
    return 1;
}

/* The first line of a message, without what must not be said. */
static void put_clean(struct buf *out, struct str msg, struct str sql,
                      bool data)
{
    msg = str_trim(str_slice(msg, 0, str_find_char(msg, '\n')));
    while (msg.n && strchr(".!:", msg.p[msg.n - 1]))
        msg.n--;
    for (size_t i = 0; i < msg.n && !out->overflow;)
        i += put_piece(out, msg, i, sql, data);
}

/* "; the nearest are 'a', 'b'" */
static void put_candidates(struct buf *out, struct str list, const char *one,
                           const char *many)
{
    if (!list.n)
        return;
    buf_puts(out, str_find_char(list, ',') < list.n ? many : one);
    for (int i = 0; i < CANDIDATES_MAX && list.n; i++) {
        size_t n = str_find_char(list, ',');
        buf_puts(out, i ? ", " : " ");
        put_quoted(out, str_trim(str_slice(list, 0, n)), true);
        list = str_slice(list, n + 1, list.n);
    }
}

#define SAME_NAME "Ambiguous reference to table "

/* Two tables of one name; `rest` begins with it, in DuckDB's quotes. */
static void put_same_name(struct buf *out, struct str rest)
{
    size_t n = quoted_length(rest);

    buf_puts(out, "more than one table is called ");
    if (!put_qualified(out, rest))
        put_quoted(out, str_slice(rest, 1, n ? n - 1 : 1), true);
    buf_puts(out, "; give each a name with AS");
}

/* The failures that people meet daily, in our own words. */
static bool put_known(struct buf *out, const struct report *r)
{
    const char *one = "; the nearest is", *many = "; the nearest are";
    if (str_is(r->subtype, "COLUMN_NOT_FOUND") && r->name.n) {
        buf_puts(out, "no column ");
        put_quoted(out, r->name, true);
    } else if (str_is(r->subtype, "MISSING_ENTRY") && r->name.n) {
        bool function = holds(r->object, STR("Function"));
        bool table = str_is(r->object, "Table");
        buf_printf(out, "no %s ",
                   function ? "function" : (table ? "table" : "such thing as"));
        put_quoted(out, r->name, true);
    } else if (str_is(r->subtype, "NO_MATCHING_FUNCTION") && r->name.n) {
        put_quoted(out, r->name, true);
        buf_puts(out, " takes no arguments of these types");
        one = many = "; cast them to fit";
    } else if (str_starts(r->message, STR(SAME_NAME))) {
        put_same_name(
            out, str_slice(r->message, sizeof(SAME_NAME) - 1, r->message.n));
    } else {
        return false;
    }
    if (r->name.n <= NAME_SHOWN_BYTES) /* nothing is near such a name */
        put_candidates(out, r->candidates, one, many);
    return true;
}

/* One line of valid UTF-8: what DuckDB cut short or quoted may not be. */
static struct str one_line(struct buf *b)
{
    for (size_t i = 0; i < b->n; i++) {
        if ((unsigned char)b->p[i] < ' ')
            b->p[i] = ' ';
    }
    struct str s = buf_str(b);
    s.n = utf8_valid_prefix(s);
    return s;
}

static enum err fail(const struct report *r, const struct duck_source *src,
                     struct error *e)
{
    struct buf text;
    const struct rule *rule = find_rule(r->type, r->message);
    struct srcpos pos = {0};
    enum err code = rule->code;
    if (rule->wording == FIXED)
        return error_set(e, code, "%s", rule->text);
    buf_init(&text, MESSAGE_MAX_BYTES);
    if (!src) { /* our own statement: a bug, for the log */
        code = ERR_INTERNAL;
        buf_puts(&text, "the table engine refused our own statement: ");
        put_clean(&text, r->message, STR(""), true);
    } else {
        pos = report_pos(r, src);
        if (!put_known(&text, r))
            put_clean(&text, r->message, src->sql, rule->wording == SAY_DATA);
    }
    error_at(e, code, pos, "%.*s", STR_FMT(one_line(&text)));
    buf_release(&text);
    return code;
}

static struct str field(const struct json *j, const char *name,
                        const char *other)
{
    const struct json *f = json_find(j, name);
    return json_text(f ? f : json_find(j, other));
}

enum err duck_fail_fields(const struct json *j, const struct duck_source *src,
                          struct error *e)
{
    struct report r = {
        .type = field(j, "exception_type", "error_type"),
        .message = field(j, "exception_message", "error_message"),
        .position = field(j, "position", ""),
        .subtype = field(j, "error_subtype", ""),
        .name = field(j, "name", ""),
        .object = field(j, "type", ""),
        .candidates = field(j, "candidates", ""),
    };
    return fail(&r, src, e);
}

/* "Parser Error: syntax error ..." */
static enum err fail_text(struct str text, const struct duck_source *src,
                          struct error *e)
{
    struct report r = {.message = text};
    size_t at = str_find(text, STR(" Error: "));
    if (at < text.n) {
        r.type = str_slice(text, 0, at);
        r.message = str_slice(text, at + sizeof(" Error: ") - 1, text.n);
    }
    return fail(&r, src, e);
}

enum err duck_fail(const char *message, const struct duck_source *src,
                   struct error *e)
{
    struct arena a;
    struct json *root = NULL;
    struct error ignored;
    struct str text = str_from(message);
    struct str json = str_slice(text, str_find_char(text, '{'), text.n);
    enum err rc;
    arena_init(&a, ERROR_BUDGET_BYTES);
    if (json_parse(json, &json_default_limits, &a, &root, &ignored) == OK)
        rc = duck_fail_fields(root, src, e);
    else
        rc = fail_text(text, src, e);
    arena_release(&a);
    return rc;
}

enum err duck_check_text(struct str sql, struct error *e)
{
    struct duck_source src = {sql, 0};
    size_t good = utf8_valid_prefix(sql);
    size_t nul = str_find_char(sql, '\0');
    if (good == sql.n && nul == sql.n)
        return OK;
    size_t at = good < nul ? good : nul;
    return error_at(e, ERR_VALIDATION_FAILED, pos_of(&src, at),
                    good < nul ? "the SQL is not UTF-8 here"
                               : "the SQL holds a NUL byte");
}
