/*
 * Guessing an encoding.
 *
 * uchardet (Mozilla's detector, with models of letter pairs for some thirty
 * languages) names one. It does not say how sure it is, and on a table with
 * little prose it can be far off, so that its word is weighed against the
 * alternatives: each encoding in which the whole sample decodes is scored by
 * what the text would then look like. A character that is not ASCII speaks for
 * the encoding as it is a letter that languages use often, among letters of
 * its own script, small after small; a capital after a small letter, a
 * box-drawing line inside a word or Greek beside Cyrillic speak against it.
 * uchardet's own choice has an advantage that only a clear difference
 * overcomes.
 *
 * The confidence is that score, less where the evidence is a few characters or
 * the runner-up is near.
 */
#include "text/guess.h"

#include "base/utf8.h"
#include "text/decode.h"

#include <string.h>
#include <uchardet/uchardet.h>

#define SAMPLE_MAX        ((size_t)256 * 1024)
#define BLOCK_BYTES       ((size_t)2048)
#define DETECTOR_BONUS    0.15
#define LIKELY_BONUS      0.1
#define ANOMALY           (-3.0)
#define ALONE             0.3
#define FEW_CHARACTERS    8u
#define MAX_CONFIDENCE    0.98
#define CONTROL_SHARE     50u
#define OWN_CONTROL_SHARE 5u  /* of ASCII text, one control or foreign byte */
#define DAMAGED_UTF_8     20u /* characters of UTF-8 for one bad byte */

/* What may be meant where nobody says; the likelier, the earlier. */
static const char *const candidates[] = {
    "windows-1252", "windows-1250", "windows-1251", "shift_jis",
    "gb18030",      "euc-jp",       "windows-949",  "big5",
    "koi8-r",       "iso-8859-2",   "windows-1253", "windows-1254",
    "windows-1255", "windows-1256", "windows-1257", "iso-8859-5",
    "ibm866",       "windows-874",  "ibm855",       "x-mac-cyrillic",
    "macintosh",    "ibm850",       "ibm852",       "euc-tw",
    "iso-8859-7",   "utf-16le",     "utf-16be",
};

/* Supersets that decode alike, so that a later byte is no surprise. */
static const char *const supersets[][2] = {
    {"iso-8859-1", "windows-1252"},     {"ascii", "windows-1252"},
    {"iso-8859-9", "windows-1254"},     {"uhc", "windows-949"},
    {"euc-kr", "windows-949"},          {"gb2312", "gb18030"},
    {"mac-cyrillic", "x-mac-cyrillic"}, {"tis-620", "windows-874"},
};

enum script {
    SCRIPT_NONE,
    SCRIPT_LATIN,
    SCRIPT_GREEK,
    SCRIPT_CYRILLIC,
    SCRIPT_HEBREW,
    SCRIPT_ARABIC,
    SCRIPT_THAI,
    SCRIPT_EAST
};

/* Letters that languages of Latin script use often, small ones. */
static const char common_latin[] =
    "áéíóúüñçàèìòùâêîôûäöëïãõåæøßœąćęłńśźżčďěňřšťůýžőűğışăâîșțþðđ";
static const char common_cyrillic[] = "оеаинтсрвлкмдпуяыьг";

static uint32_t next_char(struct str *s)
{
    size_t n = utf8_length(*s);
    uint32_t cp = utf8_decode(s->p, n);

    *s = str_slice(*s, n, s->n);
    return cp;
}

static enum script script_of(uint32_t cp)
{
    if (cp < 0x80)
        return (cp | 0x20) >= 'a' && (cp | 0x20) <= 'z' ? SCRIPT_LATIN
                                                        : SCRIPT_NONE;
    if (cp == 0xaa || cp == 0xba || cp == 0xd7 || cp == 0xf7)
        return SCRIPT_NONE;
    if (cp >= 0xc0 && cp < 0x250)
        return SCRIPT_LATIN;
    if (cp >= 0x370 && cp < 0x400)
        return SCRIPT_GREEK;
    if (cp >= 0x400 && cp < 0x500)
        return SCRIPT_CYRILLIC;
    if (cp >= 0x5b0 && cp < 0x5f5)
        return SCRIPT_HEBREW;
    if (cp >= 0x60c && cp < 0x6d3)
        return SCRIPT_ARABIC;
    if (cp >= 0xe01 && cp < 0xe5c)
        return SCRIPT_THAI;
    return cp >= 0x3000 && (cp < 0xd7a4 || (cp >= 0xff01 && cp < 0xff5f))
               ? SCRIPT_EAST
               : SCRIPT_NONE;
}

