/*
 * Top-down operator precedence (Pratt 1973): expression(power) reads one
 * prefix and then goes on as long as the next word binds tighter than `power`.
 *
 * The grammar of the specification is ambiguous without the powers, which it
 * gives for some operators only; the rest are those that the implementations
 * of its authors share, and its compliance cases depend on them. What follows
 * a projection (`[*]`, `*`, `[]`, `[? ]`, a slice) belongs to it as long as it
 * binds tighter than PROJECTION_STOP, so `|`, `||`, `&&`, comparators and a
 * further `[]` end it.
 *
 * A function that returns NULL has filled p->x.e.
 */
#include "store/jmespath/jp_parse.h"

#include "store/jmespath/jp_functions.h"
#include "store/jmespath/jp_lex.h"

#include <string.h>

#define MAX_KEYS 4096u /* each is compared with those before it */

enum power {
    POWER_NONE = 0,
    POWER_PIPE = 1,
    POWER_OR = 2,
    POWER_AND = 3,
    POWER_COMPARE = 5,
    POWER_FLATTEN = 9,
    PROJECTION_STOP = 10,
    POWER_STAR = 20,
    POWER_FILTER = 21,
    POWER_DOT = 40,
    POWER_NOT = 45,
    POWER_BRACKET = 55
};

struct parser {
    struct jp_lex x;
    struct arena *a;
    struct jp_token now;
    struct jp_token then; /* the word after it */
    unsigned depth;
};

/* The items of a list, a hash or a call, while they are read. */
struct item {
    struct item *next;
    const struct jp_node *node;
    struct str key;
};

struct items {
    struct item *first;
    struct item *last;
    size_t n;
};

static const struct jp_node *expression(struct parser *p, enum power power);

static enum power power_of(enum jp_token_kind kind)
{
    switch (kind) {
    case JP_T_PIPE: return POWER_PIPE;
    case JP_T_OR: return POWER_OR;
    case JP_T_AND: return POWER_AND;
    case JP_T_EQ:
    case JP_T_NE:
    case JP_T_LT:
    case JP_T_LE:
    case JP_T_GT:
    case JP_T_GE: return POWER_COMPARE;
    case JP_T_FLATTEN: return POWER_FLATTEN;
    case JP_T_FILTER: return POWER_FILTER;
    case JP_T_DOT: return POWER_DOT;
    case JP_T_LBRACKET: return POWER_BRACKET;
    default: return POWER_NONE;
    }
}

static bool advance(struct parser *p)
{
    p->now = p->then;
    return jp_lex_next(&p->x, &p->then) == OK;
}

static bool advance_twice(struct parser *p)
{
    bool one = advance(p);

    return one && advance(p);
}

static const struct jp_node *fail(struct parser *p, const char *msg)
{
    (void)jp_syntax(
        &p->x, p->now.at,
        p->now.kind == JP_T_END ? "the expression ends where %s" : "%s", msg);
    return NULL;
}

/* The word must be there; step over it. */
static bool expect(struct parser *p, enum jp_token_kind kind, const char *msg)
{
    if (p->now.kind == kind)
        return advance(p);
    (void)fail(p, msg);
    return false;
}

static const struct jp_node *too_deep(struct parser *p, size_t at)
{
    (void)error_at(p->x.e, ERR_LIMIT, jp_pos(p->x.text, at),
                   "the expression nests more than %d levels",
                   JMESPATH_MAX_DEPTH);
    return NULL;
}

static void reach(unsigned *depth, const struct jp_node *below)
{
    if (below && below->depth > *depth)
        *depth = below->depth;
}

/* Keep a copy of `n`, whose parts are known. */
static const struct jp_node *keep(struct parser *p, const struct jp_node *n)
{
    struct jp_node *copy;
    unsigned depth = 0;

    reach(&depth, n->left);
    reach(&depth, n->right);
    reach(&depth, n->cond);
    for (size_t i = 0; i < n->n; i++)
        reach(&depth, n->items[i]);
    if (depth >= JMESPATH_MAX_DEPTH)
        return too_deep(p, n->at);
    copy = arena_alloc(p->a, sizeof(*copy), p->x.e);
    if (!copy)
        return NULL;
    *copy = *n;
    copy->depth = depth + 1;
    return copy;
}

