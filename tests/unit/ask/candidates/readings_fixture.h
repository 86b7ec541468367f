/* A small table of matches, and what a question finds in it. */
#ifndef ASK_CANDIDATES_READINGS_FIXTURE_H
#define ASK_CANDIDATES_READINGS_FIXTURE_H

#include "ask/candidates/candidate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define FIXTURE_BYTES ((size_t)64 << 20)

/* Named by single quotes, which JSON does not use. */
#define MATCHES                                                     \
    "{'columns':['Date','Home team','Venue','Goals','Attendance']," \
    "'rows':["                                                      \
    "['2003-05-01','Ajax','Old Park',3,'1,200'],"                   \
    "['2003-05-09','Feyenoord','Old Park',1,'800'],"                \
    "['2004-06-02','Ajax','Sea Stadium',null,'950 (est.)'],"        \
    "['2005-01-11','PSV','Old Park',4,'2,400'],"                    \
    "['2006-02-12','Ajax','River Ground',2,'700']]}"

struct fixture {
    struct arena a;
    struct grid g;
    struct question q;
    struct grid_links l;
    struct candidates all;
};

/* `json` with ' for ". */
static inline void fixture_open(struct fixture *f, const char *json)
{
    struct error e = {0};
    struct json *root;
    char *text;

    arena_init(&f->a, FIXTURE_BYTES);
    text = str_cstr(str_from(json), &f->a, &e);
    assert_non_null(text);
    for (char *p = text; *p; p++)
        *p = *p == '\'' ? '"' : *p;
    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &f->a, &root, &e), OK);
    assert_int_equal(grid_read(root, &f->a, &f->g, &e), OK);
}

static inline void fixture_ask(struct fixture *f, const char *question)
{
    struct error e = {0};

    assert_int_equal(
        question_read(f->g.words, str_from(question), &f->a, &f->q, &e), OK);
    assert_int_equal(links_find(&f->g, &f->q, &f->a, &f->l, &e), OK);
    assert_int_equal(candidates_make(&f->g, &f->q, &f->l, &f->a, &f->all, &e),
                     OK);
}

static inline void fixture_close(struct fixture *f)
{
    grid_release(&f->g);
    arena_release(&f->a);
}

#endif
