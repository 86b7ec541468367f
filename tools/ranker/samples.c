#include "samples.h"

#include "ask/candidates/consensus.h"
#include "ask/candidates/features.h"
#include "base/json.h"
#include "common.h"
#include "lines.h"
#include "tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_BYTES    ((size_t)256 << 20)
#define QUESTION_BYTES ((size_t)64 << 20)
#define PATH_BYTES     4096
#define NAMES_BYTES    ((size_t)1 << 20) /* of the features of one candidate */
#define SLOTS          (1u << 23)
#define NO_FEATURE     UINT32_MAX
#define MAX_ANSWERS    64 /* over what an answer of candidates_make() holds */
#define PROGRESS       1000
#define LIST_ROOM      4096

/* What is open while samples are read. */
struct reading {
    const struct sample_source *from;
    struct samples *out;
    struct tables *tables;
    struct lines lines;
    struct arena lines_arena;
    struct arena table_arena; /* of `grid` */
    struct arena a;           /* of a question */
    struct grid grid;
    bool has_grid;
    uint32_t *slot;
    struct buf names;
};

static void open_grid(struct reading *r, const char *table)
{
    struct table_source source = {0};
    struct table_range range = {.start = 1, .count = ROWS_MAX};
    struct error e = {0};
    char path[PATH_BYTES];
    struct str text;
    struct json *json;

    if (r->has_grid)
        grid_release(&r->grid);
    arena_reset(&r->table_arena);
    (void)snprintf(path, sizeof(path), "%s/%s", r->from->folder, table);
    source.path = str_from(path);
    if (table_read_rows(r->tables, &source, &range, &r->table_arena, &text,
                        &e) ||
        json_parse(text, &json_answer_limits, &r->table_arena, &json, &e) ||
        grid_read(json, &r->table_arena, &r->grid, &e))
        give_up(table, &e);
    r->has_grid = true;
}

static uint32_t id_of(struct reading *r, uint32_t hash, struct str name)
{
    struct samples *s = r->out;
    uint32_t at = hash;
    uint32_t *slot;

    while (r->slot[at & (SLOTS - 1)] != NO_FEATURE &&
           s->hash[r->slot[at & (SLOTS - 1)]] != hash)
        at++;
    slot = &r->slot[at & (SLOTS - 1)];
    if (*slot != NO_FEATURE)
        return *slot;
    if (s->n_features == SLOTS / 2)
        give_up("too many features", NULL);
    *slot = s->n_features++;
    s->hash[*slot] = hash;
    s->name[*slot] = take(name.n + 1, 1);
    memcpy(s->name[*slot], str_bytes(name), name.n);
    return *slot;
}

/* Features in a list that grows. */
struct list {
    uint32_t *id;
    size_t n, room;
};

static void keep_features(struct reading *r, const struct features *f,
                          struct list *list)
{
    struct str names = buf_str(f->names);

    while (list->n + f->n > list->room) {
        list->room = list->room ? list->room * 2 : LIST_ROOM;
        list->id = take_more(list->id, list->room, sizeof(*list->id));
    }
    for (size_t i = 0; i < f->n; i++) {
        size_t end = str_find_char(names, '\n');

        list->id[list->n++] = id_of(r, f->hash[i], str_slice(names, 0, end));
        names = str_slice(names, end + 1, names.n);
    }
}

static bool is_right(struct reading *r, const struct candidate *c,
                     const struct answers *expected)
{
    struct str given[MAX_ANSWERS];
    struct answers answers = {.text = given, .n = c->answer.n};
    struct error e = {0};
    bool equal;

    if (c->answer.n > MAX_ANSWERS)
        return false;
    for (uint32_t i = 0; i < c->answer.n; i++) {
        if (denotation_text(&r->grid, &c->answer, i, &r->a, &given[i], &e))
            give_up("an answer", &e);
    }
    if (answers_equal(&answers, expected, &r->a, &equal, &e))
        give_up("answers", &e);
    return equal;
}

/* A question with its candidates; lives in the arena of a question. */
struct asked {
    const struct grid *g;
    struct question q;
    struct grid_links l;
    struct candidates all;
    struct feature_question x;
};

static void ask(struct reading *r, const struct grid *g, struct str question,
                struct asked *out)
{
    struct error e = {0};

    out->g = g;
    if (question_read(g->words, question, &r->a, &out->q, &e) ||
        links_find(g, &out->q, &r->a, &out->l, &e) ||
        candidates_make(g, &out->q, &out->l, &r->a, &out->all, &e) ||
        features_begin(g, &out->q, &out->l, &r->a, &out->x, &e))
        give_up("a question", &e);
}

/* The features of all candidates, and of nothing. */
static void read_features(struct reading *r, const struct asked *asked,
                          struct sample *out)
{
    uint32_t missed = UINT32_MAX, missed_links = UINT32_MAX;
    struct list list = {0};
    struct features f;

