#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/httpd/multipart.h"

#include <string.h>

#define TYPE STR("multipart/form-data; boundary=XX")

/* What the sink saw, one after the other: name=content; of files name/file. */
struct seen {
    struct buf text;
    bool refuses;
};

static enum err begin(void *ctx, const struct multipart_part *part,
                      struct error *e)
{
    struct seen *s = ctx;

    if (s->refuses)
        return error_set(e, ERR_LIMIT, "no more");
    buf_put_str(&s->text, part->name);
    if (part->is_file)
        buf_printf(&s->text, "/%.*s:%.*s", STR_FMT(part->file),
                   STR_FMT(part->type));
    buf_put_char(&s->text, '=');
    return OK;
}

static enum err put(void *ctx, struct str bytes, struct error *e)
{
    struct seen *s = ctx;

    (void)e;
    buf_put_str(&s->text, bytes);
    return OK;
}

static enum err end(void *ctx, struct error *e)
{
    struct seen *s = ctx;

    (void)e;
    buf_put_char(&s->text, ';');
    return OK;
}

/* Read `form` in pieces of `step` bytes. */
static enum err read_form(struct str type, struct str form, size_t step,
                          struct seen *s, struct error *e)
{
    const struct multipart_sink sink = {s, begin, put, end};
    struct multipart m = {0};
    enum err rc = multipart_init(&m, type, &sink, e);

    buf_init(&s->text, 10000);
    for (size_t at = 0; !rc && at < form.n; at += step)
        rc = multipart_feed(&m, str_slice(form, at, at + step), e);
    if (!rc)
        rc = multipart_finish(&m, e);
    multipart_release(&m);
    return rc;
}

/* However it is cut. */
static void assert_reads(struct str form, const char *expected)
{
    for (size_t step = 1; step <= form.n; step++) {
        struct seen s = {0};
        struct error e = {0};

        assert_int_equal(read_form(TYPE, form, step, &s, &e), OK);
        assert_string_equal(s.text.p ? s.text.p : "", expected);
        buf_release(&s.text);
    }
}

static void assert_refused(struct str form, enum err code)
{
    for (size_t step = 1; step <= form.n; step++) {
        struct seen s = {0};
        struct error e = {0};

        assert_int_equal(read_form(TYPE, form, step, &s, &e), code);
        assert_int_equal(e.code, code);
        buf_release(&s.text);
    }
}

#define FIELD(name) "Content-Disposition: form-data; name=\"" name "\"\r\n\r\n"

static void fields_and_files_come_in_their_order(void **state)
{
    (void)state;
    assert_reads(STR("--XX\r\n" FIELD(
                     "base") "sales\r\n"
                             "--XX\r\n"
                             "Content-Disposition: form-data; name=\"file\"; "
                             "filename=\"a.csv\"\r\n"
                             "Content-Type: text/csv\r\n\r\n"
                             "a,b\r\n1,2\r\n\r\n"
                             "--XX--\r\n"),
                 "base=sales;file/a.csv:text/csv=a,b\r\n1,2\r\n;");
}

static void an_empty_part_is_one(void **state)
{
    (void)state;
    assert_reads(STR("--XX\r\n" FIELD("a") "\r\n--XX\r\n" FIELD("b") "\r\n"
                                                                     "--XX--"),
                 "a=;b=;");
}

static void what_looks_like_a_boundary_is_content(void **state)
{
    (void)state;
    assert_reads(STR("--XX\r\n" FIELD("a") "\r\n--X\r\r\n--\n--XX\r\n--XX--"),
                 "a=\r\n--X\r\r\n--\n--XX;");
}

static void text_around_the_parts_is_skipped(void **state)
{
    (void)state;
    assert_reads(STR("preamble\r\n--XX \t\r\n" FIELD("a") "1\r\n--XX--\r\n"
                                                          "--XX\r\nepilogue"),
                 "a=1;");
    assert_reads(STR("--XX--"), "");
}

static void names_lose_their_quotes_and_folders(void **state)
{
    (void)state;
    assert_reads(STR("--XX\r\nCONTENT-disposition: form-data; "
                     "filename=\"C:\\tmp\\a \\\"b\\\" %22c%22; d.csv\" ;name=f"
                     "\r\n\r\n\r\n--XX--"),
                 "f/a \"b\" \"c\"; d.csv:=;");
    assert_reads(STR("--XX\r\nContent-Disposition: form-data; name=\"f\"; "
                     "filename=\"../../etc/passwd\"\r\n\r\n\r\n--XX--"),
                 "f/passwd:=;");
    assert_reads(STR("--XX\r\nContent-Disposition: form-data; name=\"f\"; "
                     "filename=\"\"\r\n\r\n\r\n--XX--"),
                 "f/:=;");
}

