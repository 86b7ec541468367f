#include "cli/cli.h"

#include "base/jsonw.h"
#include "cli/home_args.h"
#include "store/table_cache/cache.h"

static void write_text(struct cli *c, const struct cache_gc_report *r)
{
    buf_printf(&c->out, "%llu entries kept, %llu removed (%.1f MiB)",
               (unsigned long long)r->entries_kept,
               (unsigned long long)r->entries_removed,
               (double)r->bytes_removed / (1024.0 * 1024.0));
    if (r->builds_removed > 0)
        buf_printf(&c->out, ", %llu unfinished removed",
                   (unsigned long long)r->builds_removed);
    buf_put_char(&c->out, '\n');
}

static void write_json(struct cli *c, const struct cache_gc_report *r)
{
    struct jsonw w;

    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_member_u64(&w, "entries_kept", r->entries_kept);
    jsonw_member_u64(&w, "entries_removed", r->entries_removed);
    jsonw_member_u64(&w, "bytes_removed", r->bytes_removed);
    jsonw_member_u64(&w, "builds_removed", r->builds_removed);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
}

enum err cmd_cache_gc(struct cli *c, struct error *e)
{
    struct cache_gc_report r;
    struct home h;
    enum err rc = home_args_open(c, &h, e);

    if (!rc)
        rc = cache_gc(&h, args_has(&c->args, OPT_ALL), &r, e);
    if (rc)
        return rc;
    if (args_has(&c->args, OPT_JSON))
        write_json(c, &r);
    else
        write_text(c, &r);
    return OK;
}
