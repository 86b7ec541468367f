/* lex_source.c - reads the files of a lexicon, line by line. */
#include "ask/lexicon/lex_source.h"

#include "base/fs.h"

#include <string.h>

#define MAX_FILE_BYTES ((size_t)8 << 20)
#define MAX_RELATIONS  24
#define MAX_CONDITIONS 64
#define MAX_NUMBER     60000 /* that a condition compares with */

/* By enum lex_kind; a quantity can be "quantity:DIMENSION". */
static const char *const kinds_table[LEX_KINDS] = {
    "person",   "place",    "organisation", "thing",     "event",    "money",
    "count",    "quantity", "rate",         "share",     "score",    "rank",
    "age",      "duration", "date",         "time",      "year",     "month",
    "weekday",  "period",   "code",         "name",      "title",    "text",
    "category", "state",    "flag",         "operation", "condition"};

/* By enum lex_aggregate, lex_relation and lex_role. */
static const char *const aggregates_table[LEX_AGGREGATES] = {
    "-", "sum", "mean", "last", "max", "min"};
static const char *const relations_table[LEX_RELATIONS] = {
    "<",  "name", "id",  "date",      "amount",
    "of", "not",  "per", "completes", "against"};
static const char *const roles_table[LEX_ROLES] = {
    "noun", "header", "verb", "high",   "low",   "ask",
    "unit", "word",   "code", "always", "suffix"};
static const char *const languages_table[LEX_LANGUAGES + 1] = {"en", "es", "zh",
                                                               "any"};

/* A file while it is read. */
struct reading {
    struct lex_source *out;
    struct arena *a;
    const char *file;
    size_t line;
    unsigned language;
    uint16_t concept_id; /* of the block */
};

static enum err fail(const struct reading *r, const char *what, struct str text,
                     struct error *e)
{
    return error_at(e, ERR_VALIDATION_FAILED, (struct srcpos){.line = r->line},
                    "%s: %s: '%.*s'", r->file, what, STR_FMT(text));
}

/* The index of a text in a list; n when it is not there. */
static size_t index_of(struct str text, const char *const *list, size_t n)
{
    size_t i = 0;

    while (i < n && !str_is(text, list[i]))
        i++;
    return i;
}

/* The text up to a separator, trimmed; `rest` goes on after it. */
static struct str take_part(struct str *rest, char separator)
{
    const size_t end = str_find_char(*rest, separator);
    const struct str part = str_trim(str_slice(*rest, 0, end));

    *rest = end < rest->n ? str_slice(*rest, end + 1, rest->n)
                          : (struct str){rest->p + rest->n, 0};
    return part;
}

/* The next word of a line; empty at its end. */
static struct str take_word(struct str *rest)
{
    *rest = str_trim(*rest);
    return take_part(rest, ' ');
}

/* Room for one more at the end of an array in `a`; NULL with *e filled. */
static void *grow(void *array, size_t n, size_t *cap, size_t size,
                  struct arena *a, struct error *e)
{
    void *larger;

    if (n < *cap)
        return array;
    *cap = *cap ? 2 * *cap : 1024;
    larger = arena_alloc_array(a, *cap, size, e);
    if (larger && n > 0)
        memcpy(larger, array, n * size);
    return larger;
}

static enum err add_relation(const struct reading *r, struct source_concept *c,
                             enum lex_relation kind, struct str names,
                             struct error *e)
{
    while (names.n > 0) {
        if (c->n_relations == MAX_RELATIONS)
            return fail(r, "too many attributes", c->name, e);
        c->relation[c->n_relations++] = (struct source_relation){
            .kind = kind, .name = take_part(&names, ',')};
    }
    return OK;
}

/* "paid-date", "!paid-date", "spent>budget", "stars>=4". */
static enum err read_condition(const struct reading *r, struct str text,
                               struct source_condition *out, struct error *e)
{
    static const struct {
        const char *text;
        enum lex_test test;
    } signs[] = {{"<=", LEX_IS_AT_MOST},
                 {">=", LEX_IS_AT_LEAST},
                 {"<", LEX_IS_LESS},
                 {">", LEX_IS_MORE},
                 {"=", LEX_IS_EQUAL}};
    uint64_t number;
    struct error ignored;

