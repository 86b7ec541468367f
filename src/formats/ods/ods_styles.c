/*
 * The styles of OpenDocument spreadsheets.
 *
 * A number format is an element for each of its pieces, number:day, number:text,
 * and becomes the code that Excel has for it, "d\.m\.yyyy": one way to tell dates from
 * numbers (formats/xlsx/number_format.h), and one to report them. A cell has a
 * style, which names its format or the style that it is made after.
 *
 * Source: OASIS OpenDocument 1.3 part 3, 16.29 (data styles), 16.4 (styles).
 */
#include "formats/ods/ods_styles.h"

#include "formats/xlsx/sheet_fill.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CODE   1024u
#define MAX_DIGITS 30u /* of a number's decimals that a code shows */
#define MAX_MADE   16u /* styles, each made after the next */

struct ods_style {
    struct str name;
    unsigned part;
    uint32_t order;    /* of the element */
    struct str parent; /* of a cell's style; of a format, its other one */
    struct str format; /* the name of a cell's, the code of a format */
};

void ods_styles_init(struct ods_styles *s, struct arena *a)
{
    *s = (struct ods_styles){.a = a};
    buf_init(&s->cells, STYLES_MAX * sizeof(struct ods_style));
    buf_init(&s->data, STYLES_MAX * sizeof(struct ods_style));
    buf_init(&s->hidden, STYLES_MAX * sizeof(struct str));
    buf_init(&s->code, (size_t)4 * MAX_CODE);
    buf_init(&s->literal, MAX_CODE);
}

void ods_styles_release(struct ods_styles *s)
{
    buf_release(&s->cells);
    buf_release(&s->data);
    buf_release(&s->hidden);
    buf_release(&s->code);
    buf_release(&s->literal);
}

void ods_styles_next_part(struct ods_styles *s)
{
    s->part++;
}

static enum err keep(struct ods_styles *s, const char *value, struct str *out,
                     struct error *e)
{
    return str_dup(str_slice(str_from(value ? value : ""), 0, MAX_CODE), s->a,
                   out, e);
}

/* ---- a number format as a code ---- */

static unsigned digits_of(const struct xml_element *el, const char *name)
{
    return xml_attr_number(el, name, MAX_DIGITS, 0);
}

static void put_repeated(struct ods_styles *s, char c, unsigned n)
{
    for (; n > 0; n--)
        buf_put_char(&s->code, c);
}

static bool says(const struct xml_element *el, const char *name,
                 const char *value)
{
    const char *text = xml_attr_any(el, name);

    return text && strcmp(text, value) == 0;
}

/* "#,##0.00" */
static void put_digits(struct ods_styles *s, const struct xml_element *el)
{
    const unsigned decimals = digits_of(el, "decimal-places");
    const unsigned whole = digits_of(el, "min-integer-digits");

    buf_puts(&s->code, says(el, "grouping", "true") ? "#,##" : "");
    if (whole)
        put_repeated(s, '0', whole);
    else
        buf_put_char(&s->code, '#');
    if (decimals) {
        buf_put_char(&s->code, '.');
        put_repeated(s, '0', decimals);
    }
}

static void put_clock(struct ods_styles *s, const struct xml_element *el,
                      char letter)
{
    const unsigned n = says(el, "style", "long") ? 2 : 1;

    if (s->is_elapsed) {
        buf_put_char(&s->code, '[');
        put_repeated(s, letter, n);
        buf_put_char(&s->code, ']');
        s->is_elapsed = false; /* the first unit counts on, those after not */
    } else {
        put_repeated(s, letter, n);
    }
    if (letter == 's' && digits_of(el, "decimal-places")) {
        buf_put_char(&s->code, '.');
        put_repeated(s, '0', digits_of(el, "decimal-places"));
    }
}

