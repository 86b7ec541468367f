#include "tables/row_pages.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/mem.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

/* Of max_bytes a worker leaves so much for what follows the rows
 * (engine/query/result_window.h), so a larger window may be cut there. */
#define WORKER_RESERVES_BYTES ((size_t)16 * 1024)

#define ROWS_BEGIN  STR(",\"rows\":[")
#define TOTAL_BEGIN STR(",\"total_rows\":")

/* The rows of an answer and where each ends. */
struct found {
    size_t from; /* in the answer: the first row's bracket */
    uint32_t n;
    uint32_t ends[ROW_PAGE_ROWS]; /* in the answer: after row i's bracket */
    uint64_t total_rows;
};

struct page {
    char *text; /* the key, then the answer; NULL: the page is free */
    size_t key_bytes, answer_bytes;
    uint64_t start; /* the number of its first row */
    uint64_t used_at;
    struct found found;
};

/* The last window of a key. Another key of the same place takes it over. */
struct last {
    uint64_t hash;
    uint64_t start, next; /* of its rows and of the row after; 0: none yet */
};

struct row_pages {
    pthread_mutex_t lock; /* guards all below */
    struct page pages[ROW_PAGES_MAX];
    struct last last[ROW_PAGES_MAX];
    uint64_t clock;
};

enum err row_pages_new(struct row_pages **out, struct error *e)
{
    struct row_pages *p = mem_new(sizeof(*p), e);

    if (!p)
        return e->code;
    (void)pthread_mutex_init(&p->lock, NULL);
    *out = p;
    return OK;
}

void row_pages_free(struct row_pages *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < ROW_PAGES_MAX; i++)
        mem_free(p->pages[i].text);
    (void)pthread_mutex_destroy(&p->lock);
    mem_free(p);
}

static struct str key_of(const struct page *g)
{
    return (struct str){g->text, g->key_bytes};
}

/* The page with the whole window, or NULL. */
static struct page *find(struct row_pages *p, struct str key,
                         const struct row_window *w)
{
    for (size_t i = 0; i < ROW_PAGES_MAX; i++) {
        struct page *g = &p->pages[i];

        if (g->text && w->start >= g->start &&
            w->start - g->start < g->found.n &&
            w->count <= g->found.n - (w->start - g->start) &&
            str_eq(key_of(g), key))
            return g;
    }
    return NULL;
}

static void write_window(const struct page *g, const struct row_window *w,
                         struct buf *out)
{
    const char *answer = g->text + g->key_bytes;
    const size_t first = (size_t)(w->start - g->start);
    const size_t last = first + (size_t)w->count - 1;
    const size_t from =
        first ? (size_t)g->found.ends[first - 1] + 1 : g->found.from;

    buf_put(out, answer, g->found.from);
    buf_put(out, answer + from, g->found.ends[last] - from);
    buf_printf(
        out,
        "],\"row_start\":%" PRIu64 ",\"row_count\":%" PRIu64
        ",\"total_rows\":%" PRIu64 ",\"has_more\":%s,\"cut_by_budget\":false}",
        w->start, w->count, g->found.total_rows,
        w->start - 1 + w->count < g->found.total_rows ? "true" : "false");
}

bool row_pages_find(struct row_pages *p, struct str key,
                    const struct row_window *w, struct arena *a,
                    struct str *json)
{
    size_t most = ROW_PAGE_BYTES;
    struct error ignored;
    struct page *g;
    struct buf b;
    bool is;

    if (w->max_bytes && w->max_bytes < most + WORKER_RESERVES_BYTES)
        most = w->max_bytes > WORKER_RESERVES_BYTES
                   ? (size_t)w->max_bytes - WORKER_RESERVES_BYTES
                   : 0;
    if (w->count == 0)
        return false;
    buf_init(&b, most);
    (void)pthread_mutex_lock(&p->lock);
    g = find(p, key, w);
    if (g) {
        g->used_at = ++p->clock;
        write_window(g, w, &b);
    }
    (void)pthread_mutex_unlock(&p->lock);
    is = g && buf_dup(&b, a, json, &ignored) == OK;
    buf_release(&b);
    return is;
}

bool row_pages_goes_on(struct row_pages *p, struct str key,
                       const struct row_window *w)
{
    const uint64_t hash = hash_bytes(key.p, key.n);
    struct last *l;
    bool goes_on;

    if (w->count == 0 || w->count > ROW_PAGE_ROWS / 2 ||
        w->start > UINT64_MAX / 2)
        return false;
    (void)pthread_mutex_lock(&p->lock);
    l = &p->last[hash % ROW_PAGES_MAX];
    goes_on = l->hash == hash && w->start > l->start && w->start <= l->next;
    *l = (struct last){hash, w->start, w->start + w->count};
    (void)pthread_mutex_unlock(&p->lock);
    return goes_on;
}

/* Past the bracket that closes the one at `at`; 0 where none does. The text
 * is JSON that a worker wrote and the parent has checked. */
static size_t behind_array(struct str text, size_t at)
{
    bool quoted = false;
    size_t depth = 0;

    for (size_t i = at; i < text.n; i++) {
        const char c = text.p[i];

        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            depth++;
        } else if ((c == ']' || c == '}') && --depth == 0) {
            return i + 1;
        }
    }
    return 0;
}

static bool find_total(struct str answer, size_t from, uint64_t *total)
{
    struct str rest = str_slice(answer, from, answer.n);
    size_t at = str_find(rest, TOTAL_BEGIN);

    if (at == rest.n)
        return false;
    at += TOTAL_BEGIN.n;
    for (*total = 0; at < rest.n && rest.p[at] >= '0' && rest.p[at] <= '9';
         at++)
        *total = *total * 10 + (uint64_t)(rest.p[at] - '0');
    return true;
}

/* Where the rows are; false: none, too many, or another form. */
static bool find_rows(struct str answer, struct found *f)
{
    size_t at = str_find(answer, ROWS_BEGIN);

    if (at == answer.n || answer.n > ROW_PAGE_BYTES)
        return false;
    f->from = at + ROWS_BEGIN.n;
    for (f->n = 0, at = f->from; at < answer.n && answer.p[at] == '[';) {
        at = behind_array(answer, at);
        if (at == 0 || at == answer.n || f->n == ROW_PAGE_ROWS)
            return false;
        f->ends[f->n++] = (uint32_t)at;
        if (answer.p[at] == ']')
            return find_total(answer, at, &f->total_rows);
        at++;
    }
    return false;
}

static struct page *oldest(struct row_pages *p)
{
    struct page *g = &p->pages[0];

    for (size_t i = 1; i < ROW_PAGES_MAX && g->text; i++)
        if (!p->pages[i].text || p->pages[i].used_at < g->used_at)
            g = &p->pages[i];
    return g;
}

void row_pages_keep(struct row_pages *p, struct str key, uint64_t start,
                    struct str answer)
{
    struct page made = {
        .key_bytes = key.n, .answer_bytes = answer.n, .start = start};
    struct error ignored;
    struct page *g;

    if (!find_rows(answer, &made.found))
        return;
    made.text = mem_new(key.n + answer.n, &ignored);
    if (!made.text)
        return;
    memcpy(made.text, key.p, key.n);
    memcpy(made.text + key.n, answer.p, answer.n);
    (void)pthread_mutex_lock(&p->lock);
    g = oldest(p);
    mem_free(g->text);
    made.used_at = ++p->clock;
    *g = made;
    (void)pthread_mutex_unlock(&p->lock);
}
