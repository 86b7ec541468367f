#include "model.h"

#include "ask/parse/feature.h"
#include "ask/parse/weights.h"
#include "base/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES  256
#define SEED        UINT64_C(0x9e3779b97f4a7c15)
#define SLOTS       (1U << 21)
#define LEAST       0.004 /* a smaller weight is left out */
#define MAX_ARGS    4     /* of a feature's name */
#define RULES_ALONE 20    /* rules_reading_kind() of what no reading gives */
#define NOTHINGS    8     /* names of answering nothing: nothing:1:7 */

void model_give_up(const char *what)
{
    (void)fprintf(stderr, "parse_learn: %s\n", what);
    exit(1);
}

static void *grow(void *p, size_t *cap, size_t n, size_t size)
{
    if (n < *cap)
        return p;
    *cap = *cap ? *cap * 2 : 1024;
    p = realloc(p, *cap * size);
    if (!p)
        model_give_up("out of memory");
    return p;
}

static uint32_t feature_of(struct model *m, uint32_t hash)
{
    size_t at = hash & (m->n_slots - 1);

    while (m->slot[at] && m->all[m->slot[at] - 1].hash != hash)
        at = (at + 1) & (m->n_slots - 1);
    if (!m->slot[at]) {
        m->all = grow(m->all, &m->cap_all, m->n_all, sizeof(*m->all));
        m->all[m->n_all] = (struct model_feature){
            .hash = hash, .kind = READING_EVIDENCE_KINDS};
        m->slot[at] = (uint32_t)++m->n_all;
        if (m->n_all * 2 > m->n_slots)
            model_give_up("too many features");
    }
    return m->slot[at] - 1;
}

/* What is known of rows, or of the rules, is no evidence of the parse. */
static uint32_t evidence_kind(const char *name)
{
    const uint32_t kind = parse_feature_kind(str_from(name));

    return kind == F_RESULT || kind == F_RULES ? READING_EVIDENCE_KINDS : kind;
}

static void name_feature(struct model *m, const char *name)
{
    uint32_t at = feature_of(m, parse_feature_hash(str_from(name)));

    if (m->all[at].name)
        return;
    m->all[at].name = strdup(name);
    m->all[at].kind = evidence_kind(name);
}

void model_init(struct model *m)
{
    char name[LINE_BYTES];

    m->n_slots = SLOTS;
    m->slot = calloc(m->n_slots, sizeof(*m->slot));
    m->param_slot = calloc(m->n_slots, sizeof(*m->param_slot));
    if (!m->slot || !m->param_slot)
        model_give_up("out of memory");
    name_feature(m, "nothing:0");
    for (int i = 0; i < NOTHINGS; i++) {
        (void)snprintf(name, sizeof(name), "nothing:1:%d", i);
        name_feature(m, name);
    }
}

static uint32_t name_of(struct model_names *names, const char *name)
{
    for (uint32_t i = 0; i < names->n; i++)
        if (!strcmp(names->name[i], name))
            return i;
    if (names->n == MODEL_SETS)
        model_give_up("too many sets");
    (void)snprintf(names->name[names->n], MODEL_NAME_BYTES, "%s", name);
    return names->n++;
}

static void read_features(struct model *m, const char *text,
                          struct candidate *c)
{
    c->first = m->n_features;
    while (*text && *text != '\n') {
        char *end;
        uint32_t f = feature_of(m, (uint32_t)strtoul(text, &end, 10));

        if (end == text)
            model_give_up("a line of samples");
        m->feature = grow(m->feature, &m->cap_features, m->n_features,
                          sizeof(*m->feature));
        m->feature[m->n_features++] = f;
        text = *end == ',' ? end + 1 : end;
    }
    c->last = m->n_features;
}

/* "plain-NAME" is over the tables of NAME, and left out together with it. */
static const char *tables_of(const char *set)
{
    static const char plain[] = "plain-";

    return strncmp(set, plain, sizeof(plain) - 1) ? set
                                                  : set + sizeof(plain) - 1;
}

