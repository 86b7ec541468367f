/* What a query finds. */
#include "lexical_fixture.h"

static void words_are_found_by_stem_in_any_case(void **state)
{
    (void)state;
    add_text(1, "", "Rotating the keys is done every month");
    add_text(2, "", "The wheel has a spoke");
    seal();
    assert_string_equal(found("how do I rotate the KEY?"), "1 2");
    assert_string_equal(found("rotates"), "1");
    assert_string_equal(found("unheard"), "");
    assert_string_equal(found(""), "");
    assert_string_equal(found("?!"), "");
}

static void spanish_is_found_by_stem_and_without_accents(void **state)
{
    (void)state;
    add_text(1, "", "La operación de los sistemas en el año de las ciudades");
    add_text(2, "", "El ano del perro que come la fruta de su casa");
    seal();
    assert_string_equal(found("operaciones y sistemas"), "1");
    assert_string_equal(found("operacion"), "1");
    assert_string_equal(found("OPERACIÓN"), "1");
    assert_string_equal(found("ciudad"), "1");
}

static void the_form_that_was_typed_comes_first(void **state)
{
    (void)state;
    add_text(1, "", "el ano del perro");
    add_text(2, "", "el año del perro");
    add_text(3, "", "the marketing of fruits");
    add_text(4, "", "the market of fruits");
    seal();
    assert_string_equal(found("año"), "2 1");
    assert_string_equal(found("marketing fruits"), "3 4");
}

static void chinese_is_found_without_spaces(void **state)
{
    (void)state;
    add_text(1, "", "黑豹队的防守只丢了 308分，在联赛中排名第六");
    add_text(2, "", "他的队友马里奥贡献了擒杀");
    seal();
    assert_string_equal(found("黑豹队的防守"), "1 2");
    assert_string_equal(found("队友"), "2 1");
    assert_string_equal(found("杀"), "2");
    assert_string_equal(found("\"贡献了擒杀\""), "2");
    assert_string_equal(found("\"擒杀贡献\""), "");
}

static void identifiers_are_found_whole_and_by_their_parts(void **state)
{
    (void)state;
    add_text(1, "", "call getUserName with max_scan_rows set");
    add_text(2, "", "error E1234 in src/base/arena.h at 10.0.0.1");
    add_text(3, "", "a user, and 1,234.5 rows");
    seal();
    assert_string_equal(found("getusername"), "1");
    assert_string_equal(found("scan"), "1");
    assert_string_equal(found("max_scan_rows"), "1 3");
    assert_string_equal(found("e1234"), "2");
    assert_string_equal(found("arena.h"), "2");
    assert_string_equal(found("src/base/arena.h"), "2");
    assert_string_equal(found("10.0.0.1"), "2");
    assert_string_equal(found("1234.5"), "3");
    assert_string_equal(found("user name"), "1 3");
}

static void a_phrase_must_stand_in_this_order(void **state)
{
    (void)state;
    add_text(1, "", "the old key of the door");
    add_text(2, "", "the key is old");
    add_text(3, "key", "old");
    seal();
    assert_string_equal(found("\"old key\""), "1");
    assert_string_equal(found("\"OLD keys\" door"), "1");
    assert_string_equal(found("\"key old\""), ""); /* fields do not touch */
    assert_string_equal(found("\"key\""), "3 2 1");
    assert_string_equal(found("\"never closed key"), "3 2 1");
}

static void required_and_excluded_parts_decide(void **state)
{
    (void)state;
    add_text(1, "", "red apple");
    add_text(2, "", "red pear");
    add_text(3, "", "green apple tree");
    seal();
    assert_string_equal(found("+red apple"), "1 2");
    assert_string_equal(found("apple -green"), "1");
    assert_string_equal(found("apple -\"green apple\" red"), "1 2");
    assert_string_equal(found("+nothing red"), "");
    assert_string_equal(found("red - apple"), "1 2 3");
    assert_string_equal(found("-red"), "");
}

/* A word "pre..." that only this passage has, and in two of three passages the
 * word that comes after all those: a prefix has to look at all of them. */
static void add_prefixed(uint32_t d)
{
    char body[40];

    (void)snprintf(body, sizeof(body), "pre%05uq %s", d % 6000,
                   d % 3 ? "prezzq" : "other");
    add_text(d, "", body);
}

static void a_prefix_means_the_most_frequent_of_all_its_words(void **state)
{
    struct search_hits hits;

    (void)state;
    for (uint32_t d = 0; d < 6000; d++)
        add_prefixed(d);
    seal();
    hits = find_where("pre*", "", 1000);
    assert_int_equal(hits.n, 1000);
    for (size_t i = 64; i < hits.n; i++)
        assert_int_not_equal(hits.hit[i].id % 3, 0);
}

