#include "formats/markup/md_clean.h"

#include "formats/markup/attributes.h"
#include "formats/markup/md_grid.h"
#include "formats/markup/md_tree.h"

#include <string.h>

#define TAG_BYTES  4096 /* a longer one is text */
#define LINK_BYTES 2048
#define SPAN_BYTES 2048 /* of code in a line */

enum hidden { IN_COMMENT, IN_SCRIPT, IN_STYLE };

struct cleaning {
    const struct lines *lines;
    const struct sections *s;
    struct clean *c;
    struct block_grid *grid; /* its tables */
    uint32_t block, section; /* the next that has not begun */
    uint32_t top;            /* the open block without a parent, or NONE */
    uint32_t code_end;       /* the last line of code; 0: none is open */
    bool in_part;            /* the code is in a list or a quote */
    bool is_definition;
    size_t shown;                 /* nothing before this byte is shown */
    size_t endless[IN_STYLE + 1]; /* of each: none ends before this byte */
    size_t span;  /* bytes of backticks that opened code in the line; 0: none */
    bool in_link; /* whose target falls away */
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* ---- inside a line ---- */

static struct str tag_name(struct str tag)
{
    size_t from = tag.n > 1 && tag.p[1] == '/' ? 2 : 1;
    size_t to = from;

    while (to < tag.n &&
           (is_letter(tag.p[to]) || (tag.p[to] >= '0' && tag.p[to] <= '9')))
        to++;
    return str_slice(tag, from, to);
}

/* Bytes of the tag that `s` begins with; 0 if it is not one. */
static size_t tag_bytes(struct str s)
{
    size_t at = s.n > 1 && s.p[1] == '/' ? 2 : 1;
    char quote = 0;

    if (at >= s.n || !is_letter(s.p[at]))
        return 0;
    while (at < s.n && (is_letter(s.p[at]) || s.p[at] == '-' ||
                        (s.p[at] >= '0' && s.p[at] <= '9')))
        at++;
    if (at < s.n && !memchr(" \t/>", s.p[at], 4))
        return 0; /* <https://...>, <someone@there> */
    for (; at < s.n && at < TAG_BYTES; at++) {
        if (quote)
            quote = s.p[at] == quote ? 0 : quote;
        else if (s.p[at] == '"' || s.p[at] == '\'')
            quote = s.p[at];
        else if (s.p[at] == '>')
            return at + 1;
        else if (s.p[at] == '<')
            return 0;
    }
    return 0;
}

static bool is_one_of(struct str name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_eq_nocase(name, str_from(list[i])))
            return true;
    }
    return false;
}

/* Elements at which a word ends. */
static bool parts_words(struct str name)
{
    static const char *const names[] = {
        "br",      "p",       "div",     "td",       "th",         "tr",
        "table",   "li",      "ul",      "ol",       "dd",         "dt",
        "dl",      "h1",      "h2",      "h3",       "h4",         "h5",
        "h6",      "hr",      "pre",     "details",  "summary",    "thead",
        "tbody",   "tfoot",   "caption", "center",   "blockquote", "section",
        "article", "aside",   "nav",     "header",   "footer",     "main",
        "figure",  "picture", "source",  "video",    "audio",      "iframe",
        "form",    "input",   "button",  "select",   "option",     "figcaption",
        "col",     "object",  "embed",   "colgroup", "address",    "noscript"};

    return is_one_of(name, names, COUNT_OF(names));
}

/* Those that are inside of a line. What is no element of HTML is a
 * placeholder more often than a tag: <branch>. */
static bool is_inline(struct str name)
{
    static const char *const names[] = {
        "a",    "b",    "i",    "u",      "s",    "em",   "strong", "code",
        "span", "sub",  "sup",  "kbd",    "samp", "var",  "tt",     "small",
        "big",  "font", "mark", "abbr",   "cite", "q",    "del",    "ins",
        "dfn",  "time", "img",  "wbr",    "svg",  "path", "label",  "strike",
        "bdi",  "bdo",  "ruby", "rt",     "rp",   "data", "script", "style",
        "map",  "area", "nobr", "acronym"};

    return is_one_of(name, names, COUNT_OF(names));
}