    for (size_t i = 0; i <= asked->all.n; i++) {
        const struct candidate *c = &asked->all.candidate[i];

        f = (struct features){.names = &r->names};
        buf_reset(&r->names);
        if (i < asked->all.n) {
            features_of(&asked->x, c, &f);
            missed = f.missed < missed ? f.missed : missed;
            missed_links =
                f.missed_links < missed_links ? f.missed_links : missed_links;
            out->look[i] = reading_facts_of(&asked->x, c, &f);
        } else {
            features_of_nothing(&asked->x, asked->all.n, missed, missed_links,
                                &f);
        }
        keep_features(r, &f, &list);
        out->from[i + 1] = (uint32_t)list.n;
    }
    out->feature = list.id;
}

static void read_groups(struct reading *r, const struct asked *asked,
                        struct sample *out)
{
    struct error e = {0};

    out->group = take(asked->all.n, sizeof(*out->group));
    if (consensus_group(asked->g, &asked->all, &r->a, out->group, &out->groups,
                        &e))
        give_up("answers", &e);
}

static void make_sample(struct reading *r, const struct asked *asked,
                        struct sample *out)
{
    out->n = (uint32_t)asked->all.n + 1;
    out->from = take(out->n + 1, sizeof(*out->from));
    out->right = take(out->n, sizeof(*out->right));
    out->look = take(out->n, sizeof(*out->look));
    read_groups(r, asked, out);
    read_features(r, asked, out);
}

static void put_answers(struct reading *r, const struct denotation *d,
                        struct buf *out)
{
    struct error e = {0};

    for (uint32_t i = 0; i < d->n; i++) {
        struct str text;

        if (denotation_text(&r->grid, d, i, &r->a, &text, &e))
            give_up("an answer", &e);
        buf_puts(out, i ? "|" : "");
        buf_put_str(out, text);
    }
}

static void put_column(struct reading *r, uint32_t column, struct buf *out)
{
    if (column != CANDIDATE_NO_COLUMN)
        buf_printf(out, " %.*s", STR_FMT(r->grid.column[column].name));
}

static char *keep_words(const struct buf *b)
{
    struct str text = buf_str(b);
    char *out = take(text.n + 1, 1);

    memcpy(out, str_bytes(text), text.n);
    for (size_t i = 0; i < text.n; i++)
        out[i] = out[i] == '\n' || out[i] == '\t' ? ' ' : out[i];
    return out;
}

/* "values name; most goals; value club = 3 -> Ajax" */
static char *in_words(struct reading *r, const struct candidate *c)
{
    struct buf *b = &r->names;

    buf_reset(b);
    buf_puts(b, result_name(c->result));
    put_column(r, c->column, b);
    put_column(r, c->other, b);
    buf_printf(b, "; %s", step_name(c->rows->step));
    put_column(r, c->rows->key, b);
    for (size_t i = 0; i < c->rows->n; i++) {
        buf_printf(b, "; %s", condition_name(c->rows->condition[i]->kind));
        put_column(r, c->rows->condition[i]->column, b);
        buf_printf(b, " %g", c->rows->condition[i]->low);
    }
    buf_puts(b, " -> ");
    put_answers(r, &c->answer, b);
    return keep_words(b);
}

static void put_in_words(struct reading *r, const struct line *line,
                         const struct asked *asked, struct sample *out)
{
    struct buf *b = &r->names;

    out->said = take(asked->all.n, sizeof(*out->said));
    for (size_t i = 0; i < asked->all.n; i++)
        out->said[i] = in_words(r, &asked->all.candidate[i]);
    buf_reset(b);
    buf_printf(b, "%s %.*s -> ", r->lines.table[line->table],
               STR_FMT(line->question));
    for (size_t i = 0; i < line->expected.n; i++)
        buf_printf(b, "%s%.*s", i ? "|" : "", STR_FMT(line->expected.text[i]));
    out->question = keep_words(b);
}

static void find_right(struct reading *r, const struct asked *asked,
                       const struct answers *expected, struct sample *out)
{
    for (size_t i = 0; i < asked->all.n; i++) {
        out->right[i] = is_right(r, &asked->all.candidate[i], expected);
        out->answerable |= out->right[i];
    }
    out->right[asked->all.n] = !out->answerable;
}

static struct sample *add_sample(struct reading *r, uint32_t table,
                                 enum sample_kind kind)
{
    struct samples *s = r->out;

    s->sample = take_more(s->sample, s->n + 1, sizeof(*s->sample));
    s->sample[s->n] = (struct sample){.kind = kind, .fold = fold_of(table)};
    return &s->sample[s->n++];
}

/* A question of another table of the same fold, asked of this one. */
static void add_other_table(struct reading *r, size_t at)
{
    const struct lines *all = &r->lines;
    uint32_t table = all->line[at].table;
    size_t i = (at + all->n / 2) % all->n;
    struct asked asked;
    struct sample *s;

    while (all->line[i].table != table &&
           fold_of(all->line[i].table) != fold_of(table))
        i = (i + 1) % all->n;
    if (all->line[i].table == table)
        return;
    ask(r, &r->grid, all->line[i].question, &asked);
    s = add_sample(r, table, SAMPLE_OTHER_TABLE);
    make_sample(r, &asked, s);
    s->right[asked.all.n] = 1;
}

