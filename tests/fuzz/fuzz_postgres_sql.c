/* module: tables */
/*
 * SQL becomes another dialect or is refused; what comes out has no word outside of
 * quotes that may begin another statement.
 */
#include "tables/postgres_sql.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define OUT_BYTES ((size_t)1 << 20)

/* Is there a ';' that no quotes have around them? */
static bool has_end(struct str sql)
{
    char quote = '\0';

    for (size_t i = 0; i < sql.n; i++) {
        if (quote)
            quote = sql.p[i] == quote ? '\0' : quote;
        else if (sql.p[i] == '\'' || sql.p[i] == '"')
            quote = sql.p[i];
        else if (sql.p[i] == ';')
            return true;
    }
    return quote != '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str sql = {(const char *)data, size};
    struct error e = {0};
    struct buf out;

    buf_init(&out, OUT_BYTES);
    if (postgres_sql_write(sql, &out, &e) == OK && !out.overflow)
        BUG_ON(has_end(buf_str(&out)));
    (void)postgres_sql_names(sql, STR("t"));
    buf_release(&out);
    return 0;
}
