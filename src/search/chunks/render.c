#include "search/chunks/render.h"

#define ELLIPSIS "\xe2\x80\xa6"

static const struct measure most_path = {240, 100};
static const struct measure most_name = {120, 48};

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

struct str render_trim(struct str value)
{
    size_t begin = 0;
    size_t end = value.n;

    while (begin < end && is_blank(value.p[begin]))
        begin++;
    while (end > begin && is_blank(value.p[end - 1]))
        end--;
    return str_slice(value, begin, end);
}

void render_line(struct str value, struct buf *out)
{
    size_t from = 0;

    value = render_trim(value);
    for (size_t i = 0; i < value.n; i++) {
        if (!is_blank(value.p[i]) ||
            (value.p[i] == ' ' && !is_blank(value.p[i + 1])))
            continue;
        buf_put_str(out, str_slice(value, from, i));
        buf_put_char(out, ' ');
        while (is_blank(value.p[i + 1])) /* the last one does not count */
            i++;
        from = i + 1;
    }
    buf_put_str(out, str_slice(value, from, value.n));
}

void render_lines(struct str value, struct buf *out)
{
    size_t from = 0;

    for (size_t i = 0; i < value.n; i++) {
        if (!is_blank(value.p[i]) || value.p[i] == '\n' || value.p[i] == ' ')
            continue;
        buf_put_str(out, str_slice(value, from, i));
        buf_put_char(out, ' ');
        from = i + 1;
    }
    buf_put_str(out, str_slice(value, from, value.n));
}

void render_name(struct str name, struct buf *out)
{
    if (render_trim(name).n == 0) {
        buf_puts(out, "\"\"");
        return;
    }
    if (measure_fits(name, most_name)) {
        render_line(name, out);
        return;
    }
    render_line(str_slice(name, 0, measure_cut(name, most_name)), out);
    buf_puts(out, ELLIPSIS);
}

/* Where the last tokens of a pointer begin that fit; its length: none does. */
static size_t path_tail(struct str pointer)
{
    struct measure sum = {0};
    size_t at = pointer.n;

    for (size_t i = pointer.n; i-- > 0;) {
        struct measure m;

        if (at - i > (size_t)4 * most_path.characters)
            break;
        if (pointer.p[i] != '/')
            continue;
        m = measure_text(str_slice(pointer, i, at));
        sum.characters += m.characters;
        sum.tokens += m.tokens;
        if (sum.characters > most_path.characters ||
            sum.tokens > most_path.tokens)
            break;
        at = i;
    }
    return at;
}

void render_path(struct str pointer, struct buf *out)
{
    size_t at = path_tail(pointer);

    if (pointer.n == 0)
        return;
    buf_puts(out, "path=");
    if (at > 0)
        buf_puts(out, "/" ELLIPSIS);
    if (at == pointer.n) { /* the last token alone is too long */
        struct str shown = str_after_last(pointer, '/');

        buf_put_char(out, '/');
        render_line(str_slice(shown, 0, measure_cut(shown, most_path)), out);
        buf_puts(out, ELLIPSIS);
    } else {
        render_line(str_slice(pointer, at, pointer.n), out);
    }
    buf_puts(out, "; ");
}

void render_title(struct str value, struct buf *title)
{
    struct measure room = {RENDER_TITLE_CHARACTERS, RENDER_TITLE_TOKENS};
    struct measure used;

    value = render_trim(value);
    if (value.n == 0)
        return;
    used = measure_text(buf_str(title));
    if (used.characters + 4 > room.characters || used.tokens + 4 > room.tokens)
        return;
    if (title->n > 0)
        buf_puts(title, "; ");
    room.characters -= used.characters + 2;
    room.tokens -= used.tokens + 1;
    render_line(str_slice(value, 0, measure_cut(value, room)), title);
}
