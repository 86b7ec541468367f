/*
 * The values of a column become one text: a line a value, its words folded
 * and stemmed, a space around each. "García, López" is the line
 * " garcia lopez ". One search then serves every need: with the line breaks
 * around it a key is a whole value, with spaces around it a run of words
 * inside one, and a hit is extended word by word as far as the question goes
 * on. Cutting 20,000 values takes a few milliseconds; a hash of all runs of
 * words took ten times the memory and found nothing more.
 */
#include "ask/link/table_schema.h"

#include "ask/link/count_column.h"
#include "ask/link/link.h"
#include "ask/link/word_filter.h"
#include "ask/vocabulary/groups.h"
#include "ask/vocabulary/question_words.h"
#include "ask/vocabulary/term_lists.h"
#include "base/text/number_affix.h"

#include <string.h>

/* Bytes of keys a column may have; more values than fit are left out. */
#define MAX_KEYS_BYTES ((size_t)16 << 20)

/* One value's words never need more. */
#define SCRATCH_BYTES ((size_t)8 << 20)

/* Longer cells are prose: nobody names them in a question. */
#define MAX_VALUE_BYTES 400

#define CURRENCY_BYTES 16 /* of its sign in a name, and a digit */

static enum column_kind kind_of(struct str type, bool *whole)
{
    *whole = str_is(type, "integer");
    if (*whole || str_is(type, "float") || str_is(type, "decimal"))
        return COLUMN_NUMBER;
    if (str_is(type, "date") || str_is(type, "timestamp"))
        return COLUMN_DATE;
    if (str_is(type, "boolean"))
        return COLUMN_BOOL;
    return str_is(type, "string") ? COLUMN_TEXT : COLUMN_OTHER;
}

/* "Nº pedido" tells orders apart, "num_items" counts them. */
static bool is_number_of_one(const struct words *name)
{
    return name->n == 2 && !str_ends(name->word[1].fold, STR("s")) &&
           term_list_has(&words_link_number_sign, name->word[0].fold);
}

/* Does the name say that its numbers are names: order_id, Invoice No? */
static bool is_id(const struct words *name)
{
    const struct word *first = name->word;
    const struct word *end = name->word + name->n;

    if (name->n == 0)
        return false;
    if (str_is(first->fold, "id") || str_is(first->fold, "codigo") ||
        is_number_of_one(name))
        return true;
    return term_list_has(&words_link_id, end[-1].fold) ||
           (name->n > 1 && term_list_has(&words_link_id_last, end[-1].fold));
}

/* Does the column's name say so, also by its sign: Invoice #? */
static bool names_ids(const struct schema_column *c)
{
    return is_id(&c->words) || (c->words.n && str_ends(c->name, STR("#")));
}

/* A count that may be missing. */
static uint64_t count_of(const struct json *j)
{
    struct error ignored;
    uint64_t n = 0;

    if (!j || json_read_u64(j, "count", UINT64_MAX, &n, &ignored))
        return 0;
    return n;
}

/* Number or text of a minimum or maximum. */
static struct str extreme_of(const struct json *j)
{
    if (!j || (j->type != JSON_NUMBER && j->type != JSON_STRING))
        return (struct str){0};
    return j->text;
}

/* How many texts are empty, as far as the profile tells: cells that a file quotes, "". */
static uint64_t blank_texts(const struct json *j)
{
    const struct json *min = json_find(j, "min");
    const struct json *common = json_find(j, "most_common");

    if (!min || min->type != JSON_STRING || min->text.n)
        return 0;
    for (const struct json *v = common ? common->first : NULL; v; v = v->next)
        if (json_text(json_find(v, "value")).n == 0 &&
            json_is(json_find(v, "value"), ""))
            return count_of(json_find(v, "count"));
    return 1;
}

/* A cell with an empty text has no value. */
static void leave_out_blanks(struct schema_column *c, const struct json *j)
{
    const uint64_t blank =
        c->kind == COLUMN_TEXT && c->non_null ? blank_texts(j) : 0;

    c->blank_texts = blank > 0;
    c->non_null -= blank < c->non_null ? blank : c->non_null;
    c->distinct -= c->blank_texts && c->distinct;
    c->empty = c->empty || (c->blank_texts && c->non_null == 0);
}

