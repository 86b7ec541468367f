#include "cli/source_args.h"

#include "cli/input.h"

/* Over the gate's own limit, so that the gate may say what is wrong. */
#define SQL_MAX_BYTES ((size_t)8 * 1024 * 1024)

#define MAX_TIMEOUT_S  (24u * 60 * 60)
#define MAX_MEMORY_MIB (1024u * 1024)
#define MIN_MEMORY_MIB 64u
#define MIB            (UINT64_C(1024) * 1024)

/* One byte, or the word that shells let through more easily. */
static enum err read_delimiter(const struct args *args, char *out,
                               struct error *e)
{
    struct str text = args->value[OPT_DELIMITER];

    if (!args_has(args, OPT_DELIMITER))
        return OK;
    if (str_is(text, "tab") || str_is(text, "\\t"))
        text = STR("\t");
    if (text.n != 1 || (unsigned char)text.p[0] >= 0x80)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--delimiter takes one ASCII character or 'tab'");
    *out = text.p[0];
    return OK;
}

static enum err read_header(const struct args *args, enum table_header *out,
                            struct error *e)
{
    struct str text = args->value[OPT_HEADER];

    if (!args_has(args, OPT_HEADER))
        return OK;
    if (!str_is(text, "yes") && !str_is(text, "no"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--header takes 'yes' or 'no'");
    *out = str_is(text, "yes") ? TABLE_HEADER_YES : TABLE_HEADER_NO;
    return OK;
}

static enum err read_limits(const struct args *args, struct table_source *s,
                            struct error *e)
{
    uint64_t timeout_s = 0;
    uint64_t memory_mib = 0;
    enum err rc = args_number(args, OPT_TIMEOUT, MAX_TIMEOUT_S, &timeout_s, e);

    if (!rc)
        rc = args_number(args, OPT_MEMORY, MAX_MEMORY_MIB, &memory_mib, e);
    if (rc)
        return rc;
    if (args_has(args, OPT_TIMEOUT) && timeout_s == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--timeout takes at least 1 second");
    if (args_has(args, OPT_MEMORY) && memory_mib < MIN_MEMORY_MIB)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--memory takes at least %u MiB", MIN_MEMORY_MIB);
    s->timeout_ms = timeout_s * 1000;
    s->memory_bytes = memory_mib * MIB;
    return OK;
}

enum err source_args_common(const struct cli *c, struct table_source *out,
                            struct error *e)
{
    enum err rc;

    *out = (struct table_source){.read.encoding = c->args.value[OPT_ENCODING]};
    rc = read_delimiter(&c->args, &out->read.delimiter, e);
    if (!rc)
        rc = read_header(&c->args, &out->read.header, e);
    return rc ? rc : read_limits(&c->args, out, e);
}

enum err source_args_read(struct cli *c, size_t n, struct table_source **out,
                          struct error *e)
{
    struct table_source common;
    struct table_source *sources =
        arena_alloc_array(&c->arena, n, sizeof(*sources), e);
    enum err rc;

    if (!sources)
        return e->code;
    rc = source_args_common(c, &common, e);
    if (rc)
        return rc;
    for (size_t i = 0; i < n; i++) {
        sources[i] = common;
        sources[i].path = c->args.operands[i];
    }
    sources[0].sheet = c->args.value[OPT_TABLE];
    *out = sources;
    return OK;
}

enum err sql_args_read(struct cli *c, struct str given, struct str *sql,
                       struct error *e)
{
    struct buf b;
    enum err rc;

    *sql = given;
    if (!str_is(given, "-"))
        return OK;
    buf_init(&b, SQL_MAX_BYTES);
    rc = input_read(&b, "the SQL", e);
    if (!rc)
        rc = str_dup(buf_str(&b), &c->arena, sql, e);
    buf_release(&b);
    return rc;
}