/* The first passages of segment 0 are deleted. */
static void delete_first(uint32_t n)
{
    in_view[0].deleted = arena_alloc_array(&arena, 1000, 8, &err);
    in_view[0].n_deleted = n;
    for (uint32_t d = 0; d < n; d++) {
        ((uint64_t *)in_view[0].deleted)[d / 64] |= UINT64_C(1) << d % 64;
        in_view[0].deleted_length +=
            bm25_length(segment_lengths(segments[0])[d]);
    }
}

static void a_prefix_means_the_same_when_deletions_are_gone(void **state)
{
    struct search_hits before;
    struct search_hits after;

    (void)state;
    /* the words that are frequent before the deletions are not after them */
    for (uint32_t d = 0; d < 2000; d++) {
        char body[32];

        (void)snprintf(body, sizeof(body), "pre%03uq",
                       d < 1000 ? d % 100 : 100 + d % 150);
        add_text(d, "", body);
        if (d == 1399)
            seal();
    }
    seal();
    delete_first(990);
    before = find_where("pre*", "", 1000);
    for (uint32_t d = 990; d < 2000; d++) {
        char body[32];

        (void)snprintf(body, sizeof(body), "pre%03uq",
                       d < 1000 ? d % 100 : 100 + d % 150);
        add_text(d, "", body);
    }
    seal();
    in_view[0] = in_view[2];
    view.n = 1;
    after = find_where("pre*", "", 1000);
    view.n = 3;
    assert_int_equal(before.n, after.n);
    for (size_t i = 0; i < before.n; i++) {
        assert_int_equal(before.hit[i].id, after.hit[i].id);
        assert_int_equal(before.hit[i].score, after.hit[i].score);
    }
}

static void a_prefix_finds_words_that_begin_so(void **state)
{
    (void)state;
    add_text(1, "", "organization of the index");
    add_text(2, "", "the organizer orders");
    add_text(3, "", "nothing");
    seal();
    assert_string_equal(found("organiza*"), "1");
    assert_string_equal(found("index -organizer*"), "1");
    assert_string_equal(found("+organize* index"), "2");
    assert_string_equal(found("zz*"), "");
}

static void conditions_are_exact_or_a_part(void **state)
{
    const struct lexical_filter en[] = {
        {STR("lang"), STR("en"), false},
        {STR("chapter"), STR("The Setup"), false}};
    const struct lexical_filter es[] = {{STR("lang"), STR("es"), false},
                                        {STR("lang"), STR("es"), false}};
    struct lexical_doc d = {
        .id = 1, .body = STR("word"), .filter = en, .n_filters = 2};

    (void)state;
    assert_int_equal(segment_builder_add(builder, &d, &err), OK);
    d = (struct lexical_doc){
        .id = 2, .body = STR("word"), .filter = es, .n_filters = 2};
    assert_int_equal(segment_builder_add(builder, &d, &err), OK);
    seal();
    assert_string_equal(found_where("word", ""), "1 2");
    assert_string_equal(found_where("word", "lang=EN"), "1");
    assert_string_equal(found_where("word", "lang~s"), "2");
    assert_string_equal(found_where("word", "chapter~setup, lang=en"), "1");
    assert_string_equal(found_where("word", "chapter~setup,lang=es"), "");
    assert_string_equal(found_where("word", "nothing=1"), "");
}

static void a_title_weighs_more_than_a_body(void **state)
{
    (void)state;
    add_text(1, "other matters", "the engine runs here and there");
    add_text(2, "engine", "other matters run here and there");
    seal();
    assert_string_equal(found("engine"), "2 1");
}

static void a_word_in_every_passage_still_finds(void **state)
{
    (void)state;
    for (uint64_t i = 1; i < 2000; i++)
        add_text(i, "", "same");
    seal();
    assert_string_equal(found("same"), "1 2 3 4 5 6 7 8 9 10");
}

static void a_scope_narrows_and_scores_stay(void **state)
{
    const uint64_t among = UINT64_C(1) << 1;
    uint32_t score;

    (void)state;
    add_text(1, "", "the key is here");
    add_text(2, "", "the key and the key");
    add_text(3, "", "a lock");
    seal();
    score = find_where("key", "", 10).hit[0].score;
    assert_string_equal(found("key lock"), "3 2 1");
    in_view[0].among = &among;
    assert_string_equal(found("key lock"), "2");
    assert_int_equal(find_where("key", "", 10).hit[0].score, score);
}

static void an_anchor_leads_to_its_passage(void **state)
{
    const struct lexical_doc d = {.id = 2,
                                  .body =
                                      STR("how much memory the server uses"),
                                  .anchor = STR("GUC-SHARED-BUFFERS\nruntime"),
                                  .stored = STR("x")};

    (void)state;
    add_text(1, "", "buffers are shared");
    assert_int_equal(segment_builder_add(builder, &d, &err), OK);
    seal();
    assert_string_equal(found("runtime"), "2");
    assert_string_equal(found("\"shared buffers\""), "2");
    assert_string_equal(found("\"server uses guc\""), "");
}