static void read_question(struct model *m, const char *line)
{
    char status[MODEL_NAME_BYTES], language[MODEL_NAME_BYTES];
    char set[MODEL_NAME_BYTES];
    struct question q = {
        .first = m->n_candidates, .last = m->n_candidates, .weight = 1};

    if (sscanf(line + 4, "%63s %63s %63s", status, language, set) != 3)
        model_give_up("a line of a question");
    q.answerable = line[2] == '1';
    q.set = name_of(&m->sets, tables_of(set));
    q.language = name_of(&m->languages, language);
    q.is_development = !strcmp(status, "development");
    q.is_public = !q.is_development && strcmp(status, "training") != 0;
    q.is_made = !strcmp(status, "made");
    if (q.is_development && !m->with_development)
        q.weight = 0;
    if (q.is_public)
        q.weight = m->public_weight;
    m->question = grow(m->question, &m->cap_questions, m->n_questions,
                       sizeof(*m->question));
    m->question[m->n_questions++] = q;
}

/* " 0,0,12,5,1 ", or " - ": it gives no rows. */
static void read_kinds(char **at, uint8_t kind[READING_CONFIDENCE_KINDS])
{
    *at += **at == ' ';
    for (size_t i = 0; i < READING_CONFIDENCE_KINDS && **at != '-'; i++) {
        kind[i] = (uint8_t)strtoul(*at, at, 10);
        *at += **at == ',';
    }
    *at += **at == '-';
    *at += **at == ' ';
}

static void read_candidate(struct model *m, const char *line)
{
    struct question *q =
        m->n_questions ? &m->question[m->n_questions - 1] : NULL;
    struct candidate c = {0};
    char *at = (char *)line + 2;

    if (!q)
        model_give_up("samples begin with a question");
    if (line[0] == 'C') {
        const unsigned long right = strtoul(at, &at, 10);

        c.right = right == 1;
        c.accepted = right != 0;
        c.answer = (uint32_t)strtoul(at, &at, 10);
        read_kinds(&at, c.kind);
        if (m->no_rules && c.kind[READING_CONFIDENCE_RULES] >= RULES_ALONE)
            return;
        if (m->no_rules)
            c.kind[READING_CONFIDENCE_RULES] = 0;
    }
    read_features(m, at, &c);
    m->candidate = grow(m->candidate, &m->cap_candidates, m->n_candidates,
                        sizeof(*m->candidate));
    m->candidate[m->n_candidates++] = c;
    q->last = m->n_candidates;
    q->has_right = q->has_right || c.right;
}

void model_read_samples(struct model *m, const char *path, bool measured_only)
{
    const size_t before = m->n_questions;
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t cap = 0;

    if (!file)
        model_give_up("samples cannot be read");
    while (getline(&line, &cap, file) > 0) {
        if (line[0] == 'Q')
            read_question(m, line);
        else
            read_candidate(m, line);
    }
    for (size_t i = before; measured_only && i < m->n_questions; i++) {
        m->question[i].weight = 0;
        m->question[i].is_development = true;
    }
    free(line);
    (void)fclose(file);
}

void model_drop(struct model *m, const char *prefix)
{
    for (size_t i = 0; i < m->n_all; i++) {
        struct model_feature *f = &m->all[i];

        if (f->name && !strncmp(f->name, prefix, strlen(prefix))) {
            f->fixed = true;
            f->start = 0;
        }
    }
}

void model_read_weights(struct model *m, const char *path)
{
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[LINE_BYTES];

    if (path && !file)
        model_give_up("weights cannot be read");
    while (file && fgets(line, sizeof(line), file)) {
        char *space = strchr(line, ' ');
        double w;

        if (line[0] == '#' || line[0] == '@' || !space)
            continue;
        w = atof(space + 1);
        *space = '\0';
        name_feature(m, line);
        m->all[feature_of(m, parse_feature_hash(str_from(line)))].start = w;
    }
    if (file)
        (void)fclose(file);
}

void model_read_names(struct model *m, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[LINE_BYTES];

    if (!file)
        model_give_up("names cannot be read");
    while (fgets(line, sizeof(line), file)) {
        const char *space = strchr(line, ' ');

        line[strcspn(line, "\n")] = '\0';
        if (space)
            name_feature(m, space + 1);
    }
    (void)fclose(file);
}

