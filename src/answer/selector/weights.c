#include "answer/selector/weights.h"

#include "answer/selector/features.h"
#include "base/mem.h"
#include "base/text/plain_number.h"

#include <math.h>
#include <pthread.h>

#define MAX_KNOTS 64
#define MAX_DEPTH 12
#define LEAF      (-1)

/* Of a tree, its root first: what follows a node is its lesser side. */
struct node {
    int feature; /* LEAF: it has a value */
    float bound; /* or the value */
    uint32_t more;
};

struct model {
    double bias;
    double floor;
    double raw[MAX_KNOTS];
    double share[MAX_KNOTS];
    size_t n_knots;
    double weight[SELECTOR_FEATURES];
    uint32_t *tree; /* tree[n_trees]: where each begins */
    size_t n_trees;
};

struct selector_weights {
    struct model model[SELECTOR_MODELS];
    struct node *node;
    size_t n_nodes;
};

/* weights.txt as it lies in the program: weights.S. */
extern const char selector_weights_text[];
extern const uint64_t selector_weights_text_bytes;

static const char *const model_names[SELECTOR_MODELS] = {"choice", "answer"};

/* The next word of a line; empty at its end. */
static struct str next_word(struct str *line)
{
    const size_t end = str_find_char(*line, ' ');
    const struct str word = str_slice(*line, 0, end);

    *line = str_slice(*line, end + 1, line->n);
    return word;
}

static int feature_named(struct str name)
{
    int f = 0;

    while (f < SELECTOR_FEATURES &&
           !str_is(name, selector_feature_name((enum selector_feature)f)))
        f++;
    return f;
}

/* One node and all below it. */
static bool read_node(struct selector_weights *w, struct str *line,
                      unsigned depth)
{
    const struct str word = next_word(line);
    const size_t colon = str_find_char(word, ':');
    const size_t at = w->n_nodes++;
    struct node *x = &w->node[at];
    double number;

    if (word.n && word.p[0] == '=') {
        *x = (struct node){.feature = LEAF};
        if (!plain_number_read(str_slice(word, 1, word.n), &number))
            return false;
        x->bound = (float)number;
        return true;
    }
    x->feature = feature_named(str_slice(word, 0, colon));
    if (depth == MAX_DEPTH || x->feature == SELECTOR_FEATURES ||
        !plain_number_read(str_slice(word, colon + 1, word.n), &number))
        return false;
    x->bound = (float)number;
    if (!read_node(w, line, depth + 1))
        return false;
    x->more = (uint32_t)w->n_nodes;
    return read_node(w, line, depth + 1);
}

static bool read_tree(struct selector_weights *w, struct model *m,
                      struct str line)
{
    m->tree[m->n_trees++] = (uint32_t)w->n_nodes;
    return read_node(w, &line, 0) && line.n == 0;
}

static bool read_knot(struct model *m, struct str line)
{
    const size_t n = m->n_knots;

    if (n == MAX_KNOTS || !plain_number_read(next_word(&line), &m->raw[n]) ||
        !plain_number_read(next_word(&line), &m->share[n]) || line.n)
        return false;
    m->n_knots++;
    return n == 0 ||
           (m->raw[n] > m->raw[n - 1] && m->share[n] >= m->share[n - 1]);
}

static bool read_weight(struct model *m, struct str line)
{
    const int f = feature_named(next_word(&line));

    return f < SELECTOR_FEATURES && plain_number_read(line, &m->weight[f]);
}

static bool read_line(struct selector_weights *w, struct str line)
{
    const struct str name = next_word(&line);
    const struct str kind = next_word(&line);
    size_t i = 0;

    while (i < SELECTOR_MODELS && !str_is(name, model_names[i]))
        i++;
    if (i == SELECTOR_MODELS)
        return false;
    if (str_is(kind, "bias"))
        return plain_number_read(line, &w->model[i].bias);
    if (str_is(kind, "floor"))
        return plain_number_read(line, &w->model[i].floor);
    if (str_is(kind, "knot"))
        return read_knot(&w->model[i], line);
    if (str_is(kind, "weight"))
        return read_weight(&w->model[i], line);
    return str_is(kind, "tree") && read_tree(w, &w->model[i], line);
}

