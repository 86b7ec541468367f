#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/mail/mail.h"
#include "formats/markup/invariants.h"

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;
static struct error err;
static struct sections doc;

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)256 << 20);
    err = (struct error){0};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err read_mail(const char *mail)
{
    enum err rc = mail_sections(str_from(mail), NULL, &arena, &doc, &err);

    if (!rc)
        assert_null(broken_promise(&doc, &arena));
    return rc;
}

/* A mail with this header beside the usual, and this body. */
static void read_with(const char *header, const char *body)
{
    struct str mail;

    assert_int_equal(str_printf(&arena, &mail, &err,
                                "From: Ana Pla <ana@example.org>\r\n"
                                "To: Bo Lind <bo@example.com>\r\n%s\r\n%s",
                                header, body),
                     OK);
    assert_int_equal(read_mail(mail.p), OK);
}

static bool has(const char *text)
{
    return str_find(doc.text, str_from(text)) < doc.text.n;
}

static struct str field(const char *key, uint32_t i)
{
    for (uint32_t k = 0; k < doc.n_fields; k++)
        if (str_is(doc.fields[k].key, key) && i < doc.fields[k].n)
            return doc.fields[k].values[i];
    return (struct str){0};
}

#define ASSERT_FIELD(key, i, text)                       \
    do {                                                 \
        const struct str got_ = field(key, i);           \
        if (!str_is(got_, text))                         \
            print_message("got: %.*s\n", STR_FMT(got_)); \
        assert_true(str_is(got_, text));                 \
    } while (0)

static void the_header_gives_fields_and_headings(void **state)
{
    (void)state;
    read_with("Cc: \"Lee, Dr. Cy\" <cy@example.net>, dee@example.net\r\n"
              "Subject: =?utf-8?Q?Pump_f=C3=BCr_Hall?=\r\n =?utf-8?B?ZSA3?=\r\n"
              "Date: Tue, 5 Mar 2024 14:30:05 +0100 (CET)\r\n",
              "The pump arrives on 19 March.\r\n");
    ASSERT_FIELD("from", 0, "Ana Pla <ana@example.org>");
    ASSERT_FIELD("to", 0, "Bo Lind <bo@example.com>");
    ASSERT_FIELD("cc", 0, "Lee, Dr. Cy <cy@example.net>");
    ASSERT_FIELD("cc", 1, "dee@example.net");
    ASSERT_FIELD("subject", 0, "Pump f\xc3\xbcr Halle 7");
    ASSERT_FIELD("date", 0, "2024-03-05T14:30:05+01:00");
    assert_true(str_is(doc.title, "Pump f\xc3\xbcr Halle 7"));
    assert_int_equal(doc.n_sections, 1);
    assert_true(str_is(doc.sections[0].title,
                       "Pump f\xc3\xbcr Halle 7 (Ana Pla, 2024-03-05 14:30)"));
    assert_true(has("\nThe pump arrives on 19 March.\n"));
}

static void dates_of_other_forms_are_read(void **state)
{
    static const char *const date[][2] = {
        {"6 Mar 2024 08:00 EST", "2024-03-06T08:00:00-05:00"},
        {"Fri, 21 Nov 97 09:55:06 -0600", "1997-11-21T09:55:06-06:00"},
        {"Thu, 1 Jan 09 00:00:00 GMT", "2009-01-01T00:00:00+00:00"},
        {"Mon, 3 June 2024 9:05", "2024-06-03T09:05:00"},
        {"yesterday", ""},
        {"Mon, 32 Jun 2024 09:05 +0000", ""}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(date); i++) {
        char header[100];

        (void)snprintf(header, sizeof(header), "Date: %s\r\n", date[i][0]);
        read_with(header, "x\r\n");
        ASSERT_FIELD("date", 0, date[i][1]);
    }
}

static void quoted_tails_and_signatures_are_left_out(void **state)
{
    (void)state;
    read_with("Subject: Re: Visit\r\n",
              "Yes, at noon.\r\n"
              "\r\n"
              "-- \r\n"
              "Ana Pla\r\n"
              "Phone 555 0100\r\n"
              "\r\n"
              "On Mon, 4 Mar 2024 at 09:12, Bo Lind <bo@example.com>\r\n"
              "wrote:\r\n"
              "> Shall we meet?\r\n"
              ">> Some day.\r\n");
    assert_true(has("Yes, at noon."));
    assert_false(has("555"));
    assert_false(has("wrote:"));
    assert_false(has("meet"));
}

