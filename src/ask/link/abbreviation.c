/*
 * Abbreviations, as heads of columns have them: the beginning of the word (dep,
 * orig, prio) or some of its consonants (dt, pymt, qty). A word of its own is
 * no abbreviation: no column "port" is a portfolio.
 */
#include "ask/link/link.h"

#define MIN_PREFIX 3
#define MAX_BRIEF  4
#define MIN_MORE   2 /* letters that were left out */

static bool is_vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

/* Words that stand for themselves, however long words begin with them. */
static bool is_word(struct str s)
{
    static const char words[] =
        " act add age air all any app are area art ask bad bag bank bar base "
        "bed best bill bird block blog blue board boat body book boss box boy "
        "brand bus but buy call camp can car card care case cash cell cent "
        "chair chart chat chef child city class clean clerk client clock club "
        "coach coal coat code coffee cold come cook cool corn cost count court "
        "cover crop cup cut dark date day deal desk dish dog door down draw "
        "dress drink drive drug ear east eat egg end even event ever eye face "
        "fact fair fall farm fast fat fee file film fish fit flat food foot "
        "for form free fuel full game gas gate gift girl give goal gold golf "
        "good hair hall hand hat head heat help high hit home host hot hour "
        "house how ice item jet job key kid king kit lab lake land law lead "
        "left leg less line list live load loan log long loss lot love low "
        "mail main man map mark mart mass meal meat men menu meter mile milk "
        "mine mode moon more most name near net new news next night nor not "
        "note off oil old one open oral order oven over own pack page pain "
        "pair pal pan paper par park part party pass past path pay pen per pet "
        "pick pig pin plan plant play plot plus point pool poor port post "
        "power press price print prize pro pump pure race rain rank rat rate "
        "raw read real red rent rest rice ride ring rise risk road rock role "
        "room root rule run safe sail sale salt same sand seat see sell set "
        "sex ship shop short show side sign site size ski skin sky slot snow "
        "song sort soup spot staff star start state step stock stop store sun "
        "swim table tag tall tank tax tea team term test text the time tip to "
        "tone top tour town toy track trade train tree trip truck type unit "
        "use user van view vote wage wait walk wall war wash watch water way "
        "web week west wheel wide wild win wind wine wire wood word work year "
        "yes you zone ";
    const char *at = words;

    while (*++at) {
        struct str rest = str_from(at);
        size_t n = str_find_char(rest, ' ');

        if (str_eq(str_slice(rest, 0, n), s))
            return true;
        at += n;
    }
    return false;
}

/* The first letter, letters of the word in its order and the last, no vowel. */
static bool is_skeleton(struct str brief, struct str word)
{
    size_t at = 1;

    word.n -= str_ends(word, STR("s")); /* payments */
    if (brief.p[brief.n - 1] != word.p[word.n - 1])
        return false;
    for (size_t i = 1; i < brief.n; i++) {
        if (is_vowel(brief.p[i]))
            return false;
        while (at < word.n && word.p[at] != brief.p[i])
            at++;
        if (at++ >= word.n)
            return false;
    }
    return true;
}

bool link_is_clipped(struct str brief, struct str word)
{
    size_t at = 1;

    if (brief.n < MIN_PREFIX || brief.p[0] != word.p[0])
        return false;
    for (size_t i = 1; i < word.n; i++) {
        if (is_vowel(word.p[i]))
            continue;
        if (at == brief.n || brief.p[at++] != word.p[i])
            return false;
    }
    return at == brief.n && brief.n < word.n;
}

bool link_is_short(struct str brief, struct str word)
{
    if (brief.n < MIN_PREFIX)
        return str_is(brief, "dt") && str_is(word, "date");
    if (brief.n > MAX_BRIEF || brief.p[0] != word.p[0] || is_word(brief))
        return false;
    if (word.n < brief.n + MIN_MORE)
        return link_is_clipped(brief, word);
    return str_starts(word, brief) || is_skeleton(brief, word);
}