static uint32_t param_of(struct model *m, uint64_t hash)
{
    size_t at = hash & (m->n_slots - 1);

    while (m->param_slot[at] && m->param[m->param_slot[at] - 1].hash != hash)
        at = (at + 1) & (m->n_slots - 1);
    if (!m->param_slot[at]) {
        m->param =
            grow(m->param, &m->cap_params, m->n_params, sizeof(*m->param));
        m->param[m->n_params] = (struct model_param){.hash = hash};
        m->param_slot[at] = (uint32_t)++m->n_params;
        if (m->n_params * 2 > m->n_slots)
            model_give_up("too many parameters");
    }
    return m->param_slot[at] - 1;
}

static void add_param(struct model *m, struct model_feature *f, uint64_t hash)
{
    m->param_of = grow(m->param_of, &m->cap_param_of, m->n_param_of,
                       sizeof(*m->param_of));
    m->param_of[m->n_param_of] = param_of(m, hash);
    f->last_param = ++m->n_param_of;
}

/* FNV-1a of a name whose parts that are not in `mask` are open. */
static uint64_t hash_open(const char *name, unsigned mask)
{
    uint64_t h = UINT64_C(14695981039346656037);
    unsigned part = 0; /* 0: the template */

    for (; *name; name++) {
        part += *name == ':';
        if (*name == ':' || part == 0 || mask >> (part - 1) & 1)
            h = (h ^ (unsigned char)*name) * UINT64_C(1099511628211);
    }
    return h * (mask + 1);
}

void model_prepare(struct model *m)
{
    for (size_t i = 0; i < m->n_all; i++) {
        struct model_feature *f = &m->all[i];
        unsigned n = 0;

        f->first_param = f->last_param = m->n_param_of;
        for (const char *c = f->name ? f->name : ""; *c; c++)
            n += *c == ':';
        if (!f->name || n > MAX_ARGS)
            add_param(m, f, f->hash);
        for (unsigned mask = 0; f->name && n <= MAX_ARGS && mask < 1U << n;
             mask++)
            add_param(m, f, hash_open(f->name, mask));
    }
}

static double weight_now(const struct model *m, const struct model_feature *f)
{
    double w = f->start;

    for (size_t i = f->first_param; i < f->last_param && !f->fixed; i++)
        w += m->param[m->param_of[i]].w;
    return w;
}

double model_score(const struct model *m, const struct candidate *c)
{
    double s = 0;

    for (size_t i = c->first; i < c->last; i++)
        s += m->all[m->feature[i]].w;
    return s;
}

/* The weights of a question's features as they are now; no gradients yet. */
static void refresh(struct model *m, const struct question *q)
{
    m->stamp++;
    for (size_t i = m->candidate[q->first].first;
         i < m->candidate[q->last - 1].last; i++) {
        struct model_feature *f = &m->all[m->feature[i]];

        if (f->stamp == m->stamp)
            continue;
        f->stamp = m->stamp;
        f->w = weight_now(m, f);
        f->g = 0;
    }
}

static void add_gradient(struct model *m, const struct candidate *c, double g)
{
    for (size_t i = c->first; i < c->last; i++)
        m->all[m->feature[i]].g += g;
}

/* One step of AdaGrad along the gradients of a question. */
static void step(struct model *m, const struct question *q)
{
    for (size_t i = m->candidate[q->first].first;
         i < m->candidate[q->last - 1].last; i++) {
        struct model_feature *f = &m->all[m->feature[i]];

        for (size_t k = f->first_param; k < f->last_param && f->g != 0; k++) {
            struct model_param *p = &m->param[m->param_of[k]];
            const double d = f->g - m->l2 * p->w;

            p->g2 += d * d;
            p->w += m->rate * d / sqrt(p->g2 + 1e-8);
        }
        f->g = 0;
    }
}

static bool is_right(const struct model *m, const struct question *q, size_t i)
{
    if (!q->answerable || !q->has_right)
        return i == q->first;
    return m->candidate[i].right;
}

