#include "tables/tables_fixture.h"

#include "answer/evaluate/beir.h"

static struct beir set;

static void put(const char *name, const char *text)
{
    assert_ok(fs_write_atomic(in(name), name, str_from(text), false, &err));
}

/* A set of three documents and two questions. */
static void put_set(void)
{
    put("corpus.jsonl",
        "{\"_id\":\"1e5\",\"title\":\"T\",\"text\":\"one\",\"metadata\":{}}\n"
        "{\"_id\":\"007\",\"text\":\"two\"}\n"
        "{\"_id\":7,\"title\":\"three\"}\n");
    put("queries.jsonl",
        "{\"_id\":\"2024-01-05\",\"text\":\"q\",\"answers\":[\"a\"]}\n"
        "{\"_id\":\"q2\",\"text\":\"\"}\n");
    put("qrels.tsv", "query-id\tcorpus-id\tscore\n"
                     "2024-01-05\t1e5\t2\n"
                     "2024-01-05\t007\t0\n"
                     "nobody\t7\t1\n"
                     "q2\tgone\t-1\n");
}

static enum err read_set(void)
{
    const struct field_reader r = {.pool = tables_pool(tables),
                                   .folder = in("scratch")};

    err = (struct error){0};
    assert_ok(fs_mkdirs(r.folder, "scratch", &err));
    return beir_read(&r, str_from(folder), &arena, &set, &err);
}

static void assert_refused(enum err code, const char *message, uint64_t line)
{
    assert_int_equal(read_set(), code);
    if (!strstr(err.msg, message))
        fail_msg("'%s' does not say '%s'", err.msg, message);
    assert_int_equal(err.pos.line, line);
}

static void ids_are_texts_and_meet_byte_for_byte(void **state)
{
    const struct judgements *j;

    (void)state;
    put_set();
    assert_ok(read_set());
    assert_int_equal(set.documents, 3);
    assert_true(str_is(set.document[0].id, "1e5"));
    assert_true(str_is(set.document[0].title, "T"));
    assert_true(str_is(set.document[1].id, "007"));
    assert_int_equal(set.document[1].title.n, 0);
    assert_true(str_is(set.document[2].id, "7"));
    assert_int_equal(set.questions, 2);
    assert_true(str_is(set.question[0].id, "2024-01-05"));
    j = &set.question[0].judged;
    assert_int_equal(j->n, 2);
    assert_true(str_is(j->at[0].document, "007"));
    assert_int_equal(j->at[1].grade, 2);
    assert_int_equal(set.question[0].relevant, 1);
}

static void what_is_judged_of_nobody_is_counted(void **state)
{
    (void)state;
    put_set();
    assert_ok(read_set());
    assert_int_equal(set.judgements, 4);
    assert_int_equal(set.without_question, 1);
    assert_int_equal(set.without_document, 1);
    assert_int_equal(set.question[1].judged.n, 1);
    assert_int_equal(set.question[1].judged.at[0].grade, -1);
    assert_int_equal(set.question[1].relevant, 0);
}

static void judgements_may_have_four_columns_and_lie_in_a_folder(void **state)
{
    (void)state;
    put_set();
    assert_int_equal(unlink(in("qrels.tsv")), 0);
    assert_ok(fs_mkdirs(in("qrels"), "qrels", &err));
    put("qrels/test.tsv", "q2 0 007 1\r\nq2 0 1e5 1\r\n");
    assert_ok(read_set());
    assert_int_equal(set.judgements, 2);
    assert_int_equal(set.question[1].relevant, 2);
}

static void a_missing_file_is_named(void **state)
{
    (void)state;
    put_set();
    assert_int_equal(unlink(in("queries.jsonl")), 0);
    assert_refused(ERR_NOT_FOUND, "queries.jsonl'", 0);
    put_set();
    assert_int_equal(unlink(in("qrels.tsv")), 0);
    assert_refused(ERR_NOT_FOUND, "neither 'qrels.tsv' nor 'qrels/test.tsv'",
                   0);
}