/* The words of one value as a line of keys; false when there is no room. */
static enum err put_key(struct buf *keys, struct str value,
                        struct arena *scratch, struct error *e)
{
    struct words w;
    size_t i;

    arena_reset(scratch);
    if (words_cut(value, WORDS_TEXT, scratch, &w, e))
        return e->code;
    buf_put_char(keys, '\n');
    for (i = 0; i < w.n; i++) {
        buf_put_char(keys, ' ');
        buf_put_str(keys, w.word[i].stem);
    }
    buf_put_char(keys, ' ');
    return OK;
}

static enum err put_values(struct schema_column *c, const struct json *list,
                           struct buf *keys, struct arena *scratch,
                           struct error *e)
{
    const struct json *v;

    for (v = list->first; v; v = v->next) {
        struct str text = json_text(v);

        if (text.n == 0 || text.n > MAX_VALUE_BYTES ||
            c->n_values == SCHEMA_MAX_VALUES ||
            keys->n + 4 * text.n + 4 > keys->max_bytes) {
            c->complete &= text.n == 0;
            continue;
        }
        c->values[c->n_values] = text;
        c->key_at[c->n_values++] = (uint32_t)keys->n;
        if (put_key(keys, text, scratch, e))
            return e->code;
    }
    buf_put_char(keys, '\n');
    return OK;
}

static enum err index_values(struct schema_column *c, const struct json *list,
                             struct arena *a, struct error *e)
{
    struct arena scratch;
    struct buf keys;
    enum err err;

    c->values = arena_alloc_array(a, list->count, sizeof(*c->values), e);
    c->key_at = arena_alloc_array(a, list->count, sizeof(*c->key_at), e);
    if (!c->values || !c->key_at)
        return e->code;
    arena_init(&scratch, SCRATCH_BYTES);
    buf_init(&keys, MAX_KEYS_BYTES);
    err = put_values(c, list, &keys, &scratch, e);
    if (!err)
        err = buf_dup(&keys, a, &c->keys, e);
    if (!err)
        err = word_filter_make(c->keys, a, &c->known, e);
    buf_release(&keys);
    arena_release(&scratch);
    return err;
}

#define DIGITS_OF 50 /* values that tell whether texts are numbers */

/* Digits alone that begin with a zero: no figure is written so. */
static bool is_coded(struct str v)
{
    size_t i = 0;

    while (i < v.n && v.p[i] >= '0' && v.p[i] <= '9')
        i++;
    return v.n > 1 && v.p[0] == '0' && i == v.n;
}

/* Are most of the first values numbers with something around them? */
static bool are_digits(const struct json *values)
{
    const struct json *j = values ? values->first : NULL;
    size_t n = 0;
    size_t with = 0;

    for (; j && n < DIGITS_OF; j = j->next) {
        struct str v = str_trim(json_text(j));

        n += v.n > 0;

        if (is_coded(v))
            return false;
        while (v.n > 1 && (v.p[0] == '-' || v.p[0] == '+' || v.p[0] == '$'))
            v = str_slice(v, 1, v.n);
        with += v.n && v.p[0] >= '0' && v.p[0] <= '9';
    }
    return n && with * 2 >= n;
}

struct schema_noun *schema_nouns(const struct words *w, struct arena *a,
                                 struct error *e)
{
    struct schema_noun *nouns = arena_alloc_array(a, w->n, sizeof(*nouns), e);
    size_t at;

    for (at = 0; nouns && at < w->n; at++)
        nouns[at].groups = question_words_nouns(w, at, &nouns[at].words);
    return nouns;
}

#define WHOLE_BYTES \
    3 /* of a word that may have another ending; km/h has none */

/* The words of a column's name, "doctor" of "Doctor/a". */
static enum err cut_name(struct schema_column *c, struct arena *a,
                         struct error *e)
{
    struct words *w = &c->words;
    size_t kept = 0;