static void a_misspelt_word_finds_what_it_is_meant_for(void **state)
{
    (void)state;
    add_text(1, "", "the navigation of the software");
    add_text(2, "", "soft tissue");
    seal();
    add_text(3, "", "backup of 123456 drives");
    seal();
    assert_string_equal(found("sofware"), "1");
    assert_string_equal(found("navegaton"), "1");
    assert_string_equal(found("bakcup"), "3");
    assert_string_equal(found("123457"), "");
    assert_string_equal(found("drovves"), "");
    assert_string_equal(found("softs"), "2");
}

/* A word that is there is not corrected, and a correction is no better than it. */
static void a_word_that_is_known_is_not_misspelt(void **state)
{
    (void)state;
    add_text(1, "", "a planet is round");
    add_text(2, "", "a plane is fast");
    seal();
    assert_string_equal(found("planet"), "1");
    assert_true(find_where("plamet", "", 10).hit[0].score <
                find_where("planet", "", 10).hit[0].score);
}

static void no_score_reaches_the_ceiling(void **state)
{
    struct search_hits hits;
    struct query q;
    struct plan p;

    (void)state;
    add_text(1, "key key", "key key key key key key key key");
    add_text(2, "", "a lock");
    seal();
    assert_int_equal(query_parse(STR("key"), &arena, &q, &err), OK);
    assert_int_equal(plan_make(&q, 0, analyzer, &arena, &p, &err), OK);
    assert_int_equal(search_run(&view, &p, 1, &arena, &hits, &err), OK);
    assert_int_equal(hits.n, 1);
    assert_true(hits.hit[0].score < search_ceiling(&view, &p));
    assert_true(2 * (uint64_t)hits.hit[0].score > search_ceiling(&view, &p));
}

static void what_was_stored_comes_back(void **state)
{
    struct str s;

    (void)state;
    add_text(7, "", "first text");
    add_text(5, "", "");
    add_text(6, "", "third");
    seal();
    assert_int_equal(segment_stored(segments[0], 0, &s, &err), OK);
    assert_true(str_is(s, "first text"));
    assert_int_equal(segment_stored(segments[0], 1, &s, &err), OK);
    assert_int_equal(s.n, 0);
    assert_int_equal(segment_stored(segments[0], 2, &s, &err), OK);
    assert_true(str_is(s, "third"));
    assert_int_equal(segment_stored(segments[0], 3, &s, &err), ERR_INTERNAL);
}

static void a_passage_is_found_by_its_id(void **state)
{
    bool there;
    uint32_t doc;

    (void)state;
    add_text(7, "", "a");
    add_text(5, "", "b");
    seal();
    assert_int_equal(segment_find_id(segments[0], 5, &there, &doc, &err), OK);
    assert_true(there && doc == 1);
    assert_int_equal(segment_find_id(segments[0], 6, &there, &doc, &err), OK);
    assert_false(there);
}

static void the_same_id_twice_is_refused(void **state)
{
    (void)state;
    add_text(7, "", "a");
    add_text(7, "", "b");
    assert_int_equal(segment_builder_write(builder, in("x"), "x", &err),
                     ERR_CONFLICT);
    assert_int_not_equal(access(in("x"), F_OK), 0);
    assert_int_equal(segment_builder_count(builder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEXICAL_TEST(words_are_found_by_stem_in_any_case),
        LEXICAL_TEST(spanish_is_found_by_stem_and_without_accents),
        LEXICAL_TEST(the_form_that_was_typed_comes_first),
        LEXICAL_TEST(chinese_is_found_without_spaces),
        LEXICAL_TEST(identifiers_are_found_whole_and_by_their_parts),
        LEXICAL_TEST(a_phrase_must_stand_in_this_order),
        LEXICAL_TEST(required_and_excluded_parts_decide),
        LEXICAL_TEST(a_prefix_finds_words_that_begin_so),
        LEXICAL_TEST(a_prefix_means_the_most_frequent_of_all_its_words),
        LEXICAL_TEST(a_prefix_means_the_same_when_deletions_are_gone),
        LEXICAL_TEST(conditions_are_exact_or_a_part),
        LEXICAL_TEST(a_title_weighs_more_than_a_body),
        LEXICAL_TEST(a_word_in_every_passage_still_finds),
        LEXICAL_TEST(a_scope_narrows_and_scores_stay),
        LEXICAL_TEST(an_anchor_leads_to_its_passage),
        LEXICAL_TEST(a_misspelt_word_finds_what_it_is_meant_for),
        LEXICAL_TEST(a_word_that_is_known_is_not_misspelt),
        LEXICAL_TEST(no_score_reaches_the_ceiling),
        LEXICAL_TEST(what_was_stored_comes_back),
        LEXICAL_TEST(a_passage_is_found_by_its_id),
        LEXICAL_TEST(the_same_id_twice_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
