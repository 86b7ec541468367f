/*
 * libyaml says what is in a text as events, and where each begins. They
 * become a tree without a second copy: a container is open on a stack of ours,
 * whose depth is the limit, and a value is written as it comes.
 *
 * What makes YAML dangerous is refused where it is met: an alias is how a file
 * of 1 KB becomes 1 GB, a tag asks for a type of some program, and a second
 * document would not be read.
 *
 * libyaml counts characters where we count bytes, and has more line breaks
 * than an editor shows. So a place is found again in the text, by a finger
 * that only goes forward.
 */
#include "formats/yaml/yaml_tree.h"

#include <yaml.h>

/* How far the finger is. */
struct place {
    size_t characters;
    struct srcpos pos;
};

struct key {
    struct str text;
    struct key *before;
};

/* A container that is open. */
struct level {
    bool is_map;
    bool wants_key;
    size_t members;
    struct key *keys; /* of a mapping, the last one first */
};

struct reader {
    struct str text;
    struct arena *a;
    struct jsonw *w;
    struct place at;
    struct level level[YAML_MAX_DEPTH];
    size_t depth;
    size_t nodes;
    size_t documents;
};

/* The position of a character, counted from 0. */
static struct srcpos find_place(struct reader *r, size_t character)
{
    struct place *p = &r->at;

    if (character < p->characters || p->pos.line == 0)
        *p = (struct place){.pos = {1, 1, 0}};
    while (p->characters < character && p->pos.offset < r->text.n) {
        char c = r->text.p[p->pos.offset];

        do { /* the bytes of one character */
            p->pos.offset++;
            p->pos.column++;
        } while (p->pos.offset < r->text.n &&
                 ((unsigned char)r->text.p[p->pos.offset] & 0xC0) == 0x80);
        if (c == '\n') {
            p->pos.line++;
            p->pos.column = 1;
        }
        p->characters++;
    }
    return p->pos;
}

static enum err refuse(struct reader *r, const yaml_event_t *ev,
                       const char *what, struct error *e)
{
    return error_at(e, ERR_VALIDATION_FAILED,
                    find_place(r, ev->start_mark.index), "%s", what);
}

static enum err refuse_size(struct reader *r, const yaml_event_t *ev,
                            const char *what, int max, struct error *e)
{
    return error_at(e, ERR_LIMIT, find_place(r, ev->start_mark.index),
                    "too many %s: the limit is %d", what, max);
}

/* What libyaml could not read. */
static enum err report_problem(struct reader *r, const yaml_parser_t *p,
                               struct error *e)
{
    const char *problem = p->problem ? p->problem : "it cannot be read";

    if (p->error == YAML_MEMORY_ERROR)
        return error_set(e, ERR_LIMIT, "not enough memory to read YAML");
    if (p->error == YAML_READER_ERROR) { /* that one counts bytes */
        size_t end =
            p->problem_offset < r->text.n ? p->problem_offset : r->text.n;
        size_t characters = 0;

        for (size_t i = 0; i < end; i++)
            characters += ((unsigned char)r->text.p[i] & 0xC0) != 0x80;
        return error_at(e, ERR_VALIDATION_FAILED, find_place(r, characters),
                        "invalid YAML: %s", problem);
    }
    return error_at(e, ERR_VALIDATION_FAILED,
                    find_place(r, p->problem_mark.index), "invalid YAML: %s",
                    problem);
}

static struct level *inner(struct reader *r)
{
    return r->depth ? &r->level[r->depth - 1] : NULL;
}

/* Begin [line, column, ...; the value comes next. */
static enum err begin_node(struct reader *r, const yaml_event_t *ev,
                           struct error *e)
{
    struct srcpos pos = find_place(r, ev->start_mark.index);

    if (++r->nodes > YAML_MAX_NODES)
        return refuse_size(r, ev, "values", YAML_MAX_NODES, e);
    jsonw_begin_array(r->w);
    jsonw_u64(r->w, pos.line);
    jsonw_u64(r->w, pos.column);
    return OK;
}

static void end_node(struct reader *r)
{
    struct level *l = inner(r);

    jsonw_end_array(r->w);
    if (l && l->is_map)
        l->wants_key = true;
}

static bool is_number(struct str s)
{
    size_t i = s.n && s.p[0] == '-';
    size_t n = 0;

    while (i + n < s.n && s.p[i + n] >= '0' && s.p[i + n] <= '9')
        n++;
    if (n == 0 || (n > 1 && s.p[i] == '0'))
        return false;
    i += n;
    if (i < s.n && s.p[i] == '.') {
        for (n = 0, i++; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++)
            n++;
        if (n == 0)
            return false;
    }
    return i == s.n;
}

static bool is_any(struct str s, const char *a, const char *b, const char *c)
{
    return str_is(s, a) || str_is(s, b) || str_is(s, c);
}

