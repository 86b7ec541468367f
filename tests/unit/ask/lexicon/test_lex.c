#include "base/fs_fixture.h"

#include "ask/lexicon/lex_computed.h"
#include "ask/lexicon/lex_condition.h"
#include "ask/lexicon/lex_fixture.h"
#include "ask/lexicon/lex_pack.h"
#include "ask/lexicon/lex_spell.h"

static struct lex *lex;

static const char *const concepts_text =
    "# what tables are about\n"
    "amount quantity sum\n"
    "revenue money sum < amount\n"
    "temperature quantity:temperature mean\n"
    "payment-status category -\n"
    "paid state - of=payment-status not=unpaid\n"
    "unpaid state - of=payment-status not=paid\n"
    "over-plan condition - when=revenue>amount,any>=amount,!revenue,"
    "temperature<=4\n"
    "word-ending operation -\n";
static const char *const english_text =
    "[revenue]\n"
    "noun: revenue, sales, takings\n"
    "header: net_sales\n"
    "verb: earn, make/made\n"
    "[temperature]\n"
    "noun: temperature\n"
    "high: hot, warm, heavy, large, good/better/best\n"
    "[paid]\n"
    "word: paid, paid up\n"
    "code: PD\n"
    "[word-ending]\n"
    "suffix: ion, ed\n";
static const char *const spanish_text =
    "[revenue]\nnoun: ingreso, facturación\n";
static const char *const chinese_text = "[revenue]\nnoun: 销售额, 营业额\n";

static int set_up_lexicon(void **state)
{
    static const char *const folders[] = {"concepts", "en", "es", "zh", "any"};

    if (set_up(state) != 0)
        return -1;
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        if (fs_mkdirs(in(folders[i]), "", &err))
            return -1;
    write_file("concepts/a.txt", concepts_text);
    write_file("en/a.txt", english_text);
    write_file("es/a.txt", spanish_text);
    write_file("zh/a.txt", chinese_text);
    return 0;
}

static int tear_down_lexicon(void **state)
{
    lex_close(lex);
    lex = NULL;
    return tear_down(state);
}

static void open_packed(void)
{
    assert_int_equal(lex_pack(folder, in("packed"), &arena, &err), OK);
    assert_int_equal(lex_open(in("packed"), "packed", &lex, &err), OK);
}

static struct lex_text text_of(const char *text)
{
    struct words *w = arena_alloc(&arena, sizeof(*w), &err);
    struct lex_text t;

    assert_non_null(w);
    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &arena, w, &err),
                     OK);
    assert_int_equal(lex_text_make(w, &arena, &t, &err), OK);
    return t;
}

/* The one sense of a whole text as it is written. */
static struct lex_sense sense_of(const char *text)
{
    const struct lex_text t = text_of(text);
    const struct lex_senses s = lex_find(lex, &t, 0, t.words->n);

    if (s.n != 1)
        fail_msg("'%s' has %zu senses", text, s.n);
    return s.sense[0];
}

static void assert_sense(const char *text, const char *name, enum lex_role role,
                         enum lex_form form)
{
    const struct lex_sense s = sense_of(text);

    assert_string_equal(lex_concept(lex, s.concept_id).name, name);
    assert_int_equal(s.role, role);
    assert_int_equal(s.form, form);
}

static void words_have_the_senses_of_their_lines(void **state)
{
    (void)state;
    open_packed();
    assert_sense("Takings", "revenue", LEX_NOUN, LEX_BASE);
    assert_sense("net sales", "revenue", LEX_HEADER, LEX_BASE);
    assert_sense("made", "revenue", LEX_VERB, LEX_BASE);
    assert_sense("paid up", "paid", LEX_WORD, LEX_BASE);
    assert_sense("pd", "paid", LEX_CODE, LEX_BASE);
    assert_sense("facturacion", "revenue", LEX_NOUN, LEX_BASE);
    assert_sense("营业额", "revenue", LEX_NOUN, LEX_BASE);
    assert_int_equal(sense_of("takings").position, 2);
}

/* Written in Taiwan, known as it is written in Beijing. */
static void traditional_characters_are_simplified(void **state)
{
    (void)state;
    open_packed();
    assert_sense("營業額", "revenue", LEX_NOUN, LEX_BASE);
}

