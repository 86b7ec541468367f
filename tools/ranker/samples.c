#include "samples.h"

#include "base/json.h"
#include "readings/answers.h"
#include "readings/features.h"
#include "tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_BYTES    ((size_t)256 << 20)
#define QUESTION_BYTES ((size_t)64 << 20)
#define PATH_BYTES     4096
#define LINE_BYTES     ((size_t)1 << 20)
#define SLOTS          (1u << 23)
#define NO_FEATURE     UINT32_MAX

/* What is open while samples are read. */
struct reading {
    const struct sample_source *from;
    struct samples *out;
    struct tables *tables;
    struct arena table_arena; /* of `grid` */
    struct grid grid;
    bool has_grid;
    char path[PATH_BYTES];
    char **table; /* table[out->n_tables] names */
    uint32_t *slot;
    const uint8_t *wanted; /* samples_name() */
};

static void give_up(const char *what, const struct error *e)
{
    fprintf(stderr, "train_ranker: %s: %s\n", what, e ? e->msg : "failed");
    exit(1);
}

static void *take(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);

    if (!p)
        give_up("memory", NULL);
    return p;
}

static void open_grid(struct reading *r, const char *table)
{
    struct table_source source = {0};
    struct table_range range = {.start = 1, .count = ROWS_MAX};
    struct error e = {0};
    struct str text;
    struct json *json;

    if (r->has_grid)
        grid_release(&r->grid);
    arena_reset(&r->table_arena);
    snprintf(r->path, sizeof(r->path), "%s/%s", r->from->folder, table);
    source.path = str_from(r->path);
    if (table_read_rows(r->tables, &source, &range, &r->table_arena, &text,
                        &e) ||
        json_parse(text, &json_answer_limits, &r->table_arena, &json, &e) ||
        grid_read(json, &r->table_arena, &r->grid, &e))
        give_up(table, &e);
    r->has_grid = true;
}

static uint32_t id_of(struct reading *r, uint32_t hash)
{
    struct samples *s = r->out;
    uint32_t at = hash;

    while (r->slot[at & (SLOTS - 1)] != NO_FEATURE &&
           s->hash[r->slot[at & (SLOTS - 1)]] != hash)
        at++;
    if (r->slot[at & (SLOTS - 1)] == NO_FEATURE && !r->wanted) {
        if (s->n_features == SLOTS / 2)
            give_up("too many features", NULL);
        s->hash[s->n_features] = hash;
        r->slot[at & (SLOTS - 1)] = s->n_features++;
    }
    return r->slot[at & (SLOTS - 1)];
}

/* Keep the names of wanted features. */
static void name_features(struct reading *r, const struct features *f)
{
    struct str names = buf_str(f->names);

    for (size_t i = 0; i < f->n; i++) {
        size_t end = str_find_char(names, '\n');
        uint32_t id = id_of(r, f->hash[i]);

        if (id != NO_FEATURE && r->wanted[id] && !r->out->name[id])
            r->out->name[id] = strndup(names.p, end);
        names = str_slice(names, end + 1, names.n);
    }
}

/* Features in a list that grows. */
struct list {
    uint32_t *id;
    size_t n, room;
};

static void keep_features(struct reading *r, const struct features *f,
                          struct list *list)
{
    if (r->wanted) {
        name_features(r, f);
        return;
    }
    while (list->n + f->n > list->room) {
        list->room = list->room ? list->room * 2 : 4096;
        list->id = realloc(list->id, list->room * sizeof(*list->id));
        if (!list->id)
            give_up("memory", NULL);
    }
    for (size_t i = 0; i < f->n; i++)
        list->id[list->n++] = id_of(r, f->hash[i]);
}

static bool is_right(struct reading *r, const struct candidate *c,
                     const struct answers *expected, struct arena *a)
{
    struct str given[64];
    struct answers answers = {.text = given, .n = c->answer.n};
    struct error e = {0};
    bool equal;

    for (uint32_t i = 0; i < c->answer.n && i < 64; i++) {
        if (denotation_text(&r->grid, &c->answer, i, a, &given[i], &e))
            give_up("an answer", &e);
    }
    if (answers_equal(&answers, expected, a, &equal, &e))
        give_up("answers", &e);
    return equal;
}

static void read_candidates(struct reading *r, struct str question,
                            const struct answers *expected, struct arena *a,
                            struct sample *out)
{
    struct feature_question fq;
    struct candidates all;
    struct question q;
    struct links l;
    struct list list = {0};
    struct features *f = take(1, sizeof(*f));
    struct error e = {0};
    struct buf names;
    uint32_t missed = UINT32_MAX, missed_links = UINT32_MAX;

    if (question_read(r->grid.words, question, a, &q, &e) ||
        links_find(&r->grid, &q, a, &l, &e) ||
        candidates_make(&r->grid, &q, &l, a, &all, &e) ||
        features_begin(&r->grid, &q, &l, a, &fq, &e))
        give_up("a question", &e);
    buf_init(&names, LINE_BYTES);
    out->n = (uint32_t)all.n + 1;
    out->from = take(out->n + 1, sizeof(*out->from));
    out->right = take(out->n, sizeof(*out->right));
    for (size_t i = 0; i <= all.n; i++) {
        *f = (struct features){.names = r->wanted ? &names : NULL};
        buf_reset(&names);
        if (i < all.n) {
            features_of(&fq, &all.candidate[i], f);
            missed = f->missed < missed ? f->missed : missed;
            missed_links =
                f->missed_links < missed_links ? f->missed_links : missed_links;
            if (!r->wanted)
                out->right[i] = is_right(r, &all.candidate[i], expected, a);
            out->answerable |= out->right[i];
        } else {
            features_of_nothing(&fq, all.n, missed, missed_links, f);
            out->right[i] = !out->answerable;
        }
        keep_features(r, f, &list);
        out->from[i + 1] = (uint32_t)list.n;
    }
    out->feature = list.id;
    buf_release(&names);
    free(f);
}