static void put_scalar(struct jsonw *w, struct str s, bool plain)
{
    if (!plain)
        jsonw_str(w, s);
    else if (s.n == 0 || str_is(s, "~") || is_any(s, "null", "Null", "NULL"))
        jsonw_null(w);
    else if (is_any(s, "true", "True", "TRUE"))
        jsonw_bool(w, true);
    else if (is_any(s, "false", "False", "FALSE"))
        jsonw_bool(w, false);
    else if (is_number(s))
        jsonw_raw(w, s);
    else
        jsonw_str(w, s);
}

static struct str scalar_text(const yaml_event_t *ev)
{
    return (struct str){(const char *)ev->data.scalar.value,
                        ev->data.scalar.length};
}

static enum err read_key(struct reader *r, struct level *l,
                         const yaml_event_t *ev, struct error *e)
{
    struct str text = scalar_text(ev);
    struct key *key;

    if (++l->members > YAML_MAX_MEMBERS)
        return refuse_size(r, ev, "keys of one mapping", YAML_MAX_MEMBERS, e);
    for (const struct key *k = l->keys; k; k = k->before) {
        if (str_eq(k->text, text))
            return refuse(r, ev, "this key is given twice", e);
    }
    key = arena_alloc(r->a, sizeof(*key), e);
    if (!key || str_dup(text, r->a, &key->text, e))
        return e->code;
    key->before = l->keys;
    l->keys = key;
    l->wants_key = false;
    jsonw_key_str(r->w, key->text);
    return OK;
}

static enum err read_scalar(struct reader *r, const yaml_event_t *ev,
                            struct error *e)
{
    struct level *l = inner(r);

    if (l && l->wants_key)
        return read_key(r, l, ev, e);
    if (begin_node(r, ev, e))
        return e->code;
    put_scalar(r->w, scalar_text(ev),
               ev->data.scalar.style == YAML_PLAIN_SCALAR_STYLE);
    end_node(r);
    return OK;
}

static enum err begin_container(struct reader *r, const yaml_event_t *ev,
                                bool is_map, struct error *e)
{
    const struct level *l = inner(r);

    if (l && l->wants_key)
        return refuse(r, ev, "a key must be a string", e);
    if (r->depth == YAML_MAX_DEPTH)
        return refuse_size(r, ev, "levels", YAML_MAX_DEPTH, e);
    if (begin_node(r, ev, e))
        return e->code;
    r->level[r->depth++] =
        (struct level){.is_map = is_map, .wants_key = is_map};
    if (is_map)
        jsonw_begin_object(r->w);
    else
        jsonw_begin_array(r->w);
    return OK;
}

static void end_container(struct reader *r)
{
    if (r->level[--r->depth].is_map)
        jsonw_end_object(r->w);
    else
        jsonw_end_array(r->w);
    end_node(r);
}

static bool is_marked(const yaml_event_t *ev)
{
    switch (ev->type) {
    case YAML_SCALAR_EVENT:
        return ev->data.scalar.anchor || ev->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return ev->data.sequence_start.anchor || ev->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return ev->data.mapping_start.anchor || ev->data.mapping_start.tag;
    default: return false;
    }
}

static enum err take(struct reader *r, const yaml_event_t *ev, struct error *e)
{
    if (is_marked(ev))
        return refuse(r, ev, "anchors and tags are not read", e);
    switch (ev->type) {
    case YAML_ALIAS_EVENT:
        return refuse(r, ev, "aliases are not read; write the value again", e);
    case YAML_DOCUMENT_START_EVENT:
        return r->documents++ == 0 ? OK
                                   : refuse(r, ev, "a file is one document", e);
    case YAML_SCALAR_EVENT: return read_scalar(r, ev, e);
    case YAML_SEQUENCE_START_EVENT: return begin_container(r, ev, false, e);
    case YAML_MAPPING_START_EVENT: return begin_container(r, ev, true, e);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: end_container(r); return OK;
    default: return OK;
    }
}

static enum err read_events(struct reader *r, yaml_parser_t *p, struct error *e)
{
    enum err rc = OK;
    bool end = false;

    while (!rc && !end) {
        yaml_event_t ev;

        if (!yaml_parser_parse(p, &ev))
            return report_problem(r, p, e);
        end = ev.type == YAML_STREAM_END_EVENT;
        rc = take(r, &ev, e);
        yaml_event_delete(&ev);
    }
    return rc;
}

enum err yaml_tree_write(struct str text, struct arena *a, struct jsonw *w,
                         struct error *e)
{
    struct reader r = {.text = text, .a = a, .w = w};
    yaml_parser_t p;
    enum err rc;

    if (text.n > YAML_MAX_BYTES)
        return error_set(e, ERR_LIMIT, "YAML is larger than %d bytes",
                         (int)YAML_MAX_BYTES);
    if (!yaml_parser_initialize(&p))
        return error_set(e, ERR_LIMIT, "not enough memory to read YAML");
    yaml_parser_set_encoding(&p, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&p, (const unsigned char *)str_bytes(text),
                                 text.n);
    rc = read_events(&r, &p, e);
    yaml_parser_delete(&p);
    if (!rc && r.nodes == 0)
        jsonw_raw(w, STR("[1,1,null]"));
    return rc;
}