static const struct jp_node *current(struct parser *p)
{
    return keep(p, &(struct jp_node){.kind = JP_CURRENT, .at = p->now.at});
}

static const struct jp_node *two(struct parser *p, enum jp_kind kind,
                                 const struct jp_node *left,
                                 const struct jp_node *right)
{
    if (!left || !right)
        return NULL;
    return keep(
        p, &(struct jp_node){
               .kind = kind, .at = left->at, .left = left, .right = right});
}

/* A field's or a key's name; steps over it. */
static bool read_name(struct parser *p, struct str *name)
{
    enum err rc = p->now.kind == JP_T_NAME
                      ? str_dup(p->now.text, p->a, name, p->x.e)
                      : jp_read_quoted(&p->x, &p->now, p->a, name);

    return rc == OK && advance(p);
}

static bool add_item(struct parser *p, struct items *list,
                     const struct jp_node *node, struct str key)
{
    struct item *item;

    if (!node)
        return false;
    item = arena_alloc(p->a, sizeof(*item), p->x.e);
    if (!item)
        return false;
    *item = (struct item){.node = node, .key = key};
    if (list->last)
        list->last->next = item;
    else
        list->first = item;
    list->last = item;
    list->n++;
    return true;
}

/* The list of items as arrays of a node. */
static const struct jp_node *with_items(struct parser *p, struct jp_node *n,
                                        const struct items *list)
{
    const struct jp_node **nodes = arena_alloc_array(
        p->a, list->n, sizeof(const struct jp_node *), p->x.e);
    struct str *keys =
        nodes ? arena_alloc_array(p->a, list->n, sizeof(*keys), p->x.e) : NULL;
    size_t i = 0;

    if (!keys)
        return NULL;
    for (const struct item *item = list->first; item; item = item->next) {
        nodes[i] = item->node;
        keys[i++] = item->key;
    }
    n->items = nodes;
    n->keys = keys;
    n->n = list->n;
    return keep(p, n);
}

/* After '[': expressions with commas up to ']'. */
static const struct jp_node *multi_list(struct parser *p, size_t at)
{
    struct items list = {0};

    for (;;) {
        if (!add_item(p, &list, expression(p, POWER_NONE), STR("")))
            return NULL;
        if (p->now.kind != JP_T_COMMA)
            break;
        if (!advance(p))
            return NULL;
    }
    if (!expect(p, JP_T_RBRACKET, "',' or ']' must follow here"))
        return NULL;
    return with_items(p, &(struct jp_node){.kind = JP_LIST, .at = at}, &list);
}

/* A key that comes again replaces the expression of the first. */
static bool add_pair(struct parser *p, struct items *list, struct str key)
{
    const struct jp_node *node = expression(p, POWER_NONE);

    if (list->n == MAX_KEYS) {
        (void)error_at(p->x.e, ERR_LIMIT, jp_pos(p->x.text, p->now.at),
                       "an object of more than %u keys", MAX_KEYS);
        return false;
    }
    for (struct item *item = list->first; node && item; item = item->next) {
        if (str_eq(item->key, key)) {
            item->node = node;
            return true;
        }
    }
    return add_item(p, list, node, key);
}

/* After '{': key: expression with commas up to '}'. */
static const struct jp_node *multi_hash(struct parser *p, size_t at)
{
    struct items list = {0};
    struct str key;

    for (;;) {
        if (p->now.kind != JP_T_NAME && p->now.kind != JP_T_QUOTED)
            return fail(p, "a key must be, as in {key: value}");
        if (!read_name(p, &key) ||
            !expect(p, JP_T_COLON, "':' must follow a key") ||
            !add_pair(p, &list, key))
            return NULL;
        if (p->now.kind != JP_T_COMMA)
            break;
        if (!advance(p))
            return NULL;
    }
    if (!expect(p, JP_T_RBRACE, "',' or '}' must follow here"))
        return NULL;
    return with_items(p, &(struct jp_node){.kind = JP_HASH, .at = at}, &list);
}