/* A piece of a number format; others have their meaning in their text. */
static void put_piece(struct ods_styles *s, const struct xml_element *el)
{
    const bool is_long = says(el, "style", "long");
    const char *name = el->name;

    if (strcmp(name, "number") == 0) {
        put_digits(s, el);
    } else if (strcmp(name, "scientific-number") == 0) {
        put_digits(s, el);
        buf_puts(&s->code, "E+00");
    } else if (strcmp(name, "fraction") == 0) {
        buf_puts(&s->code, "# ?/?");
    } else if (strcmp(name, "day") == 0) {
        put_repeated(s, 'd', is_long ? 2 : 1);
    } else if (strcmp(name, "day-of-week") == 0) {
        put_repeated(s, 'd', is_long ? 4 : 3);
    } else if (strcmp(name, "month") == 0) {
        put_repeated(s, 'm',
                     (says(el, "textual", "true") ? 3 : 1) + (is_long ? 1 : 0));
    } else if (strcmp(name, "year") == 0) {
        put_repeated(s, 'y', is_long ? 4 : 2);
    } else if (strcmp(name, "era") == 0) {
        buf_put_char(&s->code, 'g');
    } else if (strcmp(name, "hours") == 0) {
        put_clock(s, el, 'h');
    } else if (strcmp(name, "minutes") == 0) {
        put_clock(s, el, 'm');
    } else if (strcmp(name, "seconds") == 0) {
        put_clock(s, el, 's');
    } else if (strcmp(name, "am-pm") == 0) {
        buf_puts(&s->code, "AM/PM");
    } else if (strcmp(name, "text-content") == 0) {
        buf_put_char(&s->code, '@');
    }
}

/* Text between the pieces: quoted unless no code means anything by it. */
static void put_literal(struct ods_styles *s, bool is_money)
{
    struct str text = buf_str(&s->literal);
    bool is_plain = true;

    for (size_t i = 0; i < text.n; i++)
        is_plain = is_plain && strchr(" -/:.,()+%", text.p[i]) != NULL;
    if (is_money && text.n)
        buf_printf(&s->code, "[$%.*s]", STR_FMT(text));
    else if (is_plain || str_find_char(text, '"') < text.n)
        buf_put_str(&s->code, text);
    else
        buf_printf(&s->code, "\"%.*s\"", STR_FMT(text));
    buf_reset(&s->literal);
}

/* ---- elements ---- */

static const char *const data_styles[] = {
    "number-style", "currency-style", "percentage-style", "date-style",
    "time-style",   "boolean-style",  "text-style"};

static bool is_number_space(const struct xml_element *el)
{
    return str_find(el->space, STR("datastyle")) < el->space.n;
}

static bool is_data_style(const struct xml_element *el)
{
    if (!is_number_space(el))
        return false;
    for (size_t i = 0; i < COUNT_OF(data_styles); i++)
        if (strcmp(el->name, data_styles[i]) == 0)
            return true;
    return false;
}

static enum err begin(struct ods_styles *s, const struct xml_element *el,
                      struct error *e)
{
    const char *family = xml_attr_any(el, "family");

    s->is_data = is_data_style(el);
    if (!s->is_data &&
        (strcmp(el->name, "style") != 0 || !family ||
         (strcmp(family, "table-cell") != 0 && strcmp(family, "table") != 0)))
        return OK;
    s->depth = 1;
    s->is_hidden = false;
    s->mapped = s->parent = s->format = STR("");
    s->is_elapsed = says(el, "truncate-on-overflow", "false");
    buf_reset(&s->code);
    buf_reset(&s->literal);
    if (keep(s, xml_attr_any(el, "name"), &s->name, e) != OK)
        return e->code;
    if (s->is_data)
        return OK;
    s->is_sheet = strcmp(family, "table") == 0;
    return keep(s, xml_attr_any(el, "parent-style-name"), &s->parent, e)
               ? e->code
               : keep(s, xml_attr_any(el, "data-style-name"), &s->format, e);
}

enum err ods_styles_start(struct ods_styles *s, const struct xml_element *el,
                          struct error *e)
{
    if (s->depth == 0)
        return begin(s, el, e);
    s->depth++;
    if (!s->is_data) {
        s->is_hidden |= strcmp(el->name, "table-properties") == 0 &&
                        says(el, "display", "false");
        return OK;
    }
    if (s->depth == 2 && strcmp(el->name, "map") == 0 && !s->mapped.n)
        return keep(s, xml_attr_any(el, "apply-style-name"), &s->mapped, e);
    if (s->depth == 2 && is_number_space(el)) {
        put_literal(s, false);
        put_piece(s, el);
        s->is_money = strcmp(el->name, "currency-symbol") == 0;
    }
    return OK;
}

static enum err finish(struct ods_styles *s, struct error *e)
{
    struct buf *list = s->is_data ? &s->data : &s->cells;
    struct ods_style style = {.name = s->name,
                              .part = s->part,
                              .order = (uint32_t)(list->n / sizeof(style)),
                              .parent = s->is_data ? s->mapped : s->parent,
                              .format = s->format};