static void what_introduces_a_quote_is_known_in_any_language(void **state)
{
    static const char *const intro[] = {
        "Am 04.03.2024 um 09:12 schrieb Bo Lind:\n",
        "El lun, 4 mar 2024 a las 9:12, Bo (<bo@example.com>) escribi\xc3\xb3:\n",
        "Bo Lind <bo@example.com> \xe4\xba\x8e 2024\xe5\xb9\xb4"
        "3\xe6\x9c\x88"
        "4\xe6\x97\xa5\xe5\x86\x99\xe9\x81\x93\xef\xbc\x9a\n"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(intro); i++) {
        char body[300];

        (void)snprintf(body, sizeof(body), "Ja.\n\n%s\n> Kommst du?\n",
                       intro[i]);
        read_with("Subject: x\n", body);
        assert_true(has("Ja."));
        assert_false(has("Lind <bo@example.com> \xe4"));
        assert_false(has("schrieb"));
        assert_false(has("escribi"));
        assert_false(has("Kommst"));
    }
}

static void quotes_with_answers_after_them_stay_as_quotes(void **state)
{
    (void)state;
    read_with("Subject: x\r\n", "> When do you come?\r\nAt noon.\r\n"
                                "> And who else?\r\nNobody.\r\n");
    assert_true(has("> When do you come?\n\nAt noon.\n\n> And who else?\n"));
    assert_true(has("Nobody."));
}

static void a_mail_of_quotes_alone_stays(void **state)
{
    (void)state;
    read_with("Subject: x\r\n", "> All that there is.\r\n");
    assert_true(has("> All that there is."));
}

static void a_repeated_mail_goes_if_it_is_answered_and_stays_if_forwarded(
    void **state)
{
    (void)state;
    read_with("Subject: AW: Preis\r\n", "Er bleibt.\r\n\r\n"
                                        "-----Urspr. Nachricht-----\r\n"
                                        "Von: Bo Lind\r\n"
                                        "Gesendet: 4. M\xc3\xa4rz 2024\r\n"
                                        "An: Ana Pla\r\n"
                                        "Betreff: Preis\r\n\r\n"
                                        "Steigt der Preis?\r\n");
    assert_true(has("Er bleibt."));
    assert_false(has("Steigt"));
    assert_false(has("Nachricht"));
    read_with("Subject: WG: Preis\r\n", "Zur Info.\r\n\r\n"
                                        "Von: Eva Ott\r\n"
                                        "Gesendet: 4. M\xc3\xa4rz 2024\r\n"
                                        "An: Ana Pla\r\n"
                                        "Betreff: Preis\r\n\r\n"
                                        "Der Preis steigt auf 40.\r\n");
    assert_true(has("Der Preis steigt auf 40."));
}

static void flowed_lines_are_joined(void **state)
{
    (void)state;
    read_with("Subject: x\r\nContent-Type: text/plain; format=flowed\r\n",
              "One line that \r\ngoes on.\r\nAnother.\r\n");
    assert_true(has("One line that goes on.\nAnother.\n"));
}

#define MIXED               \
    "MIME-Version: 1.0\r\n" \
    "Content-Type: multipart/mixed; boundary=\"b 1\"\r\n"
#define PART(header, body) "\r\n--b 1\r\n" header "\r\n" body

static void plain_text_comes_before_a_page_of_the_same(void **state)
{
    (void)state;
    read_with("Content-Type: multipart/alternative; boundary=\"b 1\"\r\n",
              PART("Content-Type: text/plain\r\n", "Plain words.")
                  PART("Content-Type: text/html\r\n",
                       "<p>Page words.</p>") "\r\n--b 1--\r\n");
    assert_true(has("Plain words."));
    assert_false(has("Page"));
}

