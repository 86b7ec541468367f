/* aligned_write.c - the cells of aligned columns, and the text with a delimiter. */
#include "formats/csv/aligned_internal.h"

struct str aligned_next_line(struct str text, size_t *pos)
{
    const struct str rest = str_slice(text, *pos, text.n);
    struct str line = str_slice(rest, 0, str_find_char(rest, '\n'));

    *pos += line.n + 1;
    while (line.n && (line.p[line.n - 1] == '\r' || line.p[line.n - 1] == ' '))
        line.n--;
    return line;
}

bool aligned_is_rule(struct str line)
{
    size_t signs = 0;

    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] == '-' || line.p[i] == '=')
            signs++;
        else if (line.p[i] != ' ' && line.p[i] != '+')
            return false;
    }
    return signs >= 3;
}

struct aligned_cell aligned_cell(struct str line,
                                 const struct aligned_column *c)
{
    size_t at = 0, place = 0;
    struct aligned_cell cell = {.from = c->to, .to = c->from};

    for (; at < line.n && place < c->from; at++)
        place += ((unsigned char)line.p[at] & 0xc0) != 0x80;
    while (at < line.n && ((unsigned char)line.p[at] & 0xc0) == 0x80)
        at++;
    while (at < line.n && place < c->to && line.p[at] == ' ') {
        at++;
        place++;
    }
    cell.text = str_slice(line, at, at);
    if (place >= c->to || at >= line.n)
        return cell;
    cell.from = place;
    for (size_t i = at; i < line.n; i++) {
        const bool begins = ((unsigned char)line.p[i] & 0xc0) != 0x80;

        if (begins && place == c->to)
            break;
        place += begins;
        if (line.p[i] != ' ') {
            cell.text.n = i + 1 - at;
            cell.to = place;
        }
    }
    return cell;
}

static void put_cell(struct str text, struct buf *out)
{
    if (str_find_char(text, '"') == text.n && !str_starts(text, STR("'")))
        buf_put_str(out, text);
    else
        buf_put_quoted(out, '"', text);
}

static void put_row(struct str line, const struct aligned *of, struct buf *out)
{
    for (size_t i = 0; i < of->n; i++) {
        struct aligned_column c = of->columns[i];

        if (i + 1 == of->n)
            c.to = ALIGNED_WIDTH;
        if (i)
            buf_put_char(out, ALIGNED_DELIMITER);
        put_cell(aligned_cell(line, &c).text, out);
    }
}

void aligned_write(struct str text, const struct aligned *of, struct buf *out)
{
    size_t number = 0;

    for (size_t pos = 0; pos < text.n; number++) {
        const struct str line = aligned_next_line(text, &pos);

        if (number < of->first && of->n > 2)
            put_cell(line, out);
        else if (number < of->first || number > of->last)
            ; /* what is read of it would be a row */
        else if (line.n && !aligned_is_rule(line))
            put_row(line, of, out);
        buf_put_char(out, '\n');
    }
}