    if (s->is_sheet && !s->is_data) {
        if (s->is_hidden)
            buf_put(&s->hidden, &s->name, sizeof(s->name));
        return OK;
    }

    if (s->is_data) {
        put_literal(s, false);
        if (str_dup(str_slice(buf_str(&s->code), 0, MAX_CODE), s->a,
                    &style.format, e) != OK)
            return e->code;
    }
    buf_put(list, &style, sizeof(style));
    return OK;
}

enum err ods_styles_end(struct ods_styles *s, struct error *e)
{
    if (s->depth == 0)
        return OK;
    if (s->depth == 2 && s->is_data) {
        put_literal(s, s->is_money);
        s->is_money = false;
    }
    return --s->depth == 0 ? finish(s, e) : OK;
}

void ods_styles_text(struct ods_styles *s, struct str text)
{
    if (s->depth == 2 && s->is_data && s->literal.n + text.n < MAX_CODE)
        buf_put_str(&s->literal, text);
}

/* ---- which format a cell has ---- */

static int compare(const struct ods_style *x, const struct ods_style *y)
{
    int rc = str_cmp(x->name, y->name);

    return rc ? rc : (x->part > y->part) - (x->part < y->part);
}

static int by_name(const void *a, const void *b)
{
    const struct ods_style *x = a;
    const struct ods_style *y = b;
    int rc = compare(x, y);

    return rc ? rc : (x->order > y->order) - (x->order < y->order);
}

/* The last style of this name of the part, else of the parts before it. */
static const struct ods_style *find(const struct buf *list, struct str name,
                                    unsigned part)
{
    const struct ods_style *styles =
        (const struct ods_style *)(const void *)list->p;
    const struct ods_style key = {.name = name, .part = part};
    size_t low = 0;
    size_t high = list->n / sizeof(key);

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (compare(&styles[middle], &key) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && str_eq(styles[low - 1].name, name) ? &styles[low - 1]
                                                         : NULL;
}

static struct str code_of(const struct ods_styles *s,
                          const struct ods_style *style)
{
    const struct ods_style *format = NULL;

    for (unsigned i = 0; style && !style->format.n && i < MAX_MADE; i++)
        style = style->parent.n ? find(&s->cells, style->parent, style->part)
                                : NULL;
    if (style && style->format.n)
        format = find(&s->data, style->format, style->part);
    if (format && format->parent.n) {
        const struct ods_style *mapped =
            find(&s->data, format->parent, format->part);

        format = mapped ? mapped : format;
    }
    return format ? format->format : STR("");
}

enum err ods_styles_resolve(struct ods_styles *s, struct styles *out,
                            struct error *e)
{
    const struct ods_style *cells;
    struct str list, data;

    if (buf_finish(&s->cells, &list, e) != OK ||
        buf_finish(&s->data, &data, e) != OK)
        return error_set(e, ERR_LIMIT,
                         "the workbook has more than %u cell styles",
                         STYLES_MAX);
    cells = (const struct ods_style *)(const void *)list.p;
    out->n = list.n / sizeof(*cells);
    out->list = arena_alloc_array(s->a, out->n, sizeof(*out->list), e);
    if (!out->list)
        return e->code;
    if (out->n)
        qsort(s->cells.p, out->n, sizeof(*cells), by_name);
    if (data.n)
        qsort(s->data.p, data.n / sizeof(*cells), sizeof(*cells), by_name);
    for (size_t i = 0; i < out->n; i++)
        out->list[i] = style_of_code(code_of(s, &cells[i]));
    return OK;
}

uint32_t ods_styles_find(const struct ods_styles *s, const char *name)
{
    const struct ods_style *found =
        name ? find(&s->cells, str_from(name), s->part) : NULL;

    return found
               ? (uint32_t)(found -
                            (const struct ods_style *)(const void *)s->cells.p)
               : SHEET_NO_STYLE;
}

bool ods_styles_hides(const struct ods_styles *s, const char *name)
{
    struct str hidden;

    for (size_t i = 0; name && i + sizeof(hidden) <= s->hidden.n;
         i += sizeof(hidden)) {
        memcpy(&hidden, s->hidden.p + i, sizeof(hidden));
        if (str_is(hidden, name))
            return true;
    }
    return false;
}