/* Of its language, and no word. */
static void an_ending_is_known_as_such(void **state)
{
    const struct lex_text t = text_of("ion");

    (void)state;
    open_packed();
    assert_true(lex_is_ending(lex, STR("ion"), LEX_EN));
    assert_false(lex_is_ending(lex, STR("ion"), LEX_ES));
    assert_false(lex_is_ending(lex, STR("paid"), LEX_EN));
    assert_int_equal(lex_find(lex, &t, 0, 1).n, 0);
}

static void adjectives_have_their_regular_and_irregular_forms(void **state)
{
    (void)state;
    open_packed();
    assert_sense("hot", "temperature", LEX_HIGH, LEX_BASE);
    assert_sense("hotter", "temperature", LEX_HIGH, LEX_COMPARATIVE);
    assert_sense("hottest", "temperature", LEX_HIGH, LEX_SUPERLATIVE);
    assert_sense("warmest", "temperature", LEX_HIGH, LEX_SUPERLATIVE);
    assert_sense("heaviest", "temperature", LEX_HIGH, LEX_SUPERLATIVE);
    assert_sense("larger", "temperature", LEX_HIGH, LEX_COMPARATIVE);
    assert_sense("best", "temperature", LEX_HIGH, LEX_SUPERLATIVE);
}

static void plurals_and_tenses_are_found_by_their_stems(void **state)
{
    const struct lex_text earned = text_of("earned");
    const struct lex_text income = text_of("ingresos");

    (void)state;
    open_packed();
    assert_int_equal(lex_find(lex, &earned, 0, 1).n, 0);
    assert_int_equal(lex_find_stems(lex, &earned, 0, 1, LEX_EN).n, 1);
    assert_int_equal(lex_find_stems(lex, &income, 0, 1, LEX_ES).n, 1);
    assert_int_equal(lex_find_stems(lex, &income, 0, 1, LEX_EN).n, 0);
}

static void a_concept_has_its_kind_labels_and_relations(void **state)
{
    uint16_t id;
    uint16_t related[2];
    struct lex_concept c;

    (void)state;
    open_packed();
    assert_int_equal(lex_concepts(lex), 8);
    id = concept_named(lex, "revenue");
    c = lex_concept(lex, id);
    assert_int_equal(c.kind, LEX_MONEY);
    assert_int_equal(c.aggregate, LEX_SUM);
    assert_string_equal(c.label[LEX_ES], "ingreso");
    assert_int_equal(lex_related(lex, id, LEX_BROADER, related, 2), 1);
    assert_string_equal(lex_concept(lex, related[0]).name, "amount");
    id = concept_named(lex, "temperature");
    assert_string_equal(lex_concept(lex, id).dimension, "temperature");
    assert_int_equal(concept_named(lex, "humidity"), LEX_NO_CONCEPT);
}

static void a_condition_tells_what_columns_are(void **state)
{
    struct lex_condition c[8];
    uint16_t revenue;
    uint16_t amount;

    (void)state;
    open_packed();
    revenue = concept_named(lex, "revenue");
    amount = concept_named(lex, "amount");
    assert_int_equal(lex_conditions(lex, revenue, c, 8), 0);
    assert_int_equal(lex_conditions(lex, concept_named(lex, "over-plan"), c, 8),
                     4);
    assert_int_equal(c[0].test, LEX_IS_MORE);
    assert_int_equal(c[0].of, revenue);
    assert_int_equal(c[0].other, amount);
    assert_int_equal(c[1].test, LEX_IS_AT_LEAST);
    assert_int_equal(c[1].of, LEX_NO_CONCEPT);
    assert_int_equal(c[2].test, LEX_IS_BLANK);
    assert_int_equal(c[2].of, revenue);
    assert_int_equal(c[3].test, LEX_IS_AT_MOST);
    assert_int_equal(c[3].other, LEX_NO_CONCEPT);
    assert_int_equal(c[3].number, 4);
}

