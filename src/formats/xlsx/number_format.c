#include "formats/xlsx/number_format.h"

#include <string.h>

/* What was met in a code. */
struct seen {
    bool day; /* a letter of days or years */
    bool clock;
    bool elapsed;
    bool m; /* a month, or minutes beside a clock */
    bool percent;
    struct str money; /* the sign or word of a currency; empty: none */
};

/* Bytes of the sign of money that `s` begins with; 0: none. */
static size_t sign_of_money(struct str s)
{
    const unsigned char *p = (const unsigned char *)s.p;

    if (s.n && p[0] == '$')
        return 1;
    if (s.n >= 2 && p[0] == 0xc2 && p[1] >= 0xa2 && p[1] <= 0xa5)
        return 2; /* cent, pound, currency, yen */
    return s.n >= 3 && p[0] == 0xe2 && p[1] == 0x82 && p[2] >= 0xa0 &&
                   p[2] <= 0xbf /* U+20A0 to U+20BF */
               ? 3
               : 0;
}

static const char *const money_words[] = {"EUR", "USD", "GBP", "CHF", "JPY",
                                          "CNY", "kr",  "Fr.", "Kč",  "zł"};

/* A literal, within quotes or as it stands. */
static void see_literal(struct str s, struct seen *seen)
{
    for (size_t i = 0; i < s.n; i++)
        if (sign_of_money(str_slice(s, i, s.n)))
            seen->money =
                str_slice(s, i, i + sign_of_money(str_slice(s, i, s.n)));
    for (size_t i = 0; i < sizeof(money_words) / sizeof(money_words[0]); i++)
        if (str_is(str_trim(s), money_words[i]))
            seen->money = str_trim(s);
}

/* "[h]" and "[mm]" count on; "[$€-407]" is money, "[Red]" nothing. */
static void see_bracket(struct str s, struct seen *seen)
{
    size_t same = 0;

    if (s.n && s.p[0] == '$') {
        size_t dash = str_find_char(s, '-');

        if (dash > 1)
            seen->money = str_slice(s, 1, dash);
        return;
    }
    while (same < s.n && (s.p[same] | 0x20) == (s.p[0] | 0x20))
        same++;
    if (s.n && same == s.n && strchr("hHmMsS", s.p[0]))
        seen->elapsed = true;
}

static void see_letter(struct str rest, struct seen *seen)
{
    char c = rest.p[0];

    switch (c | 0x20) {
    case 'y':
    case 'd':
    case 'b': /* Buddhist years */
    case 'g': seen->day = true; break;
    case 'e': /* a year of an era, but for "0.00E+00" */
        if (rest.n < 2 || (rest.p[1] != '+' && rest.p[1] != '-'))
            seen->day = true;
        break;
    case 'h':
    case 's': seen->clock = true; break;
    case 'm': seen->m = true; break;
    default: break;
    }
    if (c == '%')
        seen->percent = true;
    if (sign_of_money(rest))
        seen->money = str_slice(rest, 0, sign_of_money(rest));
}

/* Bytes of `s` that are one piece, and what they say. */
static size_t see_piece(struct str s, struct seen *seen)
{
    struct str rest = str_slice(s, 1, s.n);
    size_t end;

    switch (s.p[0]) {
    case '"':
        end = str_find_char(rest, '"');
        see_literal(str_slice(rest, 0, end), seen);
        return end + 2;
    case '[':
        end = str_find_char(rest, ']');
        see_bracket(str_slice(rest, 0, end), seen);
        return end + 2;
    case '\\':
        see_literal(str_slice(rest, 0, rest.n < 4 ? rest.n : 4), seen);
        return 2;
    case '_':
    case '*': return 2;
    default: break;
    }
    if (str_eq_nocase(str_slice(s, 0, 7), STR("General")))
        return 7;
    if (str_eq_nocase(str_slice(s, 0, 5), STR("AM/PM"))) {
        seen->clock = true;
        return 5;
    }
    if (str_eq_nocase(str_slice(s, 0, 3), STR("A/P"))) {
        seen->clock = true;
        return 3;
    }
    see_letter(s, seen);
    return 1;
}

/* The code's first section. */
static struct seen see_code(struct str code)
{
    struct seen seen = {0};
    size_t i = 0;

    while (i < code.n && code.p[i] != ';')
        i += see_piece(str_slice(code, i, code.n), &seen);
    return seen;
}

struct str format_money(struct str code)
{
    return see_code(code).money;
}

enum format_class format_classify(struct str code)
{
    struct seen seen = see_code(code);

    if (seen.elapsed)
        return FORMAT_DURATION;
    if (seen.m && !seen.clock)
        seen.day = true;
    if (seen.day)
        return seen.clock ? FORMAT_DATETIME : FORMAT_DATE;
    if (seen.clock)
        return FORMAT_TIME;
    if (seen.percent)
        return FORMAT_PERCENT;
    return seen.money.n ? FORMAT_CURRENCY : FORMAT_NUMBER;
}

struct str format_builtin(uint32_t id)
{
    static const char *const codes[] = {
        [1] = "0",
        [2] = "0.00",
        [3] = "#,##0",
        [4] = "#,##0.00",
        [5] = "\"$\"#,##0",
        [6] = "\"$\"#,##0",
        [7] = "\"$\"#,##0.00",
        [8] = "\"$\"#,##0.00",
        [9] = "0%",
        [10] = "0.00%",
        [11] = "0.00E+00",
        [12] = "# ?/?",
        [13] = "# ?\?/?\?",
        [14] = "mm-dd-yy",
        [15] = "d-mmm-yy",
        [16] = "d-mmm",
        [17] = "mmm-yy",
        [18] = "h:mm AM/PM",
        [19] = "h:mm:ss AM/PM",
        [20] = "h:mm",
        [21] = "h:mm:ss",
        [22] = "m/d/yy h:mm",
        [27] = "yyyy-m-d",
        [28] = "yyyy-m-d",
        [29] = "yyyy-m-d",
        [30] = "m-d-yy",
        [31] = "yyyy-m-d",
        [32] = "h:mm",
        [33] = "h:mm:ss",
        [34] = "h:mm",
        [35] = "h:mm:ss",
        [36] = "yyyy-m-d",
        [37] = "#,##0",
        [38] = "#,##0",
        [39] = "#,##0.00",
        [40] = "#,##0.00",
        [41] = "#,##0",
        [42] = "\"$\"#,##0",
        [43] = "#,##0.00",
        [44] = "\"$\"#,##0.00",
        [45] = "mm:ss",
        [46] = "[h]:mm:ss",
        [47] = "mm:ss.0",
        [48] = "##0.0E+0",
        [49] = "@",
        [50] = "yyyy-m-d",
        [51] = "yyyy-m-d",
        [52] = "yyyy-m-d",
        [53] = "yyyy-m-d",
        [54] = "yyyy-m-d",
        [55] = "yyyy-m-d",
        [56] = "yyyy-m-d",
        [57] = "yyyy-m-d",
        [58] = "yyyy-m-d",
        [67] = "0%",
        [68] = "0.00%",
        [71] = "d/m/yy",
        [72] = "d-mmm-yy",
        [73] = "d-mmm",
        [74] = "mmm-yy",
        [75] = "h:mm",
        [76] = "h:mm:ss",
        [77] = "d/m/yy h:mm",
        [78] = "mm:ss",
        [79] = "[h]:mm:ss",
        [80] = "mm:ss.0",
        [81] = "d/m/bb",
    };

    if (id >= sizeof(codes) / sizeof(codes[0]))
        return STR("");
    return str_from(codes[id]);
}
