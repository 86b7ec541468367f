/* library_fixture.h - books, their authors, members and what they borrowed, as
 * their profiles would describe them. */
#ifndef ASK_JOINS_LIBRARY_FIXTURE_H
#define ASK_JOINS_LIBRARY_FIXTURE_H

#include "ask/joins/shop_fixture.h"

#define LIBRARY_AUTHORS                                                             \
    TABLE(                                                                          \
        9,                                                                          \
        INTEGER("author_id", 9, 9, 1, 9) "," TEXT(                                  \
            "author_name", 9, 9,                                                    \
            "\"Ana Ruiz\",\"Bo Lindt\"") "," TEXT("country", 9, 2,                  \
                                                  "\"Spain\","                      \
                                                  "\"Sweden\"") "," DATE("born_on", \
                                                                         9))
#define LIBRARY_BOOKS                                                        \
    TABLE(40,                                                                \
          INTEGER("book_id", 40, 40, 1, 40) "," TEXT(                        \
              "title", 40, 40,                                               \
              "\"Dunes\",\"Tides\"") "," INTEGER("author_id", 40, 8, 1,      \
                                                 9) "," TEXT("genre", 40, 2, \
                                                             "\"Poetry\","   \
                                                             "\"Fiction\""))
#define LIBRARY_MEMBERS                                                              \
    TABLE(                                                                           \
        70,                                                                          \
        INTEGER("member_id", 70, 70, 10, 79) "," TEXT(                               \
            "member_name", 70, 69,                                                   \
            "\"Iris Vale\",\"Jon Park\"") "," TEXT("town", 70, 2,                    \
                                                   "\"Leeds\","                      \
                                                   "\"York\"") "," DATE("joined_on", \
                                                                        70))
#define LIBRARY_LOANS                                            \
    TABLE(500, INTEGER("loan_id", 500, 500, 1, 500) "," INTEGER( \
                   "book_id", 500, 35, 1,                        \
                   40) "," INTEGER("member_id", 500, 60, 10,     \
                                   79) "," DATE("loaned_on", 500))

static inline struct ask_schema *library_schema(struct arena *a)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(a, sizeof(*s), &e);

    BUG_ON(!s);
    add_table(s, "authors", LIBRARY_AUTHORS, a);
    add_table(s, "books", LIBRARY_BOOKS, a);
    add_table(s, "loans", LIBRARY_LOANS, a);
    add_table(s, "members", LIBRARY_MEMBERS, a);
    (void)find_joins(s, a);
    return s;
}

#endif