    *out = (struct source_condition){
        .test = LEX_IS_FILLED, .of = text, .resolved.other = LEX_NO_CONCEPT};
    if (text.n && text.p[0] == '!') {
        out->test = LEX_IS_BLANK;
        out->of = str_slice(text, 1, text.n);
    }
    for (size_t i = 0; i < COUNT_OF(signs) && !out->other.n; i++) {
        const size_t at = str_find(text, str_from(signs[i].text));

        if (at == text.n)
            continue;
        out->test = signs[i].test;
        out->of = str_slice(text, 0, at);
        out->other = str_slice(text, at + strlen(signs[i].text), text.n);
    }
    if (!out->of.n || (out->test >= LEX_IS_LESS && !out->other.n))
        return fail(r, "not a condition", text, e);
    if (out->other.n &&
        !str_parse_u64(out->other, MAX_NUMBER, &number, &ignored)) {
        out->resolved.number = (uint16_t)number;
        out->other = (struct str){0};
    }
    return OK;
}

static enum err read_conditions(const struct reading *r,
                                struct source_concept *c, struct str rest,
                                struct error *e)
{
    if ((c->kind != LEX_STATE && c->kind != LEX_CONDITION) || c->condition)
        return fail(r, "only states and conditions have them, in one list",
                    c->name, e);
    c->condition =
        arena_alloc_array(r->a, MAX_CONDITIONS, sizeof(*c->condition), e);
    if (!c->condition)
        return e->code;
    while (rest.n > 0) {
        if (c->n_conditions == MAX_CONDITIONS)
            return fail(r, "too many conditions", c->name, e);
        if (read_condition(r, take_part(&rest, ','),
                           &c->condition[c->n_conditions++], e))
            return e->code;
    }
    return OK;
}

/* The operator that a text begins with; LEX_FIRST: none. Ids have single hyphens. */
static enum lex_operator operator_at(struct str text, size_t *length)
{
    static const struct {
        const char *text;
        enum lex_operator op;
    } operators[] = {{"--", LEX_LESS},
                     {"*", LEX_TIMES},
                     {"~", LEX_UNTIL},
                     {"/", LEX_OVER},
                     {"%", LEX_PERCENT}};

    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (str_starts(text, str_from(operators[i].text))) {
            *length = strlen(operators[i].text);
            return operators[i].op;
        }
    return LEX_FIRST;
}

/* The next operand of a formula; *next: what comes after it, LEX_FIRST at the end. */
static struct str take_operand(struct str *rest, enum lex_operator *next)
{
    struct str operand = *rest;
    size_t length = 0;
    size_t end = 0;

    *next = LEX_FIRST;
    while (end < rest->n && *next == LEX_FIRST) {
        *next = operator_at(str_slice(*rest, end, rest->n), &length);
        end += *next == LEX_FIRST;
    }
    operand.n = end;
    *rest = str_slice(*rest, end + length, rest->n);
    return operand;
}

/* "revenue--cost%revenue": what is before the sign over what is after it, per cent. */
static enum err read_computed(const struct reading *r, struct str text,
                              struct source_computed *out, struct error *e)
{
    struct lex_computed *computed = &out->resolved;
    const struct str whole = text;
    enum lex_operator op = LEX_FIRST;
    unsigned divided = 0;
    unsigned until = 0;

    do {
        enum lex_operator next;
        const struct str operand = take_operand(&text, &next);

        divided += op >= LEX_OVER;
        until += op == LEX_UNTIL;
        if (operand.n == 0 || computed->n == LEX_COMPUTED_OPERANDS ||
            divided > 1)
            return fail(r, "not a formula", whole, e);
        computed->op[computed->n] = op;
        out->of[computed->n++] = operand;
        op = next;
    } while (op != LEX_FIRST);
    return computed->n < 2 || (until && computed->n > 2)
               ? fail(r, "not a formula", whole, e)
               : OK;
}

static enum err read_all_computed(const struct reading *r,
                                  struct source_concept *c, struct str rest,
                                  struct error *e)
{
    if (c->kind < LEX_MONEY || c->kind > LEX_DURATION || c->computed)
        return fail(r, "only measures are made, in one list", c->name, e);
    c->computed =
        arena_alloc_array(r->a, LEX_COMPUTED_MAX, sizeof(*c->computed), e);
    if (!c->computed)
        return e->code;
    while (rest.n > 0) {
        if (c->n_computed == LEX_COMPUTED_MAX)
            return fail(r, "too many formulas", c->name, e);
        c->computed[c->n_computed] = (struct source_computed){0};
        if (read_computed(r, take_part(&rest, ','),
                          &c->computed[c->n_computed++], e))
            return e->code;
    }
    return OK;
}

