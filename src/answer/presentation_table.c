#include "answer/presentation_table.h"

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_letter(char c)
{
    return is_lower(c) || (c >= 'A' && c <= 'Z');
}

/* "unit_price", "unitPrice"; "column_1" comes from a reader of tables */
static bool is_of_program(struct str name)
{
    for (size_t i = 1; i + 1 < name.n; i++) {
        char next = name.p[i + 1];

        if ((name.p[i] == '_' && is_letter(next)) ||
            (is_lower(name.p[i]) && next >= 'A' && next <= 'Z'))
            return true;
    }
    return false;
}

static bool ends_in(struct str name, const char *word)
{
    struct str end = str_from(word);
    size_t at = name.n - end.n;

    if (name.n < end.n || (at > 0 && name.p[at - 1] != ' '))
        return false;
    for (size_t i = 0; i < end.n; i++) {
        if ((name.p[at + i] | ' ') != end.p[i])
            return false;
    }
    return true;
}

static bool is_key(const struct json *column, uint64_t rows)
{
    static const char *const names[] = {"id", "code", "key", "sku"};
    const struct json *distinct = json_find(column, "distinct_estimate");
    struct str name = json_text(json_find(column, "name"));

    if (!distinct || json_double(distinct) < (double)rows)
        return false;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        if (ends_in(name, names[i]))
            return true;
    }
    return false;
}

bool is_presentation_table(const struct answer_source *s)
{
    const struct json *profile = json_find(s->full, "profile");
    const struct json *columns =
        json_find(profile ? profile : s->full, "columns");

    if (s->rows > PRESENTATION_MAX_ROWS || !columns)
        return false;
    for (const struct json *c = columns->first; c; c = c->next) {
        if (is_of_program(json_text(json_find(c, "name"))) ||
            is_key(c, s->rows))
            return false;
    }
    return true;
}