static void a_page_is_read_as_its_reader_sees_it(void **state)
{
    (void)state;
    read_with("Content-Type: text/html; charset=iso-8859-1\r\n"
              "Content-Transfer-Encoding: quoted-printable\r\n",
              "<style>p {}</style><h2>Offer</h2><p>The caf=E9 opens =\r\n"
              "at 8.</p><ul><li>tea</li></ul><script>x()</script>");
    assert_true(has("The caf\xc3\xa9 opens at 8."));
    assert_true(has("- tea"));
    assert_false(has("x()"));
    assert_int_equal(doc.sections[doc.n_sections - 1].level, 3);
    assert_true(str_is(doc.sections[doc.n_sections - 1].title, "Offer"));
}

static void bytes_that_are_not_in_the_declared_encoding_are_read(void **state)
{
    (void)state;
    read_with("Content-Type: text/plain; charset=x-nobody\r\n",
              "Caf\xe9 und S\xfc\xdf.\r\n");
    assert_true(has("Caf\xc3\xa9 und S\xc3\xbc\xc3\x9f."));
    read_with("Content-Type: text/plain; charset=gb2312\r\n"
              "Content-Transfer-Encoding: base64\r\n",
              "xOO6ww==\r\n");
    assert_true(has("\xe4\xbd\xa0\xe5\xa5\xbd"));
}

/* ---- attachments ---- */

static struct buf seen;

static enum err on_begin(void *ctx, const struct member *m, struct error *e)
{
    (void)ctx, (void)e;
    buf_printf(&seen, "[%.*s|%.*s|%.*s]", STR_FMT(m->id), STR_FMT(m->name),
               STR_FMT(m->refusal));
    return OK;
}

static enum err on_write(void *ctx, struct str bytes, struct error *e)
{
    (void)ctx, (void)e;
    buf_put_str(&seen, bytes);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    (void)ctx, (void)e;
    return OK;
}

static bool is_full(void *ctx)
{
    (void)ctx;
    return false;
}

static const struct member_sink sink = {on_begin, on_write, on_end,
                                        NULL,     is_full,  NULL};

static enum err list_members(const char *mail)
{
    buf_reset(&seen);
    return mail_members(str_from(mail), STR("i/"), STR("n/"), &sink, &err);
}

static void attachments_have_their_names_and_bytes(void **state)
{
    static const char mail[] = "From: a@example.org\r\n" MIXED PART(
        "Content-Type: text/plain\r\n",
        "Text.") PART("Content-Type: text/csv\r\nContent-Disposition: attachment;\r\n"
                      " filename*0*=utf-8''pl%C3%A4; filename*1=\"n.csv\"\r\n"
                      "Content-Transfer-Encoding: base64\r\n",
                      "YSxiCjEs\r\nMgo=")
        PART(
            "Content-Type: application/pdf; name=\"=?utf-8?Q?x=2Fy?=.pdf\"\r\n",
            "%PDF") PART("Content-Type: image/png\r\n", "P")
            PART("Content-Disposition: attachment; filename=\"../../.ssh\"\r\n",
                 "s") PART("Content-Type: message/rfc822\r\n",
                           "Subject: inner\r\n\r\nHi")
                PART("Content-Disposition: attachment; filename=u\r\n"
                     "Content-Transfer-Encoding: x-uuencode\r\n",
                     "M") "\r\n--b 1--\r\nepilogue";

    (void)state;
    buf_init(&seen, (size_t)1 << 20);
    assert_int_equal(list_members(mail), OK);
    if (!str_is(buf_str(&seen),
                "[i/pl\xc3\xa4n.csv|n/pl\xc3\xa4n.csv|]a,b\n1,2\n"
                "[i/y.pdf|n/y.pdf|]%PDF[i/part-4.png|n/part-4.png|]P"
                "[i/ssh|n/ssh|]s"
                "[i/part-6.eml|n/part-6.eml|]Subject: inner\r\n\r\nHi"
                "[i/u|n/u|it is encoded in a way that is not known]"))
        fail_msg("%s", seen.p);
    assert_int_equal(read_mail(mail), OK);
    ASSERT_FIELD("attachment", 1, "y.pdf");
    buf_release(&seen);
}

static void a_type_of_any_bytes_makes_a_name_of_text(void **state)
{
    (void)state;
    read_with(MIXED, PART("Content-Type: image/p\xff.g\r\n", "P"));
    ASSERT_FIELD("attachment", 0, "part-1.p");
}

static void what_is_cut_off_is_read_as_far_as_it_goes(void **state)
{
    (void)state;
    read_with(MIXED, PART("Content-Type: text/plain\r\n", "Some words"));
    assert_true(has("Some words"));
}