/* "< broader", "id=order-id", "not=paid,void", "when=paid-date", "made=opens/sent". */
static enum err read_relations(const struct reading *r,
                               struct source_concept *c, struct str rest,
                               struct error *e)
{
    struct str word = take_word(&rest);
    enum err rc = OK;

    c->relation =
        arena_alloc_array(r->a, MAX_RELATIONS, sizeof(*c->relation), e);
    if (!c->relation)
        return e->code;
    for (; word.n > 0 && !rc; word = take_word(&rest)) {
        struct str value = word;
        struct str key = str_is(word, "<") ? word : take_part(&value, '=');
        const size_t kind = index_of(key, relations_table, LEX_RELATIONS);

        if (str_is(key, "when") && value.n) {
            rc = read_conditions(r, c, value, e);
            continue;
        }
        if (str_is(key, "made") && value.n) {
            rc = read_all_computed(r, c, value, e);
            continue;
        }
        if (str_is(word, "<"))
            value = take_word(&rest);
        if (kind == LEX_RELATIONS || value.n == 0)
            return fail(r, "not an attribute", word, e);
        rc = add_relation(r, c, (enum lex_relation)kind, value, e);
    }
    return rc;
}

/* "id kind aggregate ..." */
static enum err read_concept(struct reading *r, struct str rest,
                             struct error *e)
{
    struct lex_source *s = r->out;
    struct source_concept *c;
    struct str word;
    size_t at;

    c = grow(s->concepts, s->n_concepts, &s->cap_concepts, sizeof(*c), r->a, e);
    if (!c)
        return e->code;
    s->concepts = c;
    if (s->n_concepts == LEX_MAX_CONCEPTS)
        return fail(r, "too many concepts", rest, e);
    c += s->n_concepts;
    *c = (struct source_concept){.file = r->file, .line = r->line};
    c->name = take_word(&rest);
    c->dimension = take_word(&rest);
    word = take_part(&c->dimension, ':');
    at = index_of(word, kinds_table, LEX_KINDS);
    if (at == LEX_KINDS || (at != LEX_QUANTITY && c->dimension.n > 0))
        return fail(r, "not a kind", word, e);
    c->kind = (enum lex_kind)at;
    word = take_word(&rest);
    at = index_of(word, aggregates_table, LEX_AGGREGATES);
    if (at == LEX_AGGREGATES)
        return fail(r, "not an aggregate", word, e);
    c->aggregate = (enum lex_aggregate)at;
    s->n_concepts++;
    return read_relations(r, c, rest, e);
}

static uint16_t find_concept(const struct lex_source *s, struct str name)
{
    for (size_t i = 0; i < s->n_concepts; i++)
        if (str_eq(s->concepts[i].name, name))
            return (uint16_t)i;
    return LEX_NO_CONCEPT;
}

static enum err add_word(const struct reading *r, struct source_word word,
                         struct error *e)
{
    struct lex_source *s = r->out;
    struct source_word *words;

    words = grow(s->words, s->n_words, &s->cap_words, sizeof(*words), r->a, e);
    if (!words)
        return e->code;
    s->words = words;
    words[s->n_words++] = word;
    return OK;
}

/* The key of a line of words. What only sometimes means an operation is not sure; what is
 * for the rules only is no sense, nor is what every language has. */
static bool read_key(const struct reading *r, struct str key,
                     struct source_word *out)
{
    const bool sometimes = str_is(key, "sometimes");
    const bool rules_only = str_is(key, "rules-only");
    const size_t role = sometimes || rules_only
                            ? LEX_OPERATION_WORD
                            : index_of(key, roles_table, LEX_ROLES);
    const bool is_any = r->language == SOURCE_ANY_LANGUAGE;

    out->role = (enum lex_role)role;
    out->is_sense = !rules_only && !is_any;
    out->is_sure = role == LEX_OPERATION_WORD && !sometimes;
    return role < LEX_ROLES && !(is_any && !str_is(key, "always"));
}

/* "noun: revenue, sales" */
static enum err read_words(const struct reading *r, struct str rest,
                           struct error *e)
{
    struct source_word word = {.concept_id = r->concept_id,
                               .language = r->language,
                               .file = r->file,
                               .line = r->line};
    struct source_concept *c;
    const struct str line = rest;