static void measures_are_made_of_others(void **state)
{
    struct lex_computed made[4];

    (void)state;
    write_file(
        "concepts/a.txt",
        "revenue money sum\ncost money sum\norder-id code -\n"
        "opens time -\ncloses time -\nopen-hours duration sum "
        "made=opens~closes\n"
        "margin rate mean made=revenue--cost%revenue,revenue/order-id\n");
    write_file("en/a.txt", "[revenue]\nnoun: revenue\n");
    write_file("es/a.txt", "");
    write_file("zh/a.txt", "");
    write_file("any/a.txt", "");
    open_packed();
    assert_int_equal(lex_computed(lex, concept_named(lex, "revenue"), made, 4),
                     0);
    assert_int_equal(lex_computed(lex, concept_named(lex, "margin"), made, 1),
                     1);
    assert_int_equal(lex_computed(lex, concept_named(lex, "margin"), made, 4),
                     2);
    assert_int_equal(made[0].n, 3);
    assert_int_equal(made[0].op[1], LEX_LESS);
    assert_int_equal(made[0].of[1], concept_named(lex, "cost"));
    assert_int_equal(made[0].op[2], LEX_PERCENT);
    assert_int_equal(made[0].of[2], made[0].of[0]);
    assert_int_equal(made[1].n, 2);
    assert_int_equal(made[1].op[1], LEX_OVER);
    assert_int_equal(
        lex_computed(lex, concept_named(lex, "open-hours"), made, 4), 1);
    assert_int_equal(made[0].op[1], LEX_UNTIL);
}

static size_t senses_of(const char *text)
{
    const struct lex_text t = text_of(text);

    return lex_find(lex, &t, 0, t.words->n).n;
}

static void words_of_the_rules_are_no_senses(void **state)
{
    (void)state;
    write_file("concepts/a.txt", "op-most operation -\n");
    write_file(
        "en/a.txt",
        "[op-most]\nalways: most\nsometimes: peak\nrules-only: dearest\n");
    write_file("es/a.txt", "");
    write_file("zh/a.txt", "");
    write_file("any/a.txt", "[op-most]\nalways: max\n");
    open_packed();
    assert_int_equal(senses_of("most"), 1);
    assert_int_equal(senses_of("peak"), 1);
    assert_int_equal(senses_of("dearest"), 0);
    assert_int_equal(senses_of("max"), 0);
}

static void what_is_not_in_the_format_is_refused_with_its_place(void **state)
{
    static const struct {
        const char *file, *text, *message;
        unsigned line;
    } faults[] = {
        {"concepts/a.txt", "a b c\n", "concepts/a.txt: not a kind: 'b'", 1},
        {"concepts/a.txt", "a money total\n",
         "concepts/a.txt: not an aggregate: 'total'", 1},
        {"concepts/a.txt", "a money:mass -\n",
         "concepts/a.txt: not a kind: 'money'", 1},
        {"concepts/a.txt", "\na money - < b\n",
         "concepts/a.txt: no such concept: 'b'", 2},
        {"concepts/a.txt", "a money - b=a\n",
         "concepts/a.txt: not an attribute: 'b=a'", 1},
        {"concepts/a.txt", "a money - when=a>1\n",
         "concepts/a.txt: only states and conditions have them, in one list: "
         "'a'",
         1},
        {"concepts/a.txt", "a state - when=a>\n",
         "concepts/a.txt: not a condition: 'a>'", 1},
        {"concepts/a.txt", "a state - when=a>b\n",
         "concepts/a.txt: no such concept: 'b'", 1},
        {"concepts/a.txt", "a state - made=a*a\n",
         "concepts/a.txt: only measures are made, in one list: 'a'", 1},
        {"concepts/a.txt", "a money - made=a\n",
         "concepts/a.txt: not a formula: 'a'", 1},
        {"concepts/a.txt", "a money - made=a/a%a\n",
         "concepts/a.txt: not a formula: 'a/a%a'", 1},
        {"concepts/a.txt", "a money - made=a--b\n",
         "concepts/a.txt: no such concept: 'b'", 1},
        {"concepts/a.txt", "a money -\na money -\n",
         "concepts/a.txt: duplicate concept: 'a'", 2},
        {"en/a.txt", "noun: x\n", "en/a.txt: not a line of a block: 'noun: x'",
         1},
        {"en/a.txt", "[humidity]\n", "en/a.txt: no such concept: '[humidity]'",
         1},
        {"en/a.txt", "[paid\n", "en/a.txt: not closed: '[paid'", 1},
        {"en/a.txt", "[paid]\nword: x,, y\n",
         "en/a.txt: an empty word: 'word: x,, y'", 2},
        {"en/a.txt", "[paid]\nthing: x\n",
         "en/a.txt: not a line of a block: 'thing: x'", 2},
        {"any/a.txt", "[paid]\nword: x\n",
         "any/a.txt: not a line of a block: 'word: x'", 2},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        write_file("concepts/a.txt", concepts_text);
        write_file("en/a.txt", english_text);
        write_file(faults[i].file, faults[i].text);
        assert_int_equal(lex_pack(folder, in("packed"), &arena, &err),
                         ERR_VALIDATION_FAILED);
        assert_string_equal(err.msg, faults[i].message);
        assert_int_equal(err.pos.line, faults[i].line);
    }
}

