#include "ask/parse/weights.h"

#include "ask/parse/feature.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 32

static const char *const names[F_TEMPLATES] = {
    [F_SKIP] = "skip",
    [F_SKIP_WORD] = "skip_word",
    [F_OP] = "op",
    [F_COLUMN] = "column",
    [F_ROLE] = "role",
    [F_ROLE_AFTER] = "role_after",
    [F_ROLE_NEXT] = "role_next",
    [F_ROLE_NATURE] = "role_nature",
    [F_VALUE] = "value",
    [F_VALUE_BY] = "value_by",
    [F_NUMBER] = "number",
    [F_NUMBER_AT] = "number_at",
    [F_PERIOD] = "period",
    [F_ROWS] = "rows",
    [F_SUPER] = "super",
    [F_FORM] = "form",
    [F_FORM_OP] = "form_op",
    [F_FORM_NO_OP] = "form_no_op",
    [F_FORM_SLOTS] = "form_slots",
    [F_AGG] = "agg",
    [F_IMPLIED] = "implied",
    [F_OUTPUTS] = "outputs",
    [F_FILTERS] = "filters",
    [F_UNUSED] = "unused",
    [F_LIMIT] = "limit",
    [F_SKIPPED] = "skipped",
    [F_TABLE] = "table",
    [F_NOTHING] = "nothing",
    [F_RIVALS] = "rivals",
    [F_DISTINCT] = "distinct",
    [F_DEFAULT] = "default",
    [F_SHAPE] = "shape",
    [F_NAMING] = "naming",
    [F_WORD_FIGURE] = "word_figure",
    [F_RESULT] = "result",
    [F_RULES] = "rules",
    [F_FITS] = "fits",
    [F_ASKED] = "asked_for",
    [F_PARTS] = "asked_parts",
    [F_SURE] = "sure",
};

/* Open addressing; a slot with weight 0 is empty. */
struct slot {
    uint32_t hash;
    float weight;
};

#define LANGUAGES 3
#define MAX_KNOTS 64

static const char *const language_names[LANGUAGES] = {"@en ", "@es ", "@zh "};

/* How often what had a probability was right. */
struct curve {
    double raw[MAX_KNOTS];
    double share[MAX_KNOTS];
    size_t n;
};

/* One block of bytes without pointers, so that the program has it as it is. */
struct parse_weights {
    struct curve curve[LANGUAGES];
    uint64_t n_slots;   /* a power of two */
    struct slot slot[]; /* slot[n_slots], at most half full */
};

uint32_t feature_word(struct str word)
{
    uint32_t h = 2166136261U;

    for (size_t i = 0; i < word.n; i++)
        h = (h ^ (unsigned char)word.p[i]) * 16777619U;
    return h | 0x80000000U; /* no small number */
}

/* The finalizer of MurmurHash3. */
static uint32_t mix(uint32_t h, uint32_t x)
{
    h ^= x + 0x9e3779b9U + (h << 6) + (h >> 2);
    h ^= h >> 16;
    h *= 0x85ebca6bU;
    h ^= h >> 13;
    h *= 0xc2b2ae35U;
    return h ^ (h >> 16);
}

uint32_t feature_mix(enum feature_kind t, const uint32_t *arg, size_t n)
{
    uint32_t h = mix(0x51585057U, (uint32_t)t);

    for (size_t i = 0; i < n && arg[i] != FEATURE_NONE; i++)
        h = mix(h, arg[i]);
    return h;
}

void feature_write(struct buf *b, const struct feature *f)
{
    buf_puts(b, names[f->kind]);
    for (size_t i = 0; i < FEATURE_ARGS && f->arg[i] != FEATURE_NONE; i++)
        buf_printf(b, ":%u", f->arg[i]);
    buf_put_char(b, '\n');
}

/* Up to the next colon; what is after it stays in *rest. */
static struct str cut(struct str *rest)
{
    size_t at = str_find_char(*rest, ':');
    struct str part = str_slice(*rest, 0, at);

    *rest = at < rest->n ? str_slice(*rest, at + 1, rest->n) : (struct str){0};
    return part;
}

static uint32_t read_arg(struct str text)
{
    uint64_t value;
    struct error ignored;

    return str_parse_u64(text, UINT32_MAX, &value, &ignored)
               ? feature_word(text)
               : (uint32_t)value;
}

uint32_t parse_feature_kind(struct str name)
{
    struct str rest = name;
    const struct str head = cut(&rest);
    uint32_t t = 0;

    while (t < F_TEMPLATES && !str_is(head, names[t]))
        t++;
    return t;
}