    if (!read_key(r, take_part(&rest, ':'), &word) || rest.n == 0 ||
        r->concept_id == LEX_NO_CONCEPT)
        return fail(r, "not a line of a block", line, e);
    c = &r->out->concepts[r->concept_id];
    for (; rest.n > 0; word.position++) {
        enum err rc;

        word.text = take_part(&rest, ',');
        if (word.text.n == 0)
            return fail(r, "an empty word", line, e);
        if (word.position == 0 &&
            (word.role == LEX_NOUN || word.role == LEX_WORD) &&
            c->label[r->language].n == 0)
            c->label[r->language] =
                str_slice(word.text, 0, str_find_char(word.text, '/'));
        rc = add_word(r, word, e);
        if (rc)
            return rc;
    }
    return OK;
}

/* "[revenue]", or what a line of its block says. */
static enum err read_language(struct reading *r, struct str line,
                              struct error *e)
{
    if (line.p[0] != '[')
        return read_words(r, line, e);
    if (line.p[line.n - 1] != ']')
        return fail(r, "not closed", line, e);
    r->concept_id = find_concept(r->out, str_slice(line, 1, line.n - 1));
    return r->concept_id == LEX_NO_CONCEPT ? fail(r, "no such concept", line, e)
                                           : OK;
}

typedef enum err (*line_reader)(struct reading *r, struct str line,
                                struct error *e);

static enum err read_file(struct reading *r, const char *path, line_reader read,
                          struct error *e)
{
    struct str rest;
    enum err rc = fs_read_file(path, r->file, MAX_FILE_BYTES, r->a, &rest, e);

    r->concept_id = LEX_NO_CONCEPT;
    for (r->line = 1; !rc && rest.n > 0; r->line++) {
        const struct str line = take_part(&rest, '\n');

        if (line.n > 0 && line.p[0] != '#')
            rc = read(r, line, e);
    }
    return rc;
}

/* The files of one folder, in the order of their names. */
static enum err read_folder(struct reading *r, const char *root,
                            const char *below, line_reader read,
                            struct error *e)
{
    const char *path = fs_join(root, below, r->a, e);
    struct str *list = NULL;
    size_t n = 0;
    enum err rc =
        path ? fs_list_tree(path, below, r->a, &list, &n, e) : e->code;

    for (size_t i = 0; i < n && !rc; i++) {
        const char *name = str_cstr(list[i], r->a, e);
        const char *file = name ? fs_join(path, name, r->a, e) : NULL;

        if (!file)
            return e->code;
        r->file = fs_join(below, name, r->a, e);
        rc = r->file ? read_file(r, file, read, e) : e->code;
    }
    return rc;
}

static enum err resolve_name(const struct reading *r, struct str name,
                             uint16_t *id, struct error *e)
{
    *id = find_concept(r->out, name);
    return *id == LEX_NO_CONCEPT ? fail(r, "no such concept", name, e) : OK;
}

/* Names of concepts to their ids, once all are known. */
static enum err resolve(struct reading *r, struct source_concept *c,
                        struct error *e)
{
    r->file = c->file;
    r->line = c->line;
    if (find_concept(r->out, c->name) != c - r->out->concepts)
        return fail(r, "duplicate concept", c->name, e);
    for (size_t i = 0; i < c->n_relations; i++)
        if (resolve_name(r, c->relation[i].name, &c->relation[i].concept_id, e))
            return e->code;
    for (size_t i = 0; i < c->n_conditions; i++) {
        struct source_condition *one = &c->condition[i];

        one->resolved.test = one->test;
        one->resolved.of = LEX_NO_CONCEPT;
        if ((!str_is(one->of, "any") &&
             resolve_name(r, one->of, &one->resolved.of, e)) ||
            (one->other.n &&
             resolve_name(r, one->other, &one->resolved.other, e)))
            return e->code;
    }
    for (size_t i = 0; i < c->n_computed; i++)
        for (size_t k = 0; k < c->computed[i].resolved.n; k++)
            if (resolve_name(r, c->computed[i].of[k],
                             &c->computed[i].resolved.of[k], e))
                return e->code;
    return OK;
}

enum err lex_source_read(const char *folder, struct arena *a,
                         struct lex_source *out, struct error *e)
{
    struct reading r = {.out = out, .a = a};
    enum err rc;

    *out = (struct lex_source){0};
    rc = read_folder(&r, folder, "concepts", read_concept, e);
    for (size_t i = 0; i < out->n_concepts && !rc; i++)
        rc = resolve(&r, &out->concepts[i], e);
    for (unsigned i = 0; i <= SOURCE_ANY_LANGUAGE && !rc; i++) {
        r.language = i;
        rc = read_folder(&r, folder, languages_table[i], read_language, e);
    }
    return rc;
}