    if (words_cut(c->name, WORDS_NAME, a, w, e))
        return e->code;
    for (size_t i = 0; i < w->n; i++) {
        const struct word *x = &w->word[i];

        if (i > 0 && (x->gap == '/' || x->gap == '(') &&
            w->word[i - 1].raw.n >= WHOLE_BYTES &&
            term_list_has(&words_link_other_ending, x->fold))
            continue;
        w->word[kept++] = *x;
    }
    w->n = kept;
    return OK;
}

enum err schema_name_column(struct schema_column *c, struct arena *a,
                            struct error *e)
{
    if (cut_name(c, a, e))
        return e->code;
    c->nouns = schema_nouns(&c->words, a, e);
    if (!c->nouns)
        return e->code;
    c->starts = word_filter_starts(&c->words);
    for (size_t i = 0; i < c->words.n; i++)
        c->groups |= c->nouns[i].groups;
    return OK;
}

/* Does a part of a name have the sign or the code of a currency: "£", "Sold for $"? */
static bool says_currency(struct str name)
{
    while (name.n) {
        const size_t n = str_find(name, STR(" "));
        const struct str part = str_slice(name, 0, n);
        char text[CURRENCY_BYTES];
        char plain[NUMBER_PLAIN_BYTES];
        struct number_affix dress = {.unit = ""};
        struct str digits;

        name = str_slice(name, n + (n < name.n), name.n);
        if (part.n == 0 || part.n + 1 > sizeof(text))
            continue;
        memcpy(text, part.p, part.n);
        text[part.n] = '1';
        if (number_undress((struct str){text, part.n + 1}, plain, &digits,
                           &dress) &&
            dress.unit[0])
            return true;
    }
    return false;
}

static enum err read_column(const struct json *j, bool looks_up,
                            struct schema_column *c, struct arena *a,
                            struct error *e)
{
    const struct json *dictionary = json_find(j, "dictionary");
    const struct json *values = json_find(dictionary, "values");
    const struct json *samples = json_find(j, "sample_values");

    c->name = json_text(json_find(j, "name"));
    c->kind = kind_of(json_text(json_find(j, "inferred_type")), &c->whole);
    c->clock =
        str_starts(json_text(json_find(j, "inferred_type")), STR("time"));
    c->non_null = count_of(json_find(j, "non_null_count"));
    c->empty = json_find(j, "non_null_count") && c->non_null == 0;
    c->distinct = count_of(json_find(j, "distinct_estimate"));
    c->min = extreme_of(json_find(j, "min"));
    c->max = extreme_of(json_find(j, "max"));
    c->complete = json_is_true(json_find(dictionary, "complete"));
    c->samples = samples;
    leave_out_blanks(c, j);
    if (schema_name_column(c, a, e))
        return e->code;
    if (c->whole && names_ids(c))
        c->kind = COLUMN_ID;
    if (c->kind == COLUMN_NUMBER && says_currency(c->name))
        c->groups |= GROUP_MONEY;
    if (c->kind != COLUMN_TEXT || !values || values->type != JSON_ARRAY)
        return OK;
    c->digits = !names_ids(c) && are_digits(values->first ? values : samples);
    return looks_up && !c->complete ? OK : index_values(c, values, a, e);
}

/* What names a figure; another number in each row is then no wonder. */
#define FIGURES                                                          \
    (GROUP_SALES | GROUP_AMOUNT | GROUP_COST | GROUP_PRICE | GROUP_PAY | \
     GROUP_QUANTITY | GROUP_PROFIT | GROUP_RATE | GROUP_COUNTABLE |      \
     GROUP_MONEY | GROUP_UNIT | GROUP_AGE | GROUP_YEAR)

/* "Room" of rooms.csv, unique in each row, is an identifier and no figure.
 * "Sales" of sales.csv are figures. */
static void find_row_number(struct schema_table *t)
{
    for (size_t i = 0; t->words.n && i < t->n_columns; i++) {
        struct schema_column *c = &t->columns[i];

        if (c->kind == COLUMN_NUMBER && c->whole && c->words.n == 1 &&
            c->non_null == t->rows && c->distinct == t->rows && t->rows > 2 &&
            str_eq(c->words.word[0].stem, t->words.word[t->words.n - 1].stem) &&
            !str_ends(c->words.word[0].fold, STR("s")) &&
            !(link_column_groups(c) & FIGURES))
            c->kind = COLUMN_ID;
    }
}