static enum err read_lines(struct selector_weights *w, struct str text,
                           struct error *e)
{
    for (size_t n = 1; text.n > 0; n++) {
        const size_t end = str_find_char(text, '\n');
        const struct str line = str_slice(text, 0, end);

        text = str_slice(text, end + 1, text.n);
        if (line.n && line.p[0] != '#' && !read_line(w, line)) {
            e->pos.line = n;
            return error_set(e, ERR_VALIDATION_FAILED,
                             "line %zu of the weights cannot be read", n);
        }
    }
    return OK;
}

static enum err make_room(struct selector_weights *w, struct str text,
                          struct error *e)
{
    size_t words = 1;
    size_t lines = 1;

    for (size_t i = 0; i < text.n; i++) {
        words += text.p[i] == ' ' || text.p[i] == '\n';
        lines += text.p[i] == '\n';
    }
    w->node = mem_new(words * sizeof(*w->node), e);
    if (!w->node)
        return e->code;
    for (size_t i = 0; i < SELECTOR_MODELS; i++) {
        w->model[i].tree = mem_new(lines * sizeof(*w->model[i].tree), e);
        if (!w->model[i].tree)
            return e->code;
    }
    return OK;
}

struct selector_weights *selector_weights_read(struct str text, struct error *e)
{
    struct selector_weights *w = mem_new(sizeof(*w), e);

    if (!w)
        return NULL;
    if (make_room(w, text, e) || read_lines(w, text, e)) {
        selector_weights_free(w);
        return NULL;
    }
    return w;
}

void selector_weights_free(struct selector_weights *w)
{
    for (size_t i = 0; w && i < SELECTOR_MODELS; i++)
        mem_free(w->model[i].tree);
    if (w)
        mem_free(w->node);
    mem_free(w);
}

const struct selector_weights *selector_weights_shared(struct error *e)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct selector_weights *shared; /* guarded by `lock` */
    const struct selector_weights *w;

    pthread_mutex_lock(&lock);
    if (!shared)
        shared = selector_weights_read(
            (struct str){selector_weights_text,
                         (size_t)selector_weights_text_bytes},
            e);
    w = shared;
    pthread_mutex_unlock(&lock);
    return w;
}

static double leaf_of(const struct selector_weights *w, uint32_t at,
                      const double *features)
{
    while (w->node[at].feature != LEAF)
        at = features[w->node[at].feature] <= (double)w->node[at].bound
                 ? at + 1
                 : w->node[at].more;
    return (double)w->node[at].bound;
}

/* Between two knots on the line between them. */
static double calibrate(const struct model *m, double raw)
{
    size_t i = 1;

    if (m->n_knots < 2)
        return raw;
    raw = fmin(fmax(raw, m->raw[0]), m->raw[m->n_knots - 1]);
    while (i + 1 < m->n_knots && m->raw[i] < raw)
        i++;
    return m->share[i - 1] + (raw - m->raw[i - 1]) *
                                 (m->share[i] - m->share[i - 1]) /
                                 (m->raw[i] - m->raw[i - 1]);
}

double selector_weights_score(const struct selector_weights *w,
                              enum selector_model model, const double *features)
{
    const struct model *m = &w->model[model];
    double sum = m->bias;

    for (size_t i = 0; i < SELECTOR_FEATURES; i++)
        sum += m->weight[i] * features[i];
    for (size_t i = 0; i < m->n_trees; i++)
        sum += leaf_of(w, m->tree[i], features);
    return calibrate(m, 1 / (1 + exp(-sum)));
}

double selector_weights_floor(const struct selector_weights *w,
                              enum selector_model model)
{
    return w->model[model].floor;
}
