#include "knowledge/knowledge_base/remove_if_empty.h"

#include "knowledge/knowledge_base/base_lifecycle.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "store/catalog/document.h"

/* What registry_create() and opening set is no setting of somebody. */
static const char is_untouched_sql[] =
    "SELECT NOT EXISTS (SELECT 1 FROM document)"
    " AND NOT EXISTS (SELECT 1 FROM retired)"
    " AND NOT EXISTS (SELECT 1 FROM tree_version)"
    " AND NOT EXISTS (SELECT 1 FROM upload)"
    " AND NOT EXISTS (SELECT 1 FROM semantic_entry)"
    " AND NOT EXISTS (SELECT 1 FROM feedback)"
    " AND NOT EXISTS (SELECT 1 FROM setting WHERE name NOT IN"
    "  ('index', '" DOCUMENT_KEY_SALT "')"
    "  AND (name <> 'retrieval_config' OR value NOT IN"
    "   ('" REGISTRY_HYBRID "', '" REGISTRY_VECTOR "',"
    "    '" REGISTRY_KEYWORD "')))";

static const char is_granted_sql[] =
    "SELECT EXISTS (SELECT 1 FROM exposure WHERE base_id = ?1)"
    " OR EXISTS (SELECT 1 FROM bound_tool WHERE base_id = ?1)"
    " OR EXISTS (SELECT 1 FROM token, json_each(token.base_ids)"
    "            WHERE json_each.value = ?1)";

static enum err check(struct bases *b, const struct base *base,
                      const struct base_entry *made, struct error *e)
{
    int64_t is_untouched = 0;
    int64_t is_granted = 0;
    enum err rc =
        db_get_int(base->db, is_untouched_sql, DB_NO_ARGS, &is_untouched, e);

    if (!rc)
        rc = db_get_int(b->registry.db, is_granted_sql,
                        DB_ARGS(db_text(made->id)), &is_granted, e);
    if (rc)
        return rc;
    return is_untouched && !is_granted && str_is(made->id, base->id)
               ? OK
               : error_set(e, ERR_CONFLICT, "the base is used");
}

bool bases_remove_if_empty(struct bases *b, const struct base_entry *base)
{
    struct whole_old old;
    struct error ignored;
    struct arena a;
    enum err rc;

    arena_init(&a, WHOLE_ARENA_BYTES);
    rc = base_lifecycle_hold(b, base->name, &a, &old, &ignored);
    if (!rc)
        rc = check(b, &old.base, base, &ignored);
    if (!rc)
        rc = base_lifecycle_retire(&old, &ignored);
    if (!rc)
        rc = registry_unmake(&b->registry, base, &ignored);
    base_lifecycle_release(&old, !rc);
    arena_release(&a);
    return rc == OK;
}