struct schema_column *schema_find_column(const struct schema_table *t,
                                         struct str name)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        if (str_eq_nocase(t->columns[i].name, name))
            return &t->columns[i];
    }
    return NULL;
}

/* The column that a member of "columns" in a map's fidelity is of; NULL: of none. */
static struct schema_column *column_of(const struct schema_table *t,
                                       const struct json *j)
{
    const struct str name = json_text(json_find(j, "name"));

    for (size_t i = 0; i < t->n_columns; i++)
        if (str_eq(t->columns[i].name, name))
            return &t->columns[i];
    return NULL;
}

/* Are most of a sheet's values cells that `member` counts? */
static bool are_most_cells(const struct schema_column *c, const struct json *j,
                           const char *member)
{
    const struct json *cells = json_find(j, member);

    return cells && 2 * count_of(cells) >= c->non_null;
}

/* What the file writes per cent is not added up, whatever the column is called: all of
 * it in a text file, most of it in a sheet. */
static void find_percent(struct schema_column *c, const struct json *j)
{
    if (c->kind != COLUMN_NUMBER || (!json_is_true(json_find(j, "percent")) &&
                                     !are_most_cells(c, j, "percent_cells")))
        return;
    c->percent = true;
    c->groups |= GROUP_RATE;
}

/* What the file writes with a currency is money, whatever the column is called: all of
 * it in a text file, most of it in a sheet. */
static void find_money(struct schema_column *c, const struct json *j)
{
    if (c->kind == COLUMN_NUMBER &&
        (json_find(j, "currency") || are_most_cells(c, j, "currency_cells")))
        c->groups |= GROUP_MONEY;
}

/* Are the cells without a value those of the rows of totals? The reader has seen that
 * they have the mark, and no other cell has it where there are as many. */
static bool labels_totals(const struct schema_table *t,
                          const struct schema_column *c, const struct json *j)
{
    return c->total_word.n &&
           str_eq(c->total_word, json_text(json_find(j, "null_mark"))) &&
           c->non_null + t->total_rows == t->rows &&
           count_of(json_find(j, "null_words")) == t->total_rows;
}

bool schema_may_total(const struct schema_table *t,
                      const struct schema_column *c)
{
    for (size_t i = 0; !t->total_rows && t->rows && i < t->n_columns; i++) {
        const struct schema_column *other = &t->columns[i];

        if (other != c && other->kind == COLUMN_TEXT && !other->digits &&
            other->non_null == t->rows)
            return false;
    }
    return true;
}

/* How the file writes the values of its columns, and what stands where there is none:
 * "absent" among results. */
static enum err find_written(struct schema_table *t,
                             const struct json *fidelity, struct arena *a,
                             struct error *e)
{
    const struct json *j = json_find(fidelity, "columns");
    bool has_text = false;

    for (j = j ? j->first : NULL; j; j = j->next) {
        const struct str mark = json_text(json_find(j, "null_mark"));
        struct schema_column *c = column_of(t, j);

        if (!c)
            continue;
        find_percent(c, j);
        find_money(c, j);
        c->comment = json_text(json_find(j, "comment"));
        c->lists = str_is(json_text(json_find(j, "list_separator")),
                          SPEC_LIST_SEPARATOR);
        c->total_word = json_text(json_find(j, "total_label"));
        if (!has_text && c->kind == COLUMN_TEXT &&
            json_is_true(json_find(j, "total_label_alone"))) {
            c->total_text = c->total_word;
            has_text = true;
        }
        if (labels_totals(t, c, j))
            c->total_label = mark;
        else if (mark.n && words_cut(mark, WORDS_TEXT, a, &c->mark, e))
            return e->code;
    }
    return OK;
}

/* "sales.2024.csv" without its last ending. */
static struct str without_ending(struct str name)
{
    size_t i;