/* ---- limits ---- */

static void what_is_no_mail_is_refused_with_its_place(void **state)
{
    (void)state;
    assert_int_equal(read_mail("Dear all\r\n\r\nhello"), ERR_FILE_READ_FAILED);
    assert_int_equal(err.pos.line, 1);
    assert_int_equal(read_mail(""), ERR_FILE_READ_FAILED);
}

static void a_header_is_bounded(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, (size_t)8 << 20);
    for (int i = 0; i < 3000; i++)
        buf_puts(&b, "X-A: b\r\n");
    buf_puts(&b, "\r\nx");
    assert_int_equal(read_mail(b.p), ERR_LIMIT);
    assert_int_equal(err.pos.line, 2001);
    buf_reset(&b);
    buf_puts(&b, "Subject: x\r\n");
    for (int i = 0; i < 100000; i++)
        buf_puts(&b, " folded on\r\n");
    buf_puts(&b, "\r\nx");
    assert_int_equal(read_mail(b.p), ERR_LIMIT);
    buf_release(&b);
}

/* A rule that looks at the rest of the text at each line never ends. */
static void lines_that_nearly_end_a_text_are_read_in_their_time(void **state)
{
    static const char *const lines[] = {"--\n", "a: Bo Lind\n"};
    struct buf b;

    (void)state;
    buf_init(&b, (size_t)8 << 20);
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        buf_reset(&b);
        for (int k = 0; k < 200000; k++)
            buf_puts(&b, lines[i]);
        buf_puts(&b, "The end.\n");
        read_with("", b.p);
        assert_true(has("The end.") || i == 0);
    }
    buf_release(&b);
}

static void parts_in_parts_are_bounded(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, (size_t)8 << 20);
    buf_puts(&b, "From: a@example.org\n");
    for (int i = 0; i < 1000; i++)
        buf_printf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n",
                   i, i);
    buf_puts(&b, "\nwords\n");
    assert_int_equal(read_mail(b.p), OK);
    buf_reset(&b);
    buf_puts(&b, "From: a@example.org\n"
                 "Content-Type: multipart/mixed; boundary=b\n\n");
    for (int i = 0; i < 20000; i++)
        buf_puts(&b, "--b\nContent-Type: image/png\n\nx\n");
    assert_int_equal(read_mail(b.p), OK);
    assert_int_equal(doc.n_fields, 2);
    buf_init(&seen, (size_t)1 << 20);
    assert_int_equal(list_members(b.p), OK);
    assert_true(str_ends(buf_str(&seen),
                         STR("[i/part-500.png|n/part-500.png|]x"
                             "[i/attachments|n/attachments|the mail has more "
                             "than 500 parts, or 30 levels of them: the rest "
                             "is left out]")));
    buf_release(&seen);
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_header_gives_fields_and_headings),
        cmocka_unit_test(dates_of_other_forms_are_read),
        cmocka_unit_test(quoted_tails_and_signatures_are_left_out),
        cmocka_unit_test(what_introduces_a_quote_is_known_in_any_language),
        cmocka_unit_test(quotes_with_answers_after_them_stay_as_quotes),
        cmocka_unit_test(a_mail_of_quotes_alone_stays),
        cmocka_unit_test(
            a_repeated_mail_goes_if_it_is_answered_and_stays_if_forwarded),
        cmocka_unit_test(flowed_lines_are_joined),
        cmocka_unit_test(plain_text_comes_before_a_page_of_the_same),
        cmocka_unit_test(a_page_is_read_as_its_reader_sees_it),
        cmocka_unit_test(bytes_that_are_not_in_the_declared_encoding_are_read),
        cmocka_unit_test(attachments_have_their_names_and_bytes),
        cmocka_unit_test(a_type_of_any_bytes_makes_a_name_of_text),
        cmocka_unit_test(what_is_cut_off_is_read_as_far_as_it_goes),
        cmocka_unit_test(what_is_no_mail_is_refused_with_its_place),
        cmocka_unit_test(a_header_is_bounded),
        cmocka_unit_test(lines_that_nearly_end_a_text_are_read_in_their_time),
        cmocka_unit_test(parts_in_parts_are_bounded),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
