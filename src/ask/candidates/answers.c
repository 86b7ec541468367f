#include "ask/candidates/answers.h"

#include "base/buf.h"
#include "base/text/date.h"
#include "base/text/fold.h"

#include <math.h>
#include <stdlib.h>

#define MAX_ANSWER_BYTES ((size_t)1 << 20)
#define NUMBER_BYTES     64
#define NEAR             1e-6

/* An answer in the forms in which it is compared. */
struct value {
    struct str text; /* cleaned */
    double number;   /* NAN if it is not one */
    bool is_percent; /* 5 of "5%" */
    int32_t day;     /* since 1970, with `is_day` */
    bool is_day;
    int64_t micros; /* of the day, with `is_time` */
    bool is_time;   /* of no day */
};

/* Dashes and quotation marks as a keyboard has them. */
static const struct {
    const char *from;
    char to; /* 0: nothing */
} plain[] = {{"\u2010", '-'}, {"\u2011", '-'}, {"\u2012", '-'}, {"\u2013", '-'},
             {"\u2014", '-'}, {"\u2212", '-'}, {"\u2018", 0},   {"\u2019", 0},
             {"\u201C", 0},   {"\u201D", 0},   {"\u2020", 0},   {"\u2021", 0},
             {"\u2022", 0},   {"\u00B4", 0},   {"\"", 0},       {"'", 0},
             {"*", 0},        {"`", 0},        {"\n", ' '},     {"\t", ' '}};

/* What is at the front of `s`: bytes that it takes; *c is its plain form,
 * 0: nothing. */
static size_t next_char(struct str s, char *c)
{
    for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++) {
        if (str_starts(s, str_from(plain[i].from))) {
            *c = plain[i].to;
            return str_from(plain[i].from).n;
        }
    }
    *c = s.p[0];
    return 1;
}

/* " (details)" at the end say what comes before them once more. */
static struct str without_details(struct str s)
{
    for (size_t i = s.n; i > 1 && str_ends(s, STR(")")); i--) {
        if (s.p[i - 1] == '(' && s.p[i - 2] == ' ') {
            s = str_trim(str_slice(s, 0, i - 2));
            i = s.n + 1;
        }
    }
    return s;
}

/* Without quotation marks, [notes], (details) at the end, marks of notes, and
 * white space that says nothing. */
static enum err clean(struct str s, struct arena *a, struct str *out,
                      struct error *e)
{
    struct str folded;
    struct buf b;
    size_t depth = 0;
    enum err rc = text_fold(s, a, &folded, e);

    if (rc)
        return rc;
    buf_init(&b, MAX_ANSWER_BYTES);
    while (folded.n) {
        struct str so_far = buf_str(&b);
        char c;
        size_t n = next_char(folded, &c);

        depth += c == '[';
        if (depth == 0 && c &&
            (c != ' ' || (so_far.n && so_far.p[so_far.n - 1] != ' ')))
            buf_put_char(&b, c);
        depth -= depth > 0 && c == ']';
        folded = str_slice(folded, n, folded.n);
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    if (rc)
        return rc;
    *out = without_details(str_trim(*out));
    while (str_ends(*out, STR("#")) || str_ends(*out, STR("+")))
        *out = str_trim(str_slice(*out, 0, out->n - 1));
    if (str_ends(*out, STR(".")))
        *out = str_slice(*out, 0, out->n - 1);
    return OK;
}

/* 12,467 and $5 and 5% are numbers. */
static double number_of(struct str s)
{
    char digits[NUMBER_BYTES];
    char *end;
    size_t n = 0;
    double number;

    if (str_starts(s, STR("$")))
        s = str_slice(s, 1, s.n);
    if (str_ends(s, STR("%")))
        s = str_slice(s, 0, s.n - 1);
    for (size_t i = 0; i < s.n && n < sizeof(digits) - 1; i++) {
        if (s.p[i] != ',')
            digits[n++] = s.p[i];
    }
    digits[n] = '\0';
    number = strtod(digits, &end);
    return n == 0 || *end != '\0' || end == digits ? (double)NAN : number;
}

/* A day, the month first where that may be; or a time of day. */
static void read_date(struct value *out)
{
    struct date_shape shape;
    struct date_value date;

    if (!date_scan(out->text, &shape) ||
        !date_read(out->text,
                   shape.orders & DATE_YMD   ? DATE_YMD
                   : shape.orders & DATE_MDY ? DATE_MDY
                                             : DATE_DMY,
                   &date))
        return;
    out->is_day = shape.orders != 0;
    out->day = date.days;
    out->is_time = !shape.orders && shape.time;
    out->micros = date.micros;
}

static enum err read_value(struct str s, struct arena *a, struct value *out,
                           struct error *e)
{
    *out = (struct value){.number = NAN};
    if (clean(s, a, &out->text, e))
        return e->code;
    out->number = number_of(out->text);
    out->is_percent = str_ends(out->text, STR("%"));
    read_date(out);
    return OK;
}

/* 5% is 5 where only one says per cent of what, and 0.05 as a fraction. */
static bool is_same_number(const struct value *a, const struct value *b)
{
    double x = a->is_percent ? a->number / 100 : a->number;
    double y = b->is_percent ? b->number / 100 : b->number;

    return fabs(a->number - b->number) < NEAR || fabs(x - y) < NEAR;
}

static bool is_same(const struct value *a, const struct value *b)
{
    if (str_eq(a->text, b->text))
        return true;
    if (!isnan(a->number) && !isnan(b->number))
        return is_same_number(a, b);
    if (a->is_time && b->is_time)
        return a->micros == b->micros;
    return a->is_day && b->is_day && a->day == b->day;
}

/* The values of a list, each once. */
static enum err read_list(const struct answers *list, struct arena *a,
                          struct value **out, size_t *n, struct error *e)
{
    *n = 0;
    *out = arena_alloc_array(a, list->n, sizeof(**out), e);
    if (!*out)
        return e->code;
    for (size_t i = 0; i < list->n; i++) {
        size_t k = 0;

        if (read_value(list->text[i], a, &(*out)[*n], e))
            return e->code;
        while (k < *n && !is_same(&(*out)[k], &(*out)[*n]))
            k++;
        *n += k == *n;
    }
    return OK;
}

enum err answers_equal(const struct answers *given,
                       const struct answers *expected, struct arena *a,
                       bool *equal, struct error *e)
{
    struct value *x;
    struct value *y;
    size_t n_x;
    size_t n_y;

    *equal = false;
    if (read_list(given, a, &x, &n_x, e) || read_list(expected, a, &y, &n_y, e))
        return e->code;
    for (size_t i = 0; i < n_x && n_x == n_y; i++) {
        size_t k = 0;

        while (k < n_y && !is_same(&x[i], &y[k]))
            k++;
        if (k == n_y)
            return OK;
    }
    *equal = n_x == n_y;
    return OK;
}