static const char *const hidden_ends[] = {
    [IN_COMMENT] = "-->", [IN_SCRIPT] = "</script>", [IN_STYLE] = "</style>"};

/* Past the end of what is hidden; 0: it does not end in [from, to). */
static size_t find_end(struct str text, size_t from, size_t to,
                       enum hidden kind)
{
    struct str end = str_from(hidden_ends[kind]);

    for (; from + end.n <= to; from++) {
        if (str_eq_nocase(str_slice(text, from, from + end.n), end))
            return from + end.n;
    }
    return 0;
}

/* The heading that byte `at` is in, or NULL. */
static const struct sections_range *heading_at(const struct cleaning *x,
                                               size_t at)
{
    const struct section *last =
        x->section ? &x->s->sections[x->section - 1] : NULL;

    at += x->s->base;
    return last && last->level > 0 && at >= last->heading.begin &&
                   at < last->heading.end
               ? &last->heading
               : NULL;
}

/* Hide what follows byte `from` if it ends: in its block or heading, or
 * anywhere in the document where the block is HTML. */
static void hide(struct cleaning *x, enum hidden kind, size_t from)
{
    const struct section_block *b =
        x->top != SECTIONS_NONE ? &x->s->blocks[x->top] : NULL;
    const struct sections_range *in = b ? &b->range : heading_at(x, from);
    struct str text = x->lines->text;
    size_t to = in ? in->end - x->s->base : from;
    size_t end;

    if (b && b->kind == SECTIONS_RAW_HTML)
        to = text.n;
    if (to <= x->endless[kind])
        return;
    end = find_end(text, from, to, kind);
    if (end)
        x->shown = end;
    else
        x->endless[kind] = to;
}

static void put_tag(struct cleaning *x, struct str tag, size_t source)
{
    struct str name = tag_name(tag);
    struct str text = buf_str(&x->c->text);

    if (tag.p[1] != '/' && str_eq_nocase(name, STR("script")))
        hide(x, IN_SCRIPT, source + tag.n);
    if (tag.p[1] != '/' && str_eq_nocase(name, STR("style")))
        hide(x, IN_STYLE, source + tag.n);
    if (parts_words(name) && text.n && (unsigned char)text.p[text.n - 1] > ' ')
        clean_say(x->c, " ");
}

/* Bytes of the line, which begins at byte `begin`, that are hidden from byte
 * `at` of it on. */
static size_t skip_hidden(const struct cleaning *x, struct str line,
                          size_t begin, size_t at)
{
    size_t shown = x->shown > begin ? x->shown - begin : 0;

    if (shown <= at)
        return 0;
    return (shown < line.n ? shown : line.n) - at;
}

/* Bytes of "](target)" at the start of `s` that is within the site; 0: it is
 * something else. */
static size_t target_bytes(struct str s)
{
    struct str target = str_slice(s, 2, LINK_BYTES);
    size_t end = str_find_char(target, ')');

    target.n = end;
    if (end + 2 >= s.n || end + 2 >= LINK_BYTES ||
        str_find(target, STR("://")) < target.n ||
        str_find_char(target, '(') < target.n)
        return 0;
    return end + 3;
}

/* Does a link begin whose target falls away? */
static bool opens_link(struct str s)
{
    size_t close = 1;

    while (close < s.n && close < LINK_BYTES && s.p[close] != '[' &&
           s.p[close] != ']')
        close++;
    s = str_slice(s, close, s.n);
    return str_starts(s, STR("](")) && target_bytes(s) > 0;
}

/* Bytes of the "[" or "![" of such a link. */
static size_t open_link(struct cleaning *x, struct str s)
{
    size_t n = s.p[0] == '!' ? 2 : 1;

    if (x->in_link || s.n < n || s.p[n - 1] != '[' ||
        !opens_link(str_slice(s, n - 1, s.n)))
        return 0;
    x->in_link = true;
    return n;
}

