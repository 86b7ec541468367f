/* groups.h - groups of synonymous nouns for columns. */
#ifndef ASK_VOCABULARY_GROUPS_H
#define ASK_VOCABULARY_GROUPS_H

#include "ask/vocabulary/term_lists.h"

/* Nouns of tables that mean the same share a group, a bit of a mask. */
__extension__ typedef unsigned __int128 noun_groups;
#define NOUN_GROUPS   128
#define NOUN_GROUP(n) ((noun_groups)1 << (n))

#define GROUP_SALES      NOUN_GROUP(0)
#define GROUP_AMOUNT     NOUN_GROUP(1)
#define GROUP_COST       NOUN_GROUP(2)
#define GROUP_PRICE      NOUN_GROUP(3)
#define GROUP_QUANTITY   NOUN_GROUP(4)
#define GROUP_PROFIT     NOUN_GROUP(5)
#define GROUP_DATE       NOUN_GROUP(6)
#define GROUP_YEAR       NOUN_GROUP(7)
#define GROUP_PERSON     NOUN_GROUP(8)  /* a role of persons, no synonym */
#define GROUP_RATE       NOUN_GROUP(9)  /* not to be added up, no synonym */
#define GROUP_GENERIC    NOUN_GROUP(10) /* says little in a name, no synonym */
#define GROUP_CUSTOMER   NOUN_GROUP(11)
#define GROUP_ORDER      NOUN_GROUP(12)
#define GROUP_COUNTABLE  NOUN_GROUP(13) /* may be added up, no synonym */
#define GROUP_NAME       NOUN_GROUP(14)
#define GROUP_AGE        NOUN_GROUP(15)
#define GROUP_PRODUCT    NOUN_GROUP(16)
#define GROUP_UNIT       NOUN_GROUP(17) /* kg, EUR: what is counted in, no synonym */
#define GROUP_MONEY      NOUN_GROUP(18) /* a currency, no synonym */
#define GROUP_PAY        NOUN_GROUP(19)
#define GROUP_FIRST_FREE 20

/* Groups that tell the nature of a column and make no two words equal. */
#define GROUP_NATURES                                              \
    (GROUP_PERSON | GROUP_RATE | GROUP_GENERIC | GROUP_COUNTABLE | \
     GROUP_UNIT | GROUP_MONEY)

struct noun_group {
    noun_groups mask; /* 0: a group of its own */
    const struct term_list *list;
};

#endif
