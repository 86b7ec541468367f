#include "knowledge/knowledge_base/feedback.h"

#include "base/clock.h"
#include "knowledge/knowledge_base/bases_internal.h"

#define ARENA_BYTES ((size_t)1 << 20)

static enum err insert(const struct base *b, const struct feedback *f,
                       struct error *e)
{
    char at[CLOCK_ISO_BYTES];
    enum err rc;

    clock_wall_iso(at);
    rc = db_run(
        b->db,
        "INSERT INTO feedback(at, verdict, query, comment, session_id, author,"
        " learned) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        DB_ARGS(db_text(str_from(at)),
                db_text(f->is_up ? STR("up") : STR("down")), db_text(f->query),
                db_text_or_null(f->comment), db_text_or_null(f->session_id),
                db_text(f->author), db_int(f->learned)),
        e);
    return rc ? rc
              : db_run(b->db,
                       "DELETE FROM feedback WHERE id <= (SELECT max(id)"
                       " FROM feedback) - ?1",
                       DB_ARGS(db_int(FEEDBACK_MAX_ROWS)), e);
}

enum err bases_keep_feedback(struct bases *b, const struct feedback *f,
                             struct error *e)
{
    struct base base = BASE_NONE;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = base_open_in(&b->registry, f->base, &a, &base, e);
    if (!rc)
        rc = db_begin_write(base.db, e);
    if (!rc)
        rc = db_end(base.db, insert(&base, f, e), e);
    base_close(&base);
    arena_release(&a);
    return rc;
}