static void count_column(uint32_t column, uint32_t *count)
{
    if (column != CANDIDATE_NO_COLUMN)
        count[column]++;
}

/* The column that most right candidates use; CANDIDATE_NO_COLUMN: none does. */
static uint32_t column_of_right(const struct asked *asked,
                                const struct sample *real)
{
    uint32_t count[GRID_MAX_COLUMNS] = {0};
    uint32_t best = CANDIDATE_NO_COLUMN;

    for (size_t i = 0; i < asked->all.n; i++) {
        const struct candidate *c = &asked->all.candidate[i];

        if (!real->right[i])
            continue;
        count_column(c->column, count);
        count_column(c->rows->key, count);
        for (size_t k = 0; k < c->rows->n; k++)
            count_column(c->rows->condition[k]->column, count);
    }
    for (uint32_t i = 0; i < asked->g->n_columns; i++) {
        if (count[i] && (best == CANDIDATE_NO_COLUMN || count[i] > count[best]))
            best = i;
    }
    return best;
}

/* The question of a table that lost a column, if nothing answers it then. */
static void add_without_column(struct reading *r, const struct line *line,
                               uint32_t column)
{
    struct grid_column *left = take(r->grid.n_columns, sizeof(*left));
    struct grid g = r->grid;
    struct sample trial = {0};
    struct asked asked;

    g.column = left;
    g.n_columns = 0;
    for (uint32_t i = 0; i < r->grid.n_columns; i++) {
        if (i != column)
            left[g.n_columns++] = r->grid.column[i];
    }
    if (g.n_columns > 0) {
        ask(r, &g, line->question, &asked);
        trial.right = take(asked.all.n + 1, 1);
        find_right(r, &asked, &line->expected, &trial);
        if (!trial.answerable) {
            struct sample *s =
                add_sample(r, line->table, SAMPLE_WITHOUT_COLUMN);

            make_sample(r, &asked, s);
            s->right[asked.all.n] = 1;
        }
        free(trial.right);
    }
    free(left);
}

static void add_line(struct reading *r, size_t at)
{
    const struct line *line = &r->lines.line[at];
    size_t every = r->from->negatives;
    uint32_t column = CANDIDATE_NO_COLUMN;
    struct asked asked;
    struct sample *s;

    arena_reset(&r->a);
    ask(r, &r->grid, line->question, &asked);
    s = add_sample(r, line->table, SAMPLE_REAL);
    make_sample(r, &asked, s);
    find_right(r, &asked, &line->expected, s);
    if (r->from->in_words)
        put_in_words(r, line, &asked, s);
    if (every == 0 || at % every)
        return;
    if (s->answerable)
        column = column_of_right(&asked, s);
    arena_reset(&r->a);
    add_other_table(r, at);
    arena_reset(&r->a);
    if (column != CANDIDATE_NO_COLUMN)
        add_without_column(r, line, column);
}

static void read_all(struct reading *r)
{
    struct tables_options o = {.home = str_from(r->from->home),
                               .worker_path = str_from(r->from->worker)};
    const struct line *line;
    struct error e = {0};

    if (tables_new(&o, &r->tables, &e))
        give_up("home", &e);
    arena_init(&r->table_arena, TABLE_BYTES);
    arena_init(&r->lines_arena, TABLE_BYTES);
    arena_init(&r->a, QUESTION_BYTES);
    buf_init(&r->names, NAMES_BYTES);
    lines_read(r->from->folder, r->from->every, &r->lines_arena, &r->lines);
    line = r->lines.line;
    for (size_t i = 0; i < r->lines.n; i++) {
        if (i == 0 || line[i].table != line[i - 1].table)
            open_grid(r, r->lines.table[line[i].table]);
        add_line(r, i);
        if ((i + 1) % PROGRESS == 0)
            (void)fprintf(stderr, "read %zu of %zu questions\n", i + 1,
                          r->lines.n);
    }
    r->out->n_tables = r->lines.n_tables;
    if (r->has_grid)
        grid_release(&r->grid);
    buf_release(&r->names);
    arena_release(&r->a);
    arena_release(&r->table_arena);
    arena_release(&r->lines_arena);
    tables_free(r->tables);
}

void samples_read(const struct sample_source *from, struct samples *out)
{
    struct reading r = {.from = from, .out = out};

    *out = (struct samples){0};
    out->hash = take(SLOTS / 2, sizeof(*out->hash));
    out->name = take(SLOTS / 2, sizeof(*out->name));
    r.slot = take(SLOTS, sizeof(*r.slot));
    memset(r.slot, 0xFF, SLOTS * sizeof(*r.slot));
    read_all(&r);
    for (size_t i = 0; i < out->n; i++)
        out->most = out->sample[i].n > out->most ? out->sample[i].n : out->most;
    free(r.slot);
}