/* After '.': a name, a call, '*', a list or a hash. */
static const struct jp_node *after_dot(struct parser *p, enum power power)
{
    size_t at = p->now.at;

    switch (p->now.kind) {
    case JP_T_NAME:
    case JP_T_QUOTED:
    case JP_T_STAR: return expression(p, power);
    case JP_T_LBRACKET: return advance(p) ? multi_list(p, at) : NULL;
    case JP_T_LBRACE: return advance(p) ? multi_hash(p, at) : NULL;
    default: return fail(p, "a name, '*', '[' or '{' must follow the '.'");
    }
}

static bool is_bracket_specifier(const struct parser *p)
{
    return p->now.kind == JP_T_FILTER ||
           (p->now.kind == JP_T_LBRACKET &&
            (p->then.kind == JP_T_NUMBER || p->then.kind == JP_T_COLON ||
             p->then.kind == JP_T_STAR));
}

/* What is done with each item of a projection. */
static const struct jp_node *projected(struct parser *p, enum power power)
{
    if (power_of(p->now.kind) < PROJECTION_STOP)
        return current(p);
    if (p->now.kind == JP_T_DOT)
        return advance(p) ? after_dot(p, power) : NULL;
    if (is_bracket_specifier(p))
        return expression(p, power);
    return fail(p, "a number, ':' or '*' must follow the '['");
}

/* `left` is what is gone through; the words after it are projected. */
static const struct jp_node *projection(struct parser *p, enum jp_kind kind,
                                        const struct jp_node *left,
                                        enum power power)
{
    return left ? two(p, kind, left, projected(p, power)) : NULL;
}

static int64_t number_of(struct str text)
{
    bool negative = text.p[0] == '-';
    int64_t v = 0;

    for (size_t i = negative; i < text.n; i++) {
        if (v > (INT64_MAX - 9) / 10)
            return negative ? -INT64_MAX : INT64_MAX;
        v = v * 10 + (text.p[i] - '0');
    }
    return negative ? -v : v;
}

/* start:stop:step, each of which may be missing, up to ']'. */
static const struct jp_node *slice(struct parser *p, struct jp_node *n)
{
    int64_t parts[3] = {0, 0, 1};
    bool has[3] = {false, false, false};
    size_t part = 0;

    while (p->now.kind == JP_T_COLON || p->now.kind == JP_T_NUMBER) {
        if (p->now.kind == JP_T_COLON) {
            if (++part > 2)
                return fail(p, "a slice has no third ':'");
        } else if (has[part]) {
            return fail(p, "':' or ']' must follow the number");
        } else {
            parts[part] = number_of(p->now.text);
            has[part] = true;
        }
        if (!advance(p))
            return NULL;
    }
    if (!expect(p, JP_T_RBRACKET, "a slice holds numbers and ':' up to ']'"))
        return NULL;
    if (parts[2] == 0) {
        (void)error_at(p->x.e, ERR_VALIDATION_FAILED, jp_pos(p->x.text, n->at),
                       "invalid-value: the step of a slice is 0");
        return NULL;
    }
    n->kind = JP_SLICE;
    n->start = parts[0];
    n->stop = parts[1];
    n->step = parts[2];
    n->has_start = has[0];
    n->has_stop = has[1];
    return projection(p, JP_PROJECT, keep(p, n), POWER_STAR);
}