static bool is_upper(uint32_t cp)
{
    if (cp < 0x80)
        return cp >= 'A' && cp <= 'Z';
    if (cp >= 0x100 && cp < 0x180)
        return (cp >= 0x139 && cp < 0x149) || cp >= 0x179 ? cp % 2 == 1
                                                          : cp % 2 == 0;
    return (cp >= 0xc0 && cp < 0xdf) || (cp >= 0x386 && cp < 0x390) ||
           (cp >= 0x391 && cp < 0x3ac) || (cp >= 0x400 && cp < 0x430);
}

static uint32_t to_lower(uint32_t cp)
{
    if (!is_upper(cp))
        return cp;
    if (cp >= 0x100 && cp < 0x180)
        return cp + 1;
    return cp >= 0x400 && cp < 0x410 ? cp + 0x50 : cp + 0x20;
}

static bool is_among(uint32_t cp, const char *list)
{
    struct str s = str_from(list);

    while (s.n) {
        if (next_char(&s) == cp)
            return true;
    }
    return false;
}

/* Marks that texts of an office hold: quotes, dashes, euro, degree. */
static bool is_typographic(uint32_t cp)
{
    return is_among(cp, "’“”–—…‘„€«»°ºª¿¡·•£¥¢™®©²³§\xc2\xa0½");
}

/* How well a character that is not ASCII goes with its neighbours; at most 1. */
static double weigh(uint32_t before, uint32_t cp, uint32_t after)
{
    enum script script = script_of(cp);
    enum script left = script_of(before);
    enum script right = script_of(after);

    if (script == SCRIPT_NONE)
        return is_typographic(cp) ? 0.95 : 0;
    if (script == SCRIPT_EAST || script == SCRIPT_THAI ||
        script == SCRIPT_ARABIC || script == SCRIPT_HEBREW)
        return left == SCRIPT_LATIN || right == SCRIPT_LATIN ? 0.7 : 0.95;
    if ((left && left != script) || (right && right != script))
        return 0;
    if (is_upper(cp) && left && !is_upper(before))
        return ANOMALY;
    if (!left && !right)
        return ALONE;
    if (script == SCRIPT_LATIN)
        return is_among(to_lower(cp), common_latin) ? 1 : 0.3;
    if (script == SCRIPT_CYRILLIC)
        return is_among(to_lower(cp), common_cyrillic) ? 1 : 0.8;
    return 0.95;
}

struct plausibility {
    size_t ascii;
    size_t characters; /* that are not ASCII */
    size_t controls;   /* under a space; their bytes are the same nearly
                          everywhere */
    size_t c1_controls;
    size_t line_ends;
    double sum;
};

static void add_text(struct plausibility *p, struct str s)
{
    uint32_t before = ' ';
    uint32_t cp = s.n ? next_char(&s) : 0;

    while (cp) {
        uint32_t after = s.n ? next_char(&s) : 0;

        if (cp >= 0x80) {
            p->characters++;
            p->sum += weigh(before, cp, after ? after : ' ');
        }
        p->ascii += cp < 0x80;
        p->line_ends += cp == '\n' || cp == '\r';
        p->controls += cp < 0x20 && !(cp >= '\t' && cp <= '\r') && cp != 0x1b &&
                       cp != 0x1a;
        p->c1_controls += cp >= 0x7f && cp < 0xa0;
        before = cp;
        cp = after;
    }
}

static bool has_line_ends(struct str bytes)
{
    return str_find_char(bytes, '\n') < bytes.n ||
           str_find_char(bytes, '\r') < bytes.n;
}

/* Text with hardly a control; or ASCII but for a few bytes, whose controls are
   the file's own and tell nothing of its encoding. */
static bool is_text(const struct plausibility *p, size_t nuls)
{
    size_t controls = p->controls + nuls;

    if (p->c1_controls * CONTROL_SHARE > p->characters)
        return false;
    if ((p->controls + p->c1_controls) * CONTROL_SHARE <= p->characters &&
        nuls == 0)
        return true;
    return controls * OWN_CONTROL_SHARE <= p->ascii &&
           p->characters * OWN_CONTROL_SHARE <= p->ascii;
}

/*
 * Decode all of the sample; false when it is not in this encoding. Where the
 * bytes have line ends and the text would have none, pairs of bytes were taken
 * for characters that they are not: a table has lines in any encoding.
 */
static bool look(struct str sample, const char *name, struct plausibility *p)
{
    struct decoder d;
    struct error e;
    char out[DECODE_ROOM(BLOCK_BYTES)];
    size_t start = 0;
    enum err rc = decode_begin(&d, (struct str){"", 0}, str_from(name), &e);

    *p = (struct plausibility){0};
    d.offset = 0;
    while (!rc && start < sample.n) {
        struct str in = str_slice(sample, start, start + BLOCK_BYTES);
        size_t made = 0;

        rc = decode_block(&d, in, start + in.n == sample.n, out, &made, &e);
        if (!rc)
            add_text(p, (struct str){out, made});
        if (!rc && d.offset == start)
            break;
        start = d.offset;
    }
    decode_end(&d);
    return !rc && is_text(p, d.nuls) &&
           (p->line_ends || !has_line_ends(sample));
}