uint32_t parse_feature_hash(struct str name)
{
    const uint32_t t = parse_feature_kind(name);
    struct str rest = name;
    uint32_t arg[FEATURE_ARGS];
    size_t n = 0;

    (void)cut(&rest);
    while (rest.n && n < FEATURE_ARGS) {
        struct str part = cut(&rest);

        arg[n++] = read_arg(part);
    }
    return feature_mix((enum feature_kind)t, arg, n);
}

double parse_weights_of(const struct parse_weights *w, uint32_t hash)
{
    uint32_t at = hash;

    for (;;) {
        const struct slot *s = &w->slot[at++ & (w->n_slots - 1)];

        if (s->weight == 0 || s->hash == hash)
            return (double)s->weight;
    }
}

static void put_weight(struct parse_weights *w, uint32_t hash, float weight)
{
    uint32_t at = hash;

    while (w->slot[at & (w->n_slots - 1)].weight != 0)
        at++;
    w->slot[at & (w->n_slots - 1)] = (struct slot){hash, weight};
}

static enum err read_knot(struct parse_weights *w, struct str line,
                          struct error *e)
{
    char text[2 * NUMBER_BYTES] = "";
    unsigned l = 0;
    struct curve *c;
    char *end;

    while (l < LANGUAGES && !str_starts(line, str_from(language_names[l])))
        l++;
    if (l == LANGUAGES || line.n >= sizeof(text) || w->curve[l].n == MAX_KNOTS)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a line of confidence names a language");
    c = &w->curve[l];
    memcpy(text, line.p, line.n);
    c->raw[c->n] = strtod(text + strlen(language_names[l]), &end);
    c->share[c->n] = strtod(end, &end);
    if (*end || !isfinite(c->raw[c->n]) || !isfinite(c->share[c->n]) ||
        (c->n && (c->raw[c->n] <= c->raw[c->n - 1] ||
                  c->share[c->n] < c->share[c->n - 1])))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "a line of confidence must be two numbers, each not below "
            "those of the line before");
    c->n++;
    return OK;
}

double parse_weights_confidence(const struct parse_weights *w,
                                enum language language, double probability)
{
    const struct curve *c = &w->curve[language];
    size_t i = 0;

    if (c->n == 0)
        return probability;
    while (i < c->n && c->raw[i] < probability)
        i++;
    if (i == 0 || i == c->n)
        return c->share[i ? c->n - 1 : 0];
    return c->share[i - 1] + (c->share[i] - c->share[i - 1]) *
                                 (probability - c->raw[i - 1]) /
                                 (c->raw[i] - c->raw[i - 1]);
}

static enum err read_line(struct parse_weights *w, struct str line,
                          struct error *e)
{
    size_t space = str_find_char(line, ' ');
    struct str digits = str_slice(line, space + 1, line.n);
    char text[NUMBER_BYTES] = "";
    char *end;
    float weight;

    if (line.n == 0 || line.p[0] == '#')
        return OK;
    if (line.p[0] == '@')
        return read_knot(w, line, e);
    if (digits.n == 0 || digits.n >= sizeof(text))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a line of weights must be a name and a number");
    memcpy(text, digits.p, digits.n);
    weight = strtof(text, &end);
    if (*end || !isfinite(weight))
        return error_set(e, ERR_VALIDATION_FAILED, "a weight is not a number");
    if (weight != 0)
        put_weight(w, parse_feature_hash(str_slice(line, 0, space)), weight);
    return OK;
}

static enum err read_lines(struct parse_weights *w, struct str text,
                           struct error *e)
{
    size_t number = 1;

    for (size_t at = 0; at < text.n; number++) {
        struct str rest = str_slice(text, at, text.n);
        size_t end = str_find_char(rest, '\n');
        struct error why;

        if (read_line(w, str_slice(rest, 0, end), &why))
            return error_set(e, why.code, "line %zu: %s", number, why.msg);
        at += end + 1;
    }
    return OK;
}

struct parse_weights *parse_weights_read(struct str text, struct error *e)
{
    struct parse_weights *w;
    size_t lines = 1;
    size_t n = 16;

    for (size_t i = 0; i < text.n; i++)
        lines += text.p[i] == '\n';
    while (n < 2 * lines)
        n *= 2;
    w = mem_new(sizeof(*w) + n * sizeof(*w->slot), e);
    if (!w)
        return NULL;
    w->n_slots = n;
    if (read_lines(w, text, e)) {
        parse_weights_free(w);
        return NULL;
    }
    return w;
}

struct str parse_weights_bytes(const struct parse_weights *w)
{
    return (struct str){(const char *)w,
                        sizeof(*w) + (size_t)w->n_slots * sizeof(*w->slot)};
}

void parse_weights_free(struct parse_weights *w)
{
    mem_free(w);
}
