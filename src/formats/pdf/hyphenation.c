#include "formats/pdf/hyphenation.h"

#include "base/hash.h"
#include "base/text/fold.h"
#include "base/utf8.h"

#include <string.h>

#define PLACES    ((size_t)1 << 18)
#define MAX_WORD  128
#define MIN_OTHER 4 /* characters of a part: shorter words are syllables, too */

enum err seen_words_init(struct seen_words *w, struct arena *a, struct error *e)
{
    w->hash = arena_alloc_array(a, PLACES, sizeof(*w->hash), e);
    return w->hash ? OK : e->code;
}

/* Letters and hyphens of a word without signs around them. */
static struct str bare_word(struct str word)
{
    while (word.n > 0 &&
           text_classify((unsigned char)*word.p) == TEXT_CLASS_OTHER &&
           !(*word.p & 0x80))
        word = str_slice(word, 1, word.n);
    while (word.n > 0 &&
           text_classify((unsigned char)word.p[word.n - 1]) ==
               TEXT_CLASS_OTHER &&
           !(word.p[word.n - 1] & 0x80))
        word.n--;
    return word;
}

/* Words differ by more than the case of the letters of ASCII. */
static uint64_t hash_of(struct str word)
{
    char text[MAX_WORD];

    word = bare_word(word);
    if (word.n == 0 || word.n > sizeof(text))
        return 0;
    for (size_t i = 0; i < word.n; i++)
        text[i] = word.p[i] >= 'A' && word.p[i] <= 'Z'
                      ? (char)(word.p[i] - 'A' + 'a')
                      : word.p[i];
    return hash_bytes(text, word.n) | 1;
}

static bool has(const struct seen_words *w, struct str word)
{
    const uint64_t hash = hash_of(word);

    return hash && w->hash[hash / 2 % PLACES] == hash;
}

void seen_words_add_line(struct seen_words *w, struct str line,
                         bool is_after_hyphen)
{
    if (is_after_hyphen)
        line = str_slice(line, str_find_char(line, ' ') + 1, line.n);
    while (line.n > 0) {
        const size_t end = str_find_char(line, ' ');
        const struct str word = str_slice(line, 0, end);
        const uint64_t hash =
            end == line.n && str_ends(word, STR("-")) ? 0 : hash_of(word);

        if (hash)
            w->hash[hash / 2 % PLACES] = hash;
        line = str_slice(line, end + 1, line.n);
    }
}

/* Is the word elsewhere, of both parts and what is between them? */
static bool has_joined(const struct seen_words *w, struct str begin,
                       struct str end)
{
    char text[2 * MAX_WORD];

    if (begin.n + end.n > sizeof(text))
        return false;
    memcpy(text, begin.p, begin.n);
    memcpy(text + begin.n, end.p, end.n);
    return has(w, (struct str){text, begin.n + end.n});
}

static bool is_word(const struct seen_words *w, struct str part)
{
    return utf8_count(bare_word(part)) >= MIN_OTHER && has(w, part);
}

bool pdf_keeps_hyphen(const struct seen_words *w, struct str begin,
                      struct str end)
{
    const struct str line = str_after_last(begin, ' ');
    const struct str part = str_slice(line, 0, line.n - (line.n > 0));

    if (has_joined(w, line, end))
        return true;
    return !has_joined(w, part, end) && is_word(w, str_after_last(part, '-')) &&
           is_word(w, end);
}