    for (i = name.n; i > 1; i--) {
        if (name.p[i - 1] == '.')
            return str_slice(name, 0, i - 1);
    }
    return name;
}

/* "sales.targets" is a table of a schema, and no file of another kind. */
static bool is_of_schema(struct str name, const struct json *fidelity)
{
    const struct str own = str_after_last(name, '.');

    return own.n > 0 && own.n < name.n && json_find(fidelity, "object") &&
           !(own.p[0] >= '0' && own.p[0] <= '9');
}

/* With its schema it is called so as well. */
static enum err name_of_schema(struct schema_table *t, struct arena *a,
                               struct error *e)
{
    struct words *also = arena_alloc_array(a, 1, sizeof(*also), e);

    if (!also || words_cut(t->name, WORDS_NAME, a, also, e))
        return e->code;
    t->also = also;
    t->n_also = 1;
    return words_cut(str_after_last(t->name, '.'), WORDS_NAME, a, &t->words, e);
}

static enum err name_table(struct schema_table *t, const struct json *fidelity,
                           struct arena *a, struct error *e)
{
    return is_of_schema(t->name, fidelity)
               ? name_of_schema(t, a, e)
               : words_cut(without_ending(t->name), WORDS_NAME, a, &t->words,
                           e);
}

enum err schema_add(struct ask_schema *s, struct str name, struct str sql,
                    const struct json *profile, struct arena *a,
                    struct error *e)
{
    struct schema_table *t = &s->tables[s->n_tables];
    const struct json *fidelity =
        json_find(json_find(profile, "map"), "fidelity");
    const struct json *j;

    if (s->n_tables == SCHEMA_MAX_TABLES)
        return error_set(e, ERR_LIMIT,
                         "too many tables in one question: the limit is %d",
                         SCHEMA_MAX_TABLES);
    if (json_find(profile, "profile"))
        profile = json_find(profile, "profile");
    j = json_find(profile, "columns");
    if (!j || j->type != JSON_ARRAY)
        return error_set(e, ERR_VALIDATION_FAILED, "a profile has no columns");
    *t = (struct schema_table){.name = name, .sql = sql};
    t->rows = count_of(json_find(profile, "row_count"));
    t->total_rows = count_of(json_find(fidelity, "total_rows_count"));
    t->foreign_keys = json_find(fidelity, "foreign_keys");
    t->comment = json_text(json_find(fidelity, "comment"));
    t->columns = arena_alloc_array(a, j->count, sizeof(*t->columns), e);
    if (!t->columns || name_table(t, fidelity, a, e))
        return e->code;
    for (j = j->first; j; j = j->next) {
        if (read_column(j, s->looks_up, &t->columns[t->n_columns++], a, e))
            return e->code;
    }
    find_row_number(t);
    if (find_written(t, fidelity, a, e) || schema_find_months(t, a, e))
        return e->code;
    count_columns_find(t);
    s->n_tables++;
    t->among = s->tables[0].among = s->n_tables > 1;
    return OK;
}

enum err schema_also_called(struct ask_schema *s, struct str title,
                            struct arena *a, struct error *e)
{
    struct schema_table *t = &s->tables[s->n_tables - 1];
    struct str both;

    if (str_printf(a, &both, e, "%.*s %.*s", STR_FMT(without_ending(t->name)),
                   STR_FMT(title)))
        return e->code;
    return words_cut(both, WORDS_NAME, a, &t->words, e);
}

bool schema_find_key(const struct schema_column *c, struct str key, size_t from,
                     size_t *at)
{
    const struct str keys = c->keys;

    for (*at = from; *at < keys.n; ++*at) {
        *at += str_find(str_slice(keys, *at, keys.n), key);
        if (*at >= 2 && *at + key.n + 1 < keys.n && keys.p[*at - 2] == '\n' &&
            keys.p[*at - 1] == ' ' && keys.p[*at + key.n] == ' ' &&
            keys.p[*at + key.n + 1] == '\n')
            return true;
    }
    return false;
}

size_t schema_value_at(const struct schema_column *c, size_t at)
{
    size_t low = 0;
    size_t high = c->n_values;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        if (c->key_at[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}
