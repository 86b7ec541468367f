#include "search/related/related_words.h"

#include "search/related/related_format.h"

#include <pthread.h>

struct related_words {
    const struct related_header *header;
    const uint32_t *slot; /* an entry's number and 1; 0: free */
    const struct related_entry *entry;
    const struct related_sense *sense;
    const struct related_concept *first;
    const struct related_member *member;
    const char *text;
};

/* The packed words as they lie in the program: related_data.S. */
extern const char related_packed[];

static struct related_words shared; /* written once, by lay_out() */

static void lay_out(void)
{
    struct related_words *r = &shared;
    const char *at = related_packed;

    r->header = (const void *)at;
    at += sizeof(*r->header);
    r->slot = (const void *)at;
    at += r->header->n_slots * sizeof(*r->slot);
    r->entry = (const void *)at;
    at += r->header->n_terms * sizeof(*r->entry);
    r->sense = (const void *)at;
    at += r->header->n_senses * sizeof(*r->sense);
    r->first = (const void *)at;
    at += (r->header->n_concepts + 1) * sizeof(*r->first);
    r->member = (const void *)at;
    at += r->header->n_senses * sizeof(*r->member);
    r->text = at;
}

const struct related_words *related_words_shared(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    BUG_ON(pthread_once(&once, lay_out) != 0);
    return &shared;
}

size_t related_senses(const struct related_words *r, struct str text,
                      enum related_language language,
                      const struct related_sense **out)
{
    const uint32_t mask = r->header->n_slots - 1;

    for (uint32_t at = (uint32_t)related_hash(text, language) & mask;
         r->slot[at] > 0; at = (at + 1) & mask) {
        const struct related_entry *x = &r->entry[r->slot[at] - 1];

        if (x->language == language && str_is(text, r->text + x->text)) {
            *out = r->sense + x->first_sense;
            return x->n_senses;
        }
    }
    *out = NULL;
    return 0;
}

size_t related_terms(const struct related_words *r, uint16_t concept_id)
{
    return r->first[concept_id + 1].first - r->first[concept_id].first;
}

struct related_term related_term_at(const struct related_words *r,
                                    uint16_t concept_id, size_t i)
{
    const struct related_member *m = &r->member[r->first[concept_id].first + i];
    const struct related_entry *x = &r->entry[m->entry];

    return (struct related_term){.keys = str_from(r->text + x->keys),
                                 .language = (enum related_language)x->language,
                                 .sense = {concept_id, m->role, m->position}};
}