static void an_invalid_form_is_refused(void **state)
{
    (void)state;
    assert_refused(STR("--XX\r\n\r\n1\r\n--XX--"), ERR_VALIDATION_FAILED);
    assert_refused(STR("--XX\r\nContent-Type: a\r\n\r\n1\r\n--XX--"),
                   ERR_VALIDATION_FAILED);
    assert_refused(STR("--XX\r\nContent-Disposition: form-data\r\n\r\n"
                       "1\r\n--XX--"),
                   ERR_VALIDATION_FAILED);
    assert_refused(STR("--XX\r\n" FIELD("a\xff") "1\r\n--XX--"),
                   ERR_VALIDATION_FAILED);
    assert_refused(STR("--XX\r\n" FIELD("a\001") "1\r\n--XX--"),
                   ERR_VALIDATION_FAILED);
    assert_refused(
        STR("--XX\r\nA: b\r\n folded: c\r\n" FIELD("a") "\r\n--XX--"),
        ERR_VALIDATION_FAILED);
    assert_refused(STR("--XX!\r\n" FIELD("a") "1\r\n--XX--"),
                   ERR_VALIDATION_FAILED);
}

static void a_form_that_ends_early_is_refused(void **state)
{
    static const char form[] = "--XX\r\n" FIELD("a") "1\r\n--XX--";
    struct error e = {0};

    (void)state;
    for (size_t n = 0; n < sizeof(form) - 1; n++) {
        struct seen s = {0};

        assert_int_equal(read_form(TYPE, (struct str){form, n}, 100, &s, &e),
                         ERR_VALIDATION_FAILED);
        buf_release(&s.text);
    }
    assert_int_equal(e.pos.offset, sizeof(form) - 3); /* after the boundary */
}

static void headers_have_a_bound(void **state)
{
    static char form[MULTIPART_HEADER_BYTES + 100];
    struct seen s = {0};
    struct error e = {0};

    (void)state;
    memset(form, 'x', sizeof(form));
    memcpy(form, "--XX\r\n", 6);
    assert_int_equal(
        read_form(TYPE, (struct str){form, sizeof(form)}, 1000, &s, &e),
        ERR_LIMIT);
    buf_release(&s.text);
}

static void an_error_of_the_sink_is_reported(void **state)
{
    struct seen s = {.refuses = true};
    struct error e = {0};

    (void)state;
    assert_int_equal(
        read_form(TYPE, STR("--XX\r\n" FIELD("a") "1\r\n--XX--"), 9, &s, &e),
        ERR_LIMIT);
    buf_release(&s.text);
}

static void boundaries_are_those_of_the_standard(void **state)
{
    static const struct {
        const char *type;
        enum err rc;
    } types[] = {
        {"multipart/form-data; boundary=\"a b\"", OK},
        {"Multipart/Form-Data;charset=utf-8;BOUNDARY=----x'()+_,-./:=?", OK},
        {"multipart/form-data", ERR_VALIDATION_FAILED},
        {"multipart/form-data; boundary=", ERR_VALIDATION_FAILED},
        {"multipart/form-data; boundary=\"\"", ERR_VALIDATION_FAILED},
        {"multipart/form-data; boundary=\"a \"", ERR_VALIDATION_FAILED},
        {"multipart/form-data; boundary=a\"b", ERR_VALIDATION_FAILED},
        {"multipart/form-data; boundary=a\xc3\xa4", ERR_VALIDATION_FAILED},
        {"multipart/mixed; boundary=a", ERR_VALIDATION_FAILED},
        {"application/json", ERR_VALIDATION_FAILED},
        {"", ERR_VALIDATION_FAILED},
        {"multipart/form-data; boundary="
         "0123456789012345678901234567890123456789"
         "012345678901234567890123456789",
         OK},
        {"multipart/form-data; boundary="
         "0123456789012345678901234567890123456789"
         "0123456789012345678901234567890",
         ERR_VALIDATION_FAILED},
    };
    const struct multipart_sink sink = {NULL, begin, put, end};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        struct multipart m = {0};
        struct error e = {0};

        assert_int_equal(multipart_init(&m, str_from(types[i].type), &sink, &e),
                         types[i].rc);
        multipart_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_and_files_come_in_their_order),
        cmocka_unit_test(an_empty_part_is_one),
        cmocka_unit_test(what_looks_like_a_boundary_is_content),
        cmocka_unit_test(text_around_the_parts_is_skipped),
        cmocka_unit_test(names_lose_their_quotes_and_folders),
        cmocka_unit_test(an_invalid_form_is_refused),
        cmocka_unit_test(a_form_that_ends_early_is_refused),
        cmocka_unit_test(headers_have_a_bound),
        cmocka_unit_test(an_error_of_the_sink_is_reported),
        cmocka_unit_test(boundaries_are_those_of_the_standard),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
