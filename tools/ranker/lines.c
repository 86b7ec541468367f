#include "lines.h"

#include "base/json.h"
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 4096
#define LINE_BYTES ((size_t)1 << 20)

static uint32_t find_table(struct lines *all, struct str name)
{
    size_t i = all->n_tables;

    /* questions of one table mostly follow each other */
    while (i-- > 0) {
        if (str_is(name, all->table[i]))
            return (uint32_t)i;
    }
    all->table = take_more(all->table, all->n_tables + 1, sizeof(*all->table));
    all->table[all->n_tables] = take(name.n + 1, 1);
    memcpy(all->table[all->n_tables], str_bytes(name), name.n);
    return (uint32_t)all->n_tables++;
}

static struct str text_of(const struct json *line, const char *name)
{
    const struct json *value = json_find(line, name);

    if (!value || json_text(value).n == 0)
        give_up("questions.jsonl: a line without question or table", NULL);
    return json_text(value);
}

static void read_line(struct lines *all, const char *text, struct arena *a,
                      struct line *out)
{
    struct error e = {0};
    struct json *j;
    const struct json *answers;
    struct str *list;
    size_t n = 0;

    if (json_parse(str_trim(str_from(text)), &json_default_limits, a, &j, &e))
        give_up("questions.jsonl", &e);
    out->table = find_table(all, text_of(j, "table"));
    out->question = text_of(j, "question");
    answers = json_find(j, "answers");
    if (!answers || answers->count == 0)
        give_up("questions.jsonl: a line without answers", NULL);
    list = take(answers->count, sizeof(*list));
    for (const struct json *x = answers->first; x; x = x->next)
        list[n++] = x->text;
    out->expected = (struct answers){.text = list, .n = n};
}

static int by_table(const void *a, const void *b)
{
    const struct line *x = a;
    const struct line *y = b;

    if (x->table != y->table)
        return x->table < y->table ? -1 : 1;
    return str_cmp(x->question, y->question);
}

void lines_read(const char *folder, size_t every, struct arena *a,
                struct lines *out)
{
    char path[PATH_BYTES];
    char *text = take(1, LINE_BYTES);
    size_t seen = 0;
    FILE *file;

    *out = (struct lines){0};
    (void)snprintf(path, sizeof(path), "%s/questions.jsonl", folder);
    file = fopen(path, "r");
    if (!file)
        give_up("questions.jsonl: cannot be opened", NULL);
    while (fgets(text, (int)LINE_BYTES, file)) {
        if (seen++ % every)
            continue;
        out->line = take_more(out->line, out->n + 1, sizeof(*out->line));
        out->line[out->n] = (struct line){0};
        read_line(out, text, a, &out->line[out->n++]);
    }
    if (ferror(file) || out->n == 0)
        give_up("questions.jsonl: no questions could be read", NULL);
    (void)fclose(file);
    free(text);
    qsort(out->line, out->n, sizeof(*out->line), by_table);
}
