/*
 * The nesting depth of elements, from their tags alone.
 *
 * A parser of HTML looks through its open elements at nearly every tag, so
 * that n elements inside each other cost n^2. This counts them beforehand as
 * the standard would open and close them, but simpler and never too low by
 * more than a factor: elements that end by themselves when another begins (p,
 * li, td ...) are left out, as between two that are inside each other is
 * one that counts. An end tag closes what is inside its element; that of a
 * span or b does not reach over a div, and none out of a table or an object.
 */
#include "formats/markup/html_tree.h"
#include "formats/markup/sections.h"

#include "base/hash.h"

#include <string.h>

#define BUCKETS    256u
#define NAME_BYTES 16u

enum tag_kind {
    TAG_ORDINARY, /* b, span, what nobody knows */
    TAG_SPECIAL,  /* div and such */
    TAG_BARRIER,  /* table and such */
    TAG_RAW,      /* text up to its end tag */
    TAG_UNCOUNTED /* void, or ends by itself */
};

struct open_tag {
    unsigned char bucket;
    enum tag_kind kind;
};

struct depth {
    struct open_tag open[SECTIONS_MAX_DEPTH];
    unsigned n;
    unsigned in_bucket[BUCKETS];
};

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(name, *list) == 0)
            return true;
    }
    return false;
}

static enum tag_kind tag_kind(const char *name)
{
    static const char *const uncounted[] = {
        "a",    "area",  "base",     "basefont", "bgsound", "body",    "br",
        "col",  "dd",    "dt",       "embed",    "frame",   "head",    "hr",
        "html", "image", "img",      "input",    "keygen",  "li",      "link",
        "meta", "nobr",  "optgroup", "option",   "p",       "param",   "rp",
        "rt",   "rb",    "rtc",      "source",   "tbody",   "td",      "tfoot",
        "th",   "thead", "tr",       "track",    "wbr",     "caption", NULL};
    static const char *const special[] = {
        "address", "article", "aside", "blockquote", "button",   "center",
        "details", "dir",     "div",   "dl",         "fieldset", "figcaption",
        "figure",  "footer",  "form",  "h1",         "h2",       "h3",
        "h4",      "h5",      "h6",    "header",     "hgroup",   "listing",
        "main",    "menu",    "nav",   "ol",         "pre",      "section",
        "select",  "summary", "ul",    NULL};
    static const char *const barrier[] = {"applet", "marquee",  "object",
                                          "table",  "template", "svg",
                                          "math",   NULL};
    static const char *const raw[] = {"script",   "style",    "title",
                                      "textarea", "xmp",      "iframe",
                                      "noembed",  "noframes", NULL};

    if (is_one_of(name, uncounted))
        return TAG_UNCOUNTED;
    if (is_one_of(name, special))
        return TAG_SPECIAL;
    if (is_one_of(name, barrier))
        return TAG_BARRIER;
    return is_one_of(name, raw) ? TAG_RAW : TAG_ORDINARY;
}

static void close_tag(struct depth *d, unsigned char bucket, enum tag_kind kind)
{
    unsigned i = d->n;

    if (d->in_bucket[bucket] == 0)
        return;
    while (i > 0 && d->open[i - 1].bucket != bucket) {
        i--;
        if (d->open[i].kind == TAG_BARRIER ||
            (kind == TAG_ORDINARY && d->open[i].kind == TAG_SPECIAL))
            return;
    }
    while (d->n >= i && d->n > 0)
        d->in_bucket[d->open[--d->n].bucket]--;
}

/* Lower-case name of the tag at `at`; longer ones are cut. */
static size_t read_name(struct str s, size_t at, char name[NAME_BYTES])
{
    size_t n = 0;

    for (; at < s.n && (unsigned char)s.p[at] > ' ' && s.p[at] != '>' &&
           s.p[at] != '/';
         at++) {
        char c = s.p[at];

        if (n < NAME_BYTES - 1)
            name[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    name[n] = '\0';
    return at;
}

/* Past the tag whose name ends at `at`; *attributes is at least how many. */
static size_t skip_attributes(struct str s, size_t at, unsigned *attributes)
{
    bool word = false;

    *attributes = 0;
    for (; at < s.n && s.p[at] != '>'; at++) {
        char c = s.p[at];

        if ((c == '"' || c == '\'') && s.p[at - 1] == '=') {
            at++;
            at += str_find_char(str_slice(s, at, s.n), c);
            word = false;
        } else if ((unsigned char)c <= ' ' || c == '/') {
            word = false;
        } else if (!word) {
            word = true;
            ++*attributes;
        }
    }
    return at < s.n ? at + 1 : s.n;
}

/* Where the end tag of raw text begins; s.n: nowhere. */
static size_t skip_raw(struct str s, size_t at, const char *name)
{
    struct str want = str_from(name);

    for (; at < s.n; at++) {
        at += str_find_char(str_slice(s, at, s.n), '<');
        if (at + 2 + want.n <= s.n && s.p[at + 1] == '/' &&
            str_eq_nocase(str_slice(s, at + 2, at + 2 + want.n), want))
            return at;
    }
    return s.n;
}

static enum err too_deep(struct error *e)
{
    return error_set(e, ERR_LIMIT, "elements nested more than %u deep",
                     SECTIONS_MAX_DEPTH);
}

/* The tag at `at`, whose first letter is there; returns after it. */
static enum err read_tag(struct depth *d, struct str s, size_t *at,
                         struct error *e)
{
    bool end = s.p[*at] == '/';
    char name[NAME_BYTES];
    unsigned attributes;
    enum tag_kind kind;
    unsigned char bucket;

    *at = read_name(s, *at + end, name);
    *at = skip_attributes(s, *at, &attributes);
    if (attributes > SECTIONS_MAX_DEPTH)
        return error_set(e, ERR_LIMIT, "more than %u attributes in a tag",
                         SECTIONS_MAX_DEPTH);
    kind = tag_kind(name);
    bucket = (unsigned char)(hash_bytes(name, strlen(name)) % BUCKETS);
    if (kind == TAG_RAW && !end)
        *at = skip_raw(s, *at, name);
    if (kind == TAG_RAW || kind == TAG_UNCOUNTED)
        return OK;
    if (end) {
        close_tag(d, bucket, kind);
        return OK;
    }
    if (d->n == SECTIONS_MAX_DEPTH)
        return too_deep(e);
    d->open[d->n++] = (struct open_tag){bucket, kind};
    d->in_bucket[bucket]++;
    return OK;
}

enum err html_depth_check(struct str text, struct error *e)
{
    struct depth d = {.n = 0};
    enum err rc = OK;

    for (size_t at = 0; at < text.n && !rc;) {
        struct str rest;

        at += str_find_char(str_slice(text, at, text.n), '<') + 1;
        rest = str_slice(text, at, text.n);
        if (str_starts(rest, STR("!--"))) {
            at += str_find(rest, STR("-->"));
        } else if (rest.n > 1) {
            char c = rest.p[rest.p[0] == '/'];

            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
                rc = read_tag(&d, text, &at, e);
        }
    }
    return rc;
}