/* After '[': an index, a slice or *. */
static const struct jp_node *bracket(struct parser *p,
                                     const struct jp_node *left)
{
    struct jp_node n = {.kind = JP_INDEX, .at = p->now.at, .left = left};

    if (p->now.kind == JP_T_STAR) {
        if (!advance(p) || !expect(p, JP_T_RBRACKET, "']' must follow '[*'"))
            return NULL;
        return projection(p, JP_PROJECT, left, POWER_STAR);
    }
    if (p->now.kind == JP_T_COLON || p->then.kind == JP_T_COLON)
        return slice(p, &n);
    if (p->now.kind != JP_T_NUMBER)
        return fail(p, "a number, ':' or '*' must follow the '['; a list of "
                       "expressions needs a '.' before it");
    n.start = number_of(p->now.text);
    if (!advance(p) || !expect(p, JP_T_RBRACKET, "']' must follow the number"))
        return NULL;
    return keep(p, &n);
}

/* After '[?': a condition up to ']'. */
static const struct jp_node *filter(struct parser *p,
                                    const struct jp_node *left)
{
    struct jp_node n = {.kind = JP_FILTER, .at = p->now.at, .left = left};

    n.cond = expression(p, POWER_NONE);
    if (!n.cond || !expect(p, JP_T_RBRACKET, "']' must end the condition"))
        return NULL;
    n.right = projected(p, POWER_FILTER);
    return n.right ? keep(p, &n) : NULL;
}

static const struct jp_node *flatten(struct parser *p,
                                     const struct jp_node *left)
{
    struct jp_node n = {.kind = JP_FLATTEN, .at = p->now.at, .left = left};

    return projection(p, JP_PROJECT, keep(p, &n), POWER_FLATTEN);
}

static const struct jp_node *argument(struct parser *p)
{
    struct jp_node n = {.kind = JP_REF, .at = p->now.at};

    if (p->now.kind != JP_T_REF)
        return expression(p, POWER_NONE);
    n.left = advance(p) ? expression(p, POWER_NONE) : NULL;
    return n.left ? keep(p, &n) : NULL;
}

/* name(argument, ...); stands on the name. */
static const struct jp_node *call(struct parser *p)
{
    struct jp_node n = {.kind = JP_CALL, .at = p->now.at, .name = p->now.text};
    struct items list = {0};

    if (!advance_twice(p))
        return NULL;
    while (p->now.kind != JP_T_RPAREN || list.n) {
        if (!add_item(p, &list, argument(p), STR("")))
            return NULL;
        if (p->now.kind != JP_T_COMMA)
            break;
        if (!advance(p))
            return NULL;
    }
    if (!expect(p, JP_T_RPAREN, "',' or ')' must follow here"))
        return NULL;
    n.n = list.n;
    if (jp_function_find(&n, p->x.text, &n.fn, p->x.e) != OK)
        return NULL;
    return with_items(p, &n, &list);
}

static const struct jp_node *field(struct parser *p)
{
    struct jp_node n = {.kind = JP_FIELD, .at = p->now.at};

    if (p->then.kind == JP_T_LPAREN) {
        if (p->now.kind == JP_T_NAME)
            return call(p);
        return fail(p, "the name of a function has no quotes");
    }
    return read_name(p, &n.name) ? keep(p, &n) : NULL;
}

static const struct jp_node *literal(struct parser *p)
{
    struct jp_node n = {.kind = JP_LITERAL, .at = p->now.at};
    struct json *j = NULL;
    struct str text;

    if (p->now.kind == JP_T_LITERAL) {
        if (jp_read_literal(&p->x, &p->now, p->a, &j) != OK)
            return NULL;
    } else {
        if (jp_read_raw(&p->x, &p->now, p->a, &text) != OK)
            return NULL;
        j = arena_alloc(p->a, sizeof(*j), p->x.e);
        if (!j)
            return NULL;
        *j = (struct json){.type = JSON_STRING, .text = text};
    }
    n.literal = j;
    return advance(p) ? keep(p, &n) : NULL;
}

static const struct jp_node *paren(struct parser *p)
{
    const struct jp_node *inner = expression(p, POWER_NONE);

    if (!inner || !expect(p, JP_T_RPAREN, "')' must close the '('"))
        return NULL;
    return inner;
}

