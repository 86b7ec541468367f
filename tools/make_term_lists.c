/*
 * make_term_lists.c - `make_term_lists FOLDER FILE HEADER`: the lists of words of a
 * folder of data/lexicon as the C tables that a header declares, such as
 * src/ask/vocabulary/term_lists.h. The build runs it; it is not installed.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/fs.h"
#include "base/text/fold.h"
#include "base/text/words.h"

#include <stdio.h>

#define BUDGET_BYTES ((size_t)1 << 28)
#define MAX_BYTES    ((size_t)8 << 20)

static const char *const keys_table[] = {"en:", "es:", "zh:", "any:"};

struct maker {
    struct arena *a;
    const char *file;
    struct str stem; /* of the file's name */
    size_t line;
    struct str list;                        /* its name; empty: none is open */
    struct buf entry[COUNT_OF(keys_table)]; /* of the open list, by language */
    size_t n;
    struct buf out;
};

static enum err fail(const struct maker *m, const char *what, struct str text,
                     struct error *e)
{
    return error_at(e, ERR_VALIDATION_FAILED, (struct srcpos){.line = m->line},
                    "%s: %s: '%.*s'", m->file, what, STR_FMT(text));
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

static void put_name(struct maker *m)
{
    const struct str parts[] = {m->stem, STR("_"), m->list};

    for (size_t i = 0; i < COUNT_OF(parts); i++)
        for (size_t k = 0; k < parts[i].n; k++)
            buf_put(&m->out, parts[i].p[k] == '-' ? "_" : parts[i].p + k, 1);
}

/* The open list, as C. */
static void close_list(struct maker *m)
{
    if (!m->list.n)
        return;
    buf_printf(&m->out, "\nstatic const char *const entries_");
    put_name(m);
    buf_printf(&m->out, "[] = {\n");
    for (size_t i = 0; i < COUNT_OF(m->entry); i++) {
        buf_put(&m->out, m->entry[i].p, m->entry[i].n);
        buf_reset(&m->entry[i]);
    }
    buf_printf(&m->out, "};\nconst struct term_list words_");
    put_name(m);
    buf_printf(&m->out, " = {entries_");
    put_name(m);
    buf_printf(&m->out, ", %zu};\n", m->n);
    m->list = (struct str){0};
    m->n = 0;
}

/* "went=go": its folded words, and what follows the '=' as it is. */
static enum err put_entry(struct maker *m, size_t language, struct str text,
                          struct error *e)
{
    const size_t end = str_find_char(text, '=');
    const struct str word = str_slice(text, 0, end ? end : text.n);
    struct words cut;

    if (words_cut(word, WORDS_TEXT, m->a, &cut, e))
        return e->code;
    if (cut.n == 0)
        return fail(m, "no word", text, e);
    buf_printf(&m->entry[language], "    \"");
    words_put_folded(&cut, &m->entry[language]);
    if (word.n < text.n)
        buf_put(&m->entry[language], text.p + word.n, text.n - word.n);
    buf_printf(&m->entry[language], "\",\n");
    m->n++;
    return OK;
}

/* "[nones]", or "en: no, not". */
static enum err read_line(struct maker *m, struct str line, struct error *e)
{
    struct str rest = line;

    if (line.p[0] == '[' && line.p[line.n - 1] == ']') {
        close_list(m);
        m->list = str_slice(line, 1, line.n - 1);
        return m->list.n ? OK : fail(m, "no name", line, e);
    }
    for (size_t i = 0; i < COUNT_OF(keys_table); i++) {
        if (!m->list.n || !str_starts(line, str_from(keys_table[i])))
            continue;
        (void)take_part(&rest, ':');
        while (rest.n > 0) {
            const struct str entry = take_part(&rest, ',');

            if (put_entry(m, i, entry, e))
                return e->code;
        }
        return OK;
    }
    return fail(m, "not a line of a list", line, e);
}

static enum err read_file(struct maker *m, const char *folder, struct str name,
                          struct error *e)
{
    const char *path;
    struct str rest;

    m->file = str_cstr(name, m->a, e);
    path = m->file ? fs_join(folder, m->file, m->a, e) : NULL;
    if (!path || fs_read_file(path, m->file, MAX_BYTES, m->a, &rest, e))
        return e->code;
    m->stem = str_slice(name, 0, str_find_char(name, '.'));
    for (m->line = 1; rest.n > 0; m->line++) {
        const struct str line = take_part(&rest, '\n');

        if (line.n > 0 && line.p[0] != '#' && read_line(m, line, e))
            return e->code;
    }
    close_list(m);
    return OK;
}

static enum err run(struct maker *m, const char *folder, const char *file,
                    const char *header, struct error *e)
{
    struct str *list = NULL;
    struct str text;
    size_t n = 0;

    buf_printf(&m->out,
               "/* Written by tools/make_term_lists.c. */\n#include \"%s\"\n",
               header);
    if (fs_list_tree(folder, folder, m->a, &list, &n, e))
        return e->code;
    for (size_t i = 0; i < n; i++)
        if (read_file(m, folder, list[i], e))
            return e->code;
    return buf_finish(&m->out, &text, e)
               ? e->code
               : fs_write_atomic(file, file, text, false, e);
}

int main(int argc, char **argv)
{
    struct error e = {0};
    struct arena a;
    struct maker m = {.a = &a};
    enum err rc;

    if (argc != 4) {
        (void)fprintf(stderr, "usage: make_term_lists FOLDER FILE HEADER\n");
        return 2;
    }
    arena_init(&a, BUDGET_BYTES);
    buf_init(&m.out, MAX_BYTES);
    for (size_t i = 0; i < COUNT_OF(m.entry); i++)
        buf_init(&m.entry[i], MAX_BYTES);
    rc = run(&m, argv[1], argv[2], argv[3], &e);
    if (rc)
        (void)fprintf(stderr, "make_term_lists: %s, line %zu\n", e.msg,
                      (size_t)e.pos.line);
    for (size_t i = 0; i < COUNT_OF(m.entry); i++)
        buf_release(&m.entry[i]);
    buf_release(&m.out);
    arena_release(&a);
    return err_exit_status(rc);
}