static const char *superset_of(const char *name)
{
    for (size_t i = 0; i < sizeof(supersets) / sizeof(supersets[0]); i++) {
        if (strcasecmp(name, supersets[i][0]) == 0)
            return supersets[i][1];
    }
    return name;
}

/* What uchardet says, by the name that we have for it; empty: nothing. */
static void ask_detector(struct str sample, char name[ENCODING_NAME_BYTES])
{
    uchardet_t u = uchardet_new();
    struct error e;

    name[0] = '\0';
    if (!u)
        return;
    if (uchardet_handle_data(u, sample.p, sample.n) == 0) {
        struct encoding_report r;

        uchardet_data_end(u);
        if (!encoding_detect((struct str){"", 0},
                             str_from(superset_of(uchardet_get_charset(u))), &r,
                             &e))
            memcpy(name, r.name, sizeof(r.name));
    }
    uchardet_delete(u);
}

static bool is_listed(const struct guesses *g, const char *name)
{
    for (size_t i = 0; i < g->n; i++) {
        if (strcmp(g->of[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Keep the best, in order. */
static void insert(struct guesses *g, const char *name, double score)
{
    size_t at = g->n;

    if (is_listed(g, name))
        return;
    while (at > 0 && g->of[at - 1].confidence < score)
        at--;
    if (at == GUESS_MAX)
        return;
    if (g->n < GUESS_MAX)
        g->n++;
    memmove(&g->of[at + 1], &g->of[at], (g->n - at - 1) * sizeof(g->of[0]));
    g->of[at] = (struct guess){.confidence = score};
    memcpy(g->of[at].name, name, strlen(name) + 1);
}

static void consider(struct str sample, const char *name, double bonus,
                     struct guesses *g, size_t *characters)
{
    struct plausibility p;

    if (is_listed(g, name) || !look(sample, name, &p))
        return;
    if (p.characters > *characters)
        *characters = p.characters;
    if (strcmp(name, candidates[0]) == 0)
        bonus += LIKELY_BONUS;
    insert(g, name, (p.characters ? p.sum / (double)p.characters : 0) + bonus);
}

/* UTF-8 with a few bad bytes is damaged, and not of another encoding. */
static bool is_damaged_utf_8(struct str s)
{
    size_t good = 0;
    size_t bad = 0;

    while (s.n) {
        size_t n = utf8_length(s);

        good += n > 1;
        bad += n == 0;
        s = str_slice(s, n ? n : 1, s.n);
    }
    return bad == 0 ? false : good / bad >= DAMAGED_UTF_8;
}

/* Models of letter pairs say little about a few letters. */
static double detector_bonus(struct str sample)
{
    size_t n = 0;

    for (size_t i = 0; i < sample.n; i++)
        n += sample.p[i] < 0;
    return n < FEW_CHARACTERS ? LIKELY_BONUS / 2 : DETECTOR_BONUS;
}

static bool is_ascii(struct str line)
{
    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] < 0)
            return false;
    }
    return true;
}

void guess_sample(struct str text, struct buf *sample)
{
    for (size_t at = 0; at < text.n && sample->n < GUESS_SAMPLE_BYTES;) {
        struct str rest = str_slice(text, at, text.n);
        struct str line = str_slice(rest, 0, str_find_char(rest, '\n') + 1);

        if (!is_ascii(line))
            buf_put_str(sample, str_slice(line, 0, GUESS_SAMPLE_BYTES));
        at += line.n;
    }
}

void encoding_guess(struct str sample, struct guesses *g)
{
    char detected[ENCODING_NAME_BYTES];
    size_t characters = 0;
    double few;

    g->n = 0;
    sample = str_slice(sample, 0, SAMPLE_MAX);
    if (is_damaged_utf_8(sample))
        return;
    ask_detector(sample, detected);
    if (detected[0] && strcmp(detected, "utf-8") != 0)
        consider(sample, detected, detector_bonus(sample), g, &characters);
    for (size_t i = 0; i < sizeof(candidates) / sizeof(candidates[0]); i++)
        consider(sample, candidates[i], 0, g, &characters);
    few = characters < FEW_CHARACTERS ? 0.6 : 1;
    for (size_t i = 0; i < g->n; i++) {
        double near =
            i + 1 < g->n && strcmp(g->of[i].name, detected) != 0 &&
                    g->of[i].confidence - g->of[i + 1].confidence < 0.05
                ? 0.75
                : 1;
        double score = g->of[i].confidence * few * near;

        g->of[i].confidence = score < MAX_CONFIDENCE ? score : MAX_CONFIDENCE;
    }
}