static size_t backticks(struct str s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] == '`')
        n++;
    return n;
}

/* What falls away or is another character at `at`; returns its bytes, 0:
 * nothing does. */
static size_t put_mark(struct cleaning *x, struct str line, size_t at,
                       size_t source)
{
    struct str rest = str_slice(line, at, line.n);
    char character[MD_ENTITY_BYTES];
    size_t n = 0;
    size_t bytes = 0;

    switch (rest.p[0]) {
    case '<':
        if (str_starts(rest, STR("<!--"))) {
            /* the dashes can be those of the end: <!--> */
            hide(x, IN_COMMENT, source + at + 2);
            return 4;
        }
        n = tag_bytes(rest);
        if (n && !parts_words(tag_name(rest)) && !is_inline(tag_name(rest)))
            n = 0;
        if (n)
            put_tag(x, str_slice(rest, 0, n), source + at);
        return n;
    case '&':
        n = md_entity(rest, character, &bytes);
        if (n && bytes == 2 && memcmp(character, "\xc2\xa0", 2) == 0) {
            character[0] = ' ';
            bytes = 1;
        }
        clean_put(x->c, (struct str){character, bytes}, source + at, n);
        return n;
    case '[':
    case '!': return open_link(x, rest);
    case ']':
        n = x->in_link && str_starts(rest, STR("](")) ? target_bytes(rest) : 0;
        x->in_link &= n == 0;
        return n;
    default: return 0;
    }
}

static void put_text(struct cleaning *x, struct str line, size_t source)
{
    size_t from = 0;

    for (size_t at = 0; at < line.n;) {
        size_t ticks = backticks(str_slice(line, at, line.n));
        size_t n = skip_hidden(x, line, source, at);

        if (n) {
            at += n;
            from = at;
            continue;
        }
        if (ticks) {
            struct str rest = str_slice(line, at + ticks, at + SPAN_BYTES);

            /* code in the line: as it is, where it ends there */
            if (!x->span &&
                str_find(rest, str_slice(line, at, at + ticks)) < rest.n)
                x->span = ticks;
            else if (x->span == ticks)
                x->span = 0;
            at += ticks;
            continue;
        }
        if (x->span || line.p[at] == '\\' || !memchr("<&[]!", line.p[at], 5)) {
            at += line.p[at] == '\\' && at + 1 < line.n ? 2 : 1;
            continue;
        }
        clean_put(x->c, str_slice(line, from, at), source + from, at - from);
        n = put_mark(x, line, at, source);
        from = at + n;
        at += n ? n : 1;
    }
    clean_put(x->c, str_slice(line, from, line.n), source + from,
              line.n - from);
    x->span = 0;
    x->in_link = false;
}

/* ---- lines ---- */

static enum clean_kind kind_of(const struct section_block *b)
{
    if (b->kind == SECTIONS_CODE)
        return CLEAN_CODE;
    return b->kind == SECTIONS_TABLE ? CLEAN_TABLE : CLEAN_TEXT;
}

static bool is_around(const struct section_block *b)
{
    return b->kind == SECTIONS_LIST || b->kind == SECTIONS_QUOTE ||
           b->kind == SECTIONS_FOOTNOTE;
}

static size_t around_of(const struct cleaning *x)
{
    return x->top != SECTIONS_NONE && is_around(&x->s->blocks[x->top])
               ? x->top
               : CLEAN_NOWHERE;
}

static void begin_block(struct cleaning *x, uint32_t i)
{
    const struct section_block *b = &x->s->blocks[i];
    bool is_top = b->parent == SECTIONS_NONE;

    if (is_top) {
        x->top = i;
        x->is_definition = b->kind == SECTIONS_DEFINITION;
    }
    if (!is_top && (kind_of(b) == CLEAN_TEXT || x->code_end))
        return;
    clean_block(x->c, kind_of(b), around_of(x));
    if (kind_of(b) != CLEAN_TEXT) {
        x->code_end = b->range.last_line;
        x->in_part = !is_top;
    }
}