static void a_bad_record_is_named_by_file_and_line(void **state)
{
    (void)state;
    put_set();
    put("corpus.jsonl", "{\"_id\":\"1\",\"text\":\"a\"}\n{\"_id\":\"2\",}\n");
    assert_refused(ERR_VALIDATION_FAILED, "corpus.jsonl'", 2);
    put("corpus.jsonl", "{\"_id\":\"1\",\"text\":\"a\"}\n{\"text\":\"b\"}\n");
    assert_refused(ERR_VALIDATION_FAILED, "without an id", 2);
    put("corpus.jsonl", "{\"_id\":[1],\"text\":\"a\"}\n");
    assert_refused(ERR_VALIDATION_FAILED, "neither text nor a number", 1);
    put("corpus.jsonl", "{\"_id\":\"1\"}\n");
    assert_refused(ERR_VALIDATION_FAILED, "without 'title' and 'text'", 1);
    put("corpus.jsonl", "");
    assert_refused(ERR_VALIDATION_FAILED, "no document is in it", 0);
    put_set();
    put("queries.jsonl", "{\"_id\":\"1\"}\n");
    assert_refused(ERR_VALIDATION_FAILED, "a question without 'text'", 1);
}

static void an_id_twice_is_refused(void **state)
{
    (void)state;
    put_set();
    put("corpus.jsonl", "{\"_id\":\"1\",\"text\":\"a\"}\n"
                        "{\"_id\":\"2\",\"text\":\"a\"}\n"
                        "{\"_id\":1,\"text\":\"a\"}\n");
    assert_refused(ERR_VALIDATION_FAILED, "the id of line 1 occurs again", 3);
    put_set();
    put("qrels.tsv", "q2\t7\t1\nq2\t007\t1\nq2\t7\t0\n");
    assert_refused(ERR_VALIDATION_FAILED, "what line 1 judges", 3);
}

static void a_bad_judgement_is_named_by_file_and_line(void **state)
{
    (void)state;
    put_set();
    put("qrels.tsv", "query-id\tcorpus-id\tscore\nq2\t7\tgood\n");
    assert_refused(ERR_VALIDATION_FAILED, "a score must be a whole number", 2);
    put("qrels.tsv", "q2\t7\t1\nq2\t8\t1001\n");
    assert_refused(ERR_VALIDATION_FAILED, "a score must be a whole number", 2);
    put("qrels.tsv", "q2\t7\n");
    assert_refused(ERR_VALIDATION_FAILED, "a judgement has 3 columns", 1);
    put("qrels.tsv", "q2\t7\t1\n\t7\t1\n");
    assert_refused(ERR_VALIDATION_FAILED, "without an id", 2);
    put("qrels.tsv", "1\t2\t3\t4\t5\n");
    assert_refused(ERR_VALIDATION_FAILED, "up to 4 fields", 1);
}

static void a_long_id_is_refused(void **state)
{
    char id[BEIR_MAX_ID_BYTES + 2] = {0};
    char line[BEIR_MAX_ID_BYTES + 100];

    (void)state;
    memset(id, 'x', BEIR_MAX_ID_BYTES + 1);
    (void)snprintf(line, sizeof(line), "{\"_id\":\"%s\",\"text\":\"\"}", id);
    put_set();
    put("corpus.jsonl", line);
    assert_refused(ERR_VALIDATION_FAILED, "an id has up to 1024 bytes", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(ids_are_texts_and_meet_byte_for_byte),
        TABLES_TEST(what_is_judged_of_nobody_is_counted),
        TABLES_TEST(judgements_may_have_four_columns_and_lie_in_a_folder),
        TABLES_TEST(a_missing_file_is_named),
        TABLES_TEST(a_bad_record_is_named_by_file_and_line),
        TABLES_TEST(an_id_twice_is_refused),
        TABLES_TEST(a_bad_judgement_is_named_by_file_and_line),
        TABLES_TEST(a_long_id_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
