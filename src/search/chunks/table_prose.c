/*
 * Which tables hold prose. Decided from the samples that the catalog keeps, up
 * to five values of a column, so that no row is read for it.
 *
 * A word is two letters or more between blanks, with at most punctuation at its
 * ends: parts of codes, paths and URLs are none. Eight of them are a sentence;
 * names of people, places and products, and addresses, have fewer.
 */
#include "search/chunks/table_chunk.h"

#include "base/text/fold.h"
#include "base/utf8.h"

#define PROSE_WORDS ((size_t)8)
#define PROSE_CJK   ((size_t)16)
#define LOOK_BYTES  ((size_t)4096) /* of a sample */

struct counts {
    size_t words, cjk;
    size_t letters;  /* of the word so far */
    bool is_no_word; /* a digit, or something between letters */
    bool is_ended;   /* punctuation after its letters */
};

static void end_word(struct counts *c)
{
    c->words += c->letters > 1 && !c->is_no_word;
    c->letters = 0;
    c->is_no_word = false;
    c->is_ended = false;
}

static void count(struct counts *c, uint32_t cp)
{
    enum text_class kind = text_classify(cp);

    if (cp <= 0x20 || cp == 0xa0) {
        end_word(c);
        return;
    }
    if (kind == TEXT_CLASS_CJK)
        c->cjk++;
    c->is_no_word |= kind == TEXT_CLASS_DIGIT;
    if (kind == TEXT_CLASS_LETTER) {
        c->is_no_word |= c->is_ended && c->letters > 1;
        c->letters++;
    }
    if (kind == TEXT_CLASS_OTHER && cp != '\'' && cp != '-' && cp != 0x2019)
        c->is_ended = c->letters > 0;
}

static bool is_prose(struct str s)
{
    struct counts c = {0};

    s = str_slice(s, 0, LOOK_BYTES);
    for (size_t i = 0, n; i < s.n; i += n) {
        n = utf8_length(str_slice(s, i, s.n));
        if (n == 0)
            break;
        count(&c, utf8_decode(s.p + i, n));
    }
    end_word(&c);
    return c.words >= PROSE_WORDS || c.cjk >= PROSE_CJK;
}

/* Are most of these prose? */
static bool are_prose(const struct json *samples)
{
    size_t prose = 0;
    size_t all = 0;

    if (samples->type != JSON_ARRAY)
        return false;
    for (const struct json *v = samples->first; v; v = v->next) {
        if (v->type != JSON_STRING)
            continue;
        all++;
        prose += is_prose(v->text);
    }
    return prose * 2 > all;
}

bool table_chunk_is_text_heavy(const struct table_about *t)
{
    const struct json *data = json_find(t->source, "structured_data");
    const struct json *samples = json_find(data, "sample_values");

    if (!samples || samples->type != JSON_OBJECT)
        return false;
    for (const struct json *column = samples->first; column;
         column = column->next) {
        if (are_prose(column))
            return true;
    }
    return false;
}
