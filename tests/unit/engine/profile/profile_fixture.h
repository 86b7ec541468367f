/* profile_fixture.h - a profile, and members of its columns as JSON text. */
#ifndef ENGINE_PROFILE_PROFILE_FIXTURE_H
#define ENGINE_PROFILE_PROFILE_FIXTURE_H

#include "engine/query/table_fixture.h"

#include "base/json.h"
#include "engine/profile/profile.h"

static struct json *profile; /* the last one */

/* Profile what was opened. */
static inline void run_profile(void)
{
    if (profile_run(duck, catalog, &arena, begin_answer(), &err) != OK)
        fail_msg("%s", err.msg);
    assert_int_equal(json_parse(buf_str(&answer), &json_default_limits, &arena,
                                &profile, &err),
                     OK);
}

static inline void profile_of(const char *sql)
{
    make_and_open(sql);
    run_profile();
}

/* A member of a column, counted from 0. */
static inline const struct json *member(unsigned column, const char *key)
{
    const struct json *c = json_find(profile, "columns")->first;

    while (column-- > 0)
        c = c->next;
    return json_find(c, key);
}

/* "json" is what the member must be; NULL if there is none. */
static inline void assert_member(unsigned column, const char *key,
                                 const char *json)
{
    const struct json *m = member(column, key);
    struct buf text;
    struct jsonw w;

    if (!m || !json) {
        if (m || json)
            fail_msg("column %u: %s is %sthere", column, key, m ? "" : "not ");
        return;
    }
    buf_init(&text, ANSWER_MAX_BYTES);
    jsonw_init(&w, &text);
    json_write(m, &w);
    if (!str_is(buf_str(&text), json))
        fail_msg("column %u: %s is %.2000s and not %s", column, key, text.p,
                 json);
    buf_release(&text);
}

#endif