/* Cut anywhere, or with any byte of its numbers changed, it opens or is
 * refused; it is never read after its end. */
static void a_damaged_file_is_refused_or_harmless(void **state)
{
    const struct lex_text t = text_of("takings");
    struct str bytes;

    (void)state;
    assert_int_equal(lex_pack(folder, in("packed"), &arena, &err), OK);
    assert_int_equal(
        fs_read_file(in("packed"), "packed", 1 << 20, &arena, &bytes, &err),
        OK);
    for (size_t i = 0; i < bytes.n; i += 1 + i / 64) {
        char *copy = arena_alloc(&arena, bytes.n, &err);
        struct str changed = {copy, bytes.n};

        assert_non_null(copy);
        memcpy(copy, bytes.p, bytes.n);
        copy[i] = (char)(copy[i] ^ 0x7f);
        assert_int_equal(
            fs_write_atomic(in("damaged"), "damaged", changed, false, &err),
            OK);
        if (lex_open(in("damaged"), "damaged", &lex, &err) == OK)
            (void)lex_find(lex, &t, 0, 1);
        lex_close(lex);
        lex = NULL;
        changed.n = i;
        assert_int_equal(
            fs_write_atomic(in("damaged"), "damaged", changed, false, &err),
            OK);
        assert_int_equal(lex_open(in("damaged"), "damaged", &lex, &err),
                         ERR_VALIDATION_FAILED);
    }
}

static void is_spelled(const char *word, const char *want)
{
    struct lex_spellings found;

    assert_int_equal(
        lex_spell(lex, str_from(word), LEX_EN, &arena, &found, &err), OK);
    if (!want)
        assert_int_equal(found.n, 0);
    else if (found.n == 0 || !str_is(found.text[0], want))
        fail_msg("'%s' is not spelled %s", word, want);
}

static void one_edit_is_mended(void **state)
{
    (void)state;
    open_packed();
    is_spelled("takigns", "takings");
    is_spelled("revenu", "revenue");
    is_spelled("rebenue", "revenue");
    is_spelled("takkings", "takings");
    is_spelled("zales", "sales"); /* letters that sound alike */
    is_spelled("pales", NULL);    /* its first letter is another */
    is_spelled("waem", NULL);     /* too short */
    is_spelled("t\xc3\xa4kigns", NULL);
}

#define LEX_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_lexicon, tear_down_lexicon)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEX_TEST(words_have_the_senses_of_their_lines),
        LEX_TEST(traditional_characters_are_simplified),
        LEX_TEST(an_ending_is_known_as_such),
        LEX_TEST(adjectives_have_their_regular_and_irregular_forms),
        LEX_TEST(plurals_and_tenses_are_found_by_their_stems),
        LEX_TEST(a_concept_has_its_kind_labels_and_relations),
        LEX_TEST(a_condition_tells_what_columns_are),
        LEX_TEST(measures_are_made_of_others),
        LEX_TEST(words_of_the_rules_are_no_senses),
        LEX_TEST(what_is_not_in_the_format_is_refused_with_its_place),
        LEX_TEST(one_edit_is_mended),
        LEX_TEST(a_damaged_file_is_refused_or_harmless),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