/* An expression that begins with this word. */
static const struct jp_node *prefix(struct parser *p)
{
    struct jp_node negation = {.kind = JP_NOT, .at = p->now.at};
    enum jp_token_kind kind = p->now.kind;
    const struct jp_node *here;

    switch (kind) {
    case JP_T_NAME:
    case JP_T_QUOTED: return field(p);
    case JP_T_RAW:
    case JP_T_LITERAL: return literal(p);
    case JP_T_CURRENT:
        here = current(p);
        return here && advance(p) ? here : NULL;
    case JP_T_LPAREN: return advance(p) ? paren(p) : NULL;
    case JP_T_LBRACE: return advance(p) ? multi_hash(p, negation.at) : NULL;
    case JP_T_NOT:
        negation.left = advance(p) ? expression(p, POWER_NOT) : NULL;
        return negation.left ? keep(p, &negation) : NULL;
    case JP_T_STAR:
    case JP_T_FLATTEN:
    case JP_T_FILTER:
    case JP_T_LBRACKET: break;
    case JP_T_REF: return fail(p, "'&' is for arguments of functions only");
    case JP_T_NUMBER:
        return fail(p, "a number needs backticks, or '[' as an index");
    default: return fail(p, "an expression must be");
    }
    here = current(p);
    if (!here || !advance(p))
        return NULL;
    if (kind == JP_T_STAR)
        return projection(p, JP_VALUES, here, POWER_STAR);
    if (kind == JP_T_FLATTEN)
        return flatten(p, here);
    if (kind == JP_T_FILTER)
        return filter(p, here);
    if (p->now.kind == JP_T_NUMBER || p->now.kind == JP_T_COLON ||
        (p->now.kind == JP_T_STAR && p->then.kind == JP_T_RBRACKET))
        return bracket(p, here);
    return multi_list(p, negation.at);
}

static const struct jp_node *compare(struct parser *p, enum jp_token_kind kind,
                                     const struct jp_node *left)
{
    struct jp_node n = {.kind = JP_COMPARE,
                        .op = (enum jp_op)(kind - JP_T_EQ),
                        .at = left->at,
                        .left = left};

    n.right = expression(p, POWER_COMPARE);
    return n.right ? keep(p, &n) : NULL;
}

/* What this word makes of the expression before it. */
static const struct jp_node *infix(struct parser *p, const struct jp_node *left)
{
    enum jp_token_kind kind = p->now.kind;

    if (!advance(p))
        return NULL;
    switch (kind) {
    case JP_T_PIPE: return two(p, JP_SUB, left, expression(p, POWER_PIPE));
    case JP_T_OR: return two(p, JP_OR, left, expression(p, POWER_OR));
    case JP_T_AND: return two(p, JP_AND, left, expression(p, POWER_AND));
    case JP_T_FLATTEN: return flatten(p, left);
    case JP_T_FILTER: return filter(p, left);
    case JP_T_LBRACKET: return bracket(p, left);
    case JP_T_DOT:
        if (p->now.kind != JP_T_STAR)
            return two(p, JP_SUB, left, after_dot(p, POWER_DOT));
        if (!advance(p))
            return NULL;
        return projection(p, JP_VALUES, left, POWER_STAR);
    default: return compare(p, kind, left);
    }
}

static const struct jp_node *expression(struct parser *p, enum power power)
{
    const struct jp_node *left;

    if (p->depth == JMESPATH_MAX_DEPTH)
        return too_deep(p, p->now.at);
    p->depth++;
    left = prefix(p);
    while (left && power_of(p->now.kind) > power)
        left = infix(p, left);
    p->depth--;
    return left;
}

enum err jp_parse(struct jmespath *x, struct arena *a, struct error *e)
{
    struct parser p = {.x = {.text = x->text, .e = e}, .a = a};

    if (!advance_twice(&p))
        return e->code;
    x->top = expression(&p, POWER_NONE);
    if (!x->top)
        return e->code;
    if (p.now.kind != JP_T_END)
        return jp_syntax(&p.x, p.now.at,
                         "nothing can follow the expression here");
    return OK;
}
