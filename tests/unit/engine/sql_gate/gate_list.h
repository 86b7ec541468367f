/*
 * gate_list.h - reads the lists of tests/gate/: statements with a blank line
 * between them, each with what is expected of it in its last line.
 */
#ifndef ENGINE_SQL_GATE_GATE_LIST_H
#define ENGINE_SQL_GATE_GATE_LIST_H

#include "base/nightly.h"
#include "gate_fixture.h"

/* A statement of a list, with what follows `-- => ` in its last line. */
struct gate_item {
    struct str sql, expected;
    unsigned line;
};

/* Does it end the process where no gate stops it? */
static inline bool gate_item_ends_engine(const struct gate_item *item)
{
    return str_find(item->sql, STR("arrow_scan")) < item->sql.n ||
           str_find(item->expected, STR("the engine ends")) <
               item->expected.n ||
           str_find(item->expected, STR("how far ")) < item->expected.n;
}

/*
 * Is this one of the statements that are run here? Each takes an engine of its own,
 * so `make test` takes those that write files and a third of the others.
 */
static inline bool gate_item_in_sample(const struct gate_item *item)
{
    return nightly() || str_starts(item->sql, STR("COPY")) ||
           item->line % 3 == 0;
}

typedef void gate_list_visit(struct fixture *fixture,
                             const struct gate_item *item);

/* Without the headings before it; the expectation taken off. */
static inline struct gate_item gate_item_of(struct str block, unsigned line)
{
    struct gate_item item = {block, {NULL, 0}, line};
    size_t mark;

    while (str_starts(item.sql, STR("-- =="))) {
        size_t end = str_find_char(item.sql, '\n');

        item.sql = str_slice(item.sql, end + 1, item.sql.n);
        item.line++;
    }
    mark = str_find(item.sql, STR("\n-- => "));
    if (mark < item.sql.n) {
        item.expected = str_slice(item.sql, mark + 7, item.sql.n);
        item.sql = str_slice(item.sql, 0, mark);
    }
    return item;
}

/* Each statement of tests/gate/<name>; the first block explains the file. */
static inline unsigned gate_list_each(struct fixture *fixture, const char *name,
                                      gate_list_visit *visit)
{
    static char text[1 << 18];
    char path[4096];
    struct str rest;
    unsigned line = 1, count = 0;
    FILE *f;

    (void)snprintf(path, sizeof(path), "%s/gate/%s", TESTS_DIR, name);
    f = fopen(path, "rb");
    assert_non_null(f);
    rest = (struct str){text, fread(text, 1, sizeof(text), f)};
    assert_true(rest.n < sizeof(text));
    assert_int_equal(fclose(f), 0);
    while (rest.n) {
        size_t end = str_find(rest, STR("\n\n"));
        struct str block = str_trim(str_slice(rest, 0, end));
        struct gate_item item = gate_item_of(block, line);

        if (line > 1 && item.sql.n && ++count)
            visit(fixture, &item);
        for (size_t i = 0; i < end + 2 && i < rest.n; i++)
            line += rest.p[i] == '\n';
        rest = str_slice(rest, end + 2, rest.n);
    }
    return count;
}

#endif