/* One question; the logarithm of the probability of what is right. */
static double learn_one(struct model *m, const struct question *q, double *p)
{
    const double weight =
        q->weight * (q->answerable && !q->has_right ? m->unseen : 1);
    double most = -INFINITY;
    double all = 0;
    double right = 0;

    refresh(m, q);
    for (size_t i = q->first; i < q->last; i++) {
        p[i - q->first] = model_score(m, &m->candidate[i]);
        most = fmax(most, p[i - q->first]);
    }
    for (size_t i = q->first; i < q->last; i++) {
        p[i - q->first] = exp(p[i - q->first] - most);
        all += p[i - q->first];
        right += is_right(m, q, i) ? p[i - q->first] : 0;
    }
    right = fmax(right, 1e-12 * all);
    for (size_t i = q->first; i < q->last; i++) {
        const double prior = p[i - q->first] / all;
        const double want = is_right(m, q, i) ? p[i - q->first] / right : 0;

        if (fabs(want - prior) > 1e-4)
            add_gradient(m, &m->candidate[i], weight * (want - prior));
    }
    step(m, q);
    return weight * log(right / all);
}

static void shuffle(struct model *m, size_t *order, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k;
        size_t was = order[i - 1];

        m->random =
            m->random * UINT64_C(6364136223846793005) + 1442695040888963407U;
        k = (size_t)((m->random >> 33) % i);
        order[i - 1] = order[k];
        order[k] = was;
    }
}

/* The questions to learn from; the most candidates of one. */
static size_t choose(const struct model *m, uint32_t folds, uint32_t fold,
                     size_t *order, size_t *widest)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n_questions; i++) {
        const struct question *q = &m->question[i];

        if (q->weight <= 0 || q->last == q->first ||
            (folds && q->set % folds == fold))
            continue;
        order[n++] = i;
        if (q->last - q->first > *widest)
            *widest = q->last - q->first;
    }
    return n;
}

static void begin(struct model *m)
{
    m->random = SEED;
    for (size_t i = 0; i < m->n_params; i++)
        m->param[i] = (struct model_param){.hash = m->param[i].hash};
}

void model_learn(struct model *m, int rounds, uint32_t folds, uint32_t fold)
{
    size_t *order = malloc((m->n_questions + 1) * sizeof(*order));
    size_t widest = 1;
    size_t n;
    double *p;
    double sum = 0;

    if (!order)
        model_give_up("out of memory");
    begin(m);
    n = choose(m, folds, fold, order, &widest);
    p = malloc(widest * sizeof(*p));
    if (!p)
        model_give_up("out of memory");
    for (int round = 0; round < rounds; round++) {
        sum = 0;
        shuffle(m, order, n);
        for (size_t i = 0; i < n; i++)
            sum += learn_one(m, &m->question[order[i]], p);
        for (size_t i = 0; round * 2 >= rounds && i < m->n_params; i++)
            m->param[i].sum += m->param[i].w;
    }
    for (size_t i = 0; i < m->n_params; i++)
        m->param[i].w = m->param[i].sum / (rounds - (rounds + 1) / 2);
    for (size_t i = 0; i < m->n_all; i++)
        m->all[i].w = weight_now(m, &m->all[i]);
    (void)fprintf(stderr, "%zu questions: %.4f\n", n, sum / (double)n);
    free(order);
    free(p);
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const struct model_feature *const *)a)->name,
                  (*(const struct model_feature *const *)b)->name);
}

size_t model_write(const struct model *m, void *file)
{
    const struct model_feature **kept = malloc((m->n_all + 1) * sizeof(*kept));
    size_t n = 0;

    if (!kept)
        model_give_up("out of memory");
    for (size_t i = 0; i < m->n_all; i++)
        if (m->all[i].name && fabs(m->all[i].w) >= LEAST)
            kept[n++] = &m->all[i];
    qsort(kept, n, sizeof(*kept), by_name);
    for (size_t i = 0; i < n; i++)
        (void)fprintf(file, "%s %.3f\n", kept[i]->name, kept[i]->w);
    free(kept);
    return n;
}