/* What begins and ends at a line. */
static void begin_line(struct cleaning *x, uint32_t line)
{
    const struct sections *s = x->s;

    if (x->code_end && line > x->code_end) {
        x->code_end = 0;
        if (x->in_part && x->top != SECTIONS_NONE &&
            line <= s->blocks[x->top].range.last_line)
            clean_block(x->c, CLEAN_TEXT, around_of(x));
    }
    if (x->top != SECTIONS_NONE && line > s->blocks[x->top].range.last_line) {
        x->top = SECTIONS_NONE;
        x->is_definition = false;
    }
    while (x->section < s->n_sections &&
           (s->sections[x->section].level == 0 ||
            s->sections[x->section].heading.first_line <= line)) {
        if (s->sections[x->section].level > 0)
            clean_heading(x->c,
                          s->sections[x->section].heading.begin - s->base);
        x->section++;
    }
    while (x->block < s->n_blocks &&
           s->blocks[x->block].range.first_line <= line)
        begin_block(x, x->block++);
}

/* "{#id .class}" after a heading is no text. */
static struct str without_attributes(const struct cleaning *x, uint32_t line,
                                     struct str text)
{
    struct str rest, id;

    if (!heading_at(x, x->lines->begin[line - 1]))
        return text;
    attributes_split(text, &rest, &id);
    return id.n ? rest : text;
}

/* A line of a table, whose text begins at this byte of the clean text. */
static void put_grid_line(struct cleaning *x, uint32_t line, size_t begin)
{
    const struct section_block *b =
        x->top == SECTIONS_NONE ? NULL : &x->s->blocks[x->top];
    const struct str text = buf_str(&x->c->text);
    const struct str row = str_slice(text, begin, text.n);

    if (!b || b->kind != SECTIONS_TABLE)
        return;
    if (line == b->range.first_line)
        md_grid_begin(x->grid, text, row);
    else if (line > b->range.first_line + 1) /* below the line of dashes */
        md_grid_row(x->grid, text, row);
    if (line == b->range.last_line)
        md_grid_end(x->grid);
}

/* The line after the front matter; 1 where that is all there is. */
static uint32_t first_line(const struct lines *lines, const struct sections *s)
{
    uint32_t first = s->front.last_line + 1;

    for (uint32_t line = first; line <= lines->n; line++) {
        if (!lines_is_blank(lines, line))
            return first;
    }
    return 1;
}

void md_clean(const struct lines *lines, const struct sections *sections,
              struct clean *c, struct block_grid *grid)
{
    struct cleaning x = {.lines = lines,
                         .s = sections,
                         .c = c,
                         .grid = grid,
                         .top = SECTIONS_NONE};

    for (uint32_t line = first_line(lines, sections); line <= lines->n;
         line++) {
        size_t begin = lines->begin[line - 1];
        struct str all = str_slice(lines->text, begin, lines->begin[line]);
        struct str text = lines_get(lines, line);
        size_t before;
        bool is_code;

        begin_line(&x, line);
        before = c->text.n;
        if (x.is_definition && str_starts(str_trim(text), STR("[")))
            continue;
        is_code =
            x.code_end && x.top != SECTIONS_NONE && c->blocks.n &&
            ((struct clean_block *)c->blocks.items)[c->blocks.n - 1].kind ==
                CLEAN_CODE;
        text = without_attributes(&x, line, text);
        if (is_code) {
            size_t n = skip_hidden(&x, text, begin, 0);

            clean_put(c, str_slice(text, n, text.n), begin + n, text.n - n);
        } else {
            put_text(&x, text, begin);
            put_grid_line(&x, line, before);
        }
        clean_say(c, all.n > lines_get(lines, line).n ? "\n" : "");
    }
}
