/* cmd_backup.c - backs up a home while it is served. */
#include "cli/base_call.h"
#include "cli/home_args.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "store/catalog/database_copy.h"

/* The bases one after the other, each as it is at one moment; then what knows
 * of them: a base that was made meanwhile is in neither. */
static enum err backup_bases(struct cli *c, struct base_call *k,
                             struct registry *r, const char *to,
                             struct error *e)
{
    struct base_entry *list = NULL;
    const char *folder = fs_join(to, "bases", &c->arena, e);
    size_t n = 0;
    enum err rc = folder ? fs_mkdirs(folder, "the backup", e) : e->code;

    if (!rc)
        rc = registry_list(r, &c->arena, &list, &n, e);
    jsonw_key(&k->w, "bases");
    jsonw_begin_array(&k->w);
    for (size_t i = 0; i < n && !rc; i++) {
        struct str path;

        rc = str_printf(&c->arena, &path, e, "%s/%.*s", folder,
                        STR_FMT(list[i].name));
        if (!rc)
            rc = bases_backup(k->bases, list[i].name, path, &k->w, e);
    }
    jsonw_end_array(&k->w);
    return rc;
}

static enum err run_into(struct cli *c, struct base_call *k, const char *to,
                         struct error *e)
{
    struct registry r = REGISTRY_NONE;
    const char *copy = fs_join(to, "quarry.db", &c->arena, e);
    enum err rc = copy ? registry_open(tables_home(k->tables), &c->arena, &r, e)
                       : e->code;

    jsonw_begin_object(&k->w);
    jsonw_member_cstr(&k->w, "to", to);
    if (!rc)
        rc = backup_bases(c, k, &r, to, e);
    if (!rc)
        rc = database_save_home(r.db, copy, e);
    jsonw_end_object(&k->w);
    registry_close(&r);
    return rc;
}

static enum err run_backup(struct cli *c, struct base_call *k, struct error *e)
{
    const char *to = str_cstr(c->args.value[OPT_TO], &c->arena, e);
    bool is = false;
    enum err rc;

    if (!to)
        return e->code;
    if (!*to)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "name the folder for the backup with --to FOLDER");
    rc = fs_exists(to, to, &is, e);
    if (!rc && is)
        return error_set(e, ERR_CONFLICT,
                         "'%s' already exists; name a new folder", to);
    return rc ? rc : run_into(c, k, to, e);
}

static enum err show_backup(struct cli *c, const struct json *answer,
                            struct error *e)
{
    (void)e;
    buf_printf(&c->out, "backed up %zu bases to '%.*s'\n",
               json_find(answer, "bases")->count,
               STR_FMT(base_call_member(answer, "to")));
    return OK;
}

enum err cmd_backup(struct cli *c, struct error *e)
{
    return base_call(c, run_backup, show_backup, e);
}