static uint32_t find_table(struct reading *r, struct str name)
{
    struct samples *s = r->out;
    size_t i = s->n_tables;

    /* questions of one table mostly follow each other */
    while (i-- > 0) {
        if (str_is(name, r->table[i]))
            return (uint32_t)i;
    }
    r->table = realloc(r->table, (s->n_tables + 1) * sizeof(*r->table));
    if (!r->table)
        give_up("memory", NULL);
    r->table[s->n_tables] = strndup(name.p, name.n);
    return (uint32_t)s->n_tables++;
}

/* A question of the file, read but for its features. */
struct line {
    uint32_t table;
    struct str question;
    struct answers expected;
};

static void read_line(struct reading *r, const char *text, struct arena *a,
                      struct line *out)
{
    struct error e = {0};
    struct json *j;
    const struct json *answers;
    struct str *list;
    size_t n = 0;

    if (json_parse(str_trim(str_from(text)), &json_default_limits, a, &j, &e))
        give_up("questions.jsonl", &e);
    out->table = find_table(r, json_text(json_find(j, "table")));
    out->question = json_text(json_find(j, "question"));
    answers = json_find(j, "answers");
    if (!answers)
        give_up("questions.jsonl", NULL);
    list = take(answers->count, sizeof(*list));
    for (const struct json *x = answers->first; x; x = x->next)
        list[n++] = x->text;
    out->expected = (struct answers){.text = list, .n = n};
}

static int by_table(const void *a, const void *b)
{
    const struct line *x = a;
    const struct line *y = b;

    return x->table < y->table ? -1 : x->table > y->table;
}

static void read_lines(struct reading *r, struct arena *a, struct line **lines,
                       size_t *n)
{
    char *text = take(1, LINE_BYTES);
    FILE *file;
    size_t seen = 0;

    snprintf(r->path, sizeof(r->path), "%s/questions.jsonl", r->from->folder);
    file = fopen(r->path, "r");
    if (!file)
        give_up("questions.jsonl", NULL);
    *lines = NULL;
    *n = 0;
    while (fgets(text, (int)LINE_BYTES, file)) {
        if (seen++ % r->from->every)
            continue;
        *lines = realloc(*lines, (*n + 1) * sizeof(**lines));
        if (!*lines)
            give_up("memory", NULL);
        read_line(r, text, a, &(*lines)[(*n)++]);
    }
    fclose(file);
    free(text);
    qsort(*lines, *n, sizeof(**lines), by_table);
}

static void read_all(struct reading *r)
{
    struct tables_options o = {.home = str_from(r->from->home),
                               .worker_path = str_from(r->from->worker)};
    struct arena lines_arena, a;
    struct error e = {0};
    struct line *lines;
    size_t n;

    if (tables_new(&o, &r->tables, &e))
        give_up("home", &e);
    arena_init(&r->table_arena, TABLE_BYTES);
    arena_init(&lines_arena, TABLE_BYTES);
    arena_init(&a, QUESTION_BYTES);
    read_lines(r, &lines_arena, &lines, &n);
    if (!r->wanted)
        r->out->sample = take(n, sizeof(*r->out->sample));
    for (size_t i = 0; i < n; i++) {
        struct sample ignored = {0};
        struct sample *s = r->wanted ? &ignored : &r->out->sample[i];

        if (i == 0 || lines[i].table != lines[i - 1].table)
            open_grid(r, r->table[lines[i].table]);
        arena_reset(&a);
        s->table = lines[i].table;
        read_candidates(r, lines[i].question, &lines[i].expected, &a, s);
        if (r->wanted)
            continue;
        r->out->n_candidates += s->n - 1;
        r->out->n_answerable += s->answerable;
    }
    r->out->n = n;
    tables_free(r->tables);
}

void samples_read(const struct sample_source *from, struct samples *out)
{
    struct reading r = {.from = from, .out = out};

    *out = (struct samples){0};
    out->hash = take(SLOTS / 2, sizeof(*out->hash));
    r.slot = take(SLOTS, sizeof(*r.slot));
    memset(r.slot, 0xFF, SLOTS * sizeof(*r.slot));
    read_all(&r);
    free(r.slot);
}

void samples_name(const struct sample_source *from, struct samples *s,
                  const uint8_t *wanted)
{
    struct samples again = *s;
    struct reading r = {.from = from, .out = &again, .wanted = wanted};

    s->name = again.name = take(s->n_features, sizeof(*s->name));
    again.n_tables = 0;
    r.slot = take(SLOTS, sizeof(*r.slot));
    memset(r.slot, 0xFF, SLOTS * sizeof(*r.slot));
    for (uint32_t i = 0; i < s->n_features; i++) {
        uint32_t at = s->hash[i];

        while (r.slot[at & (SLOTS - 1)] != NO_FEATURE)
            at++;
        r.slot[at & (SLOTS - 1)] = i;
    }
    read_all(&r);
    free(r.slot);
}
