#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "formats/package/xml.h"
#include "text_input.h"

#define MAIN "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

static struct buf out;

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    const char *r = xml_attr(el, "r");

    (void)ctx;
    if (strcmp(el->name, "bad") == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "a bad one");
    buf_printf(&out, "<%s%s%s>", el->name, r ? " r=" : "", r ? r : "");
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    (void)ctx, (void)e;
    buf_puts(&out, "/");
    return OK;
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    (void)ctx, (void)e;
    buf_put_str(&out, text);
    return OK;
}

static const struct xml_handler handler = {on_start, on_end, on_text, NULL};

/* What is handed on, or the error with its place. */
static const char *shown(struct str xml)
{
    for (size_t step = 1; step < 100000; step = step * 50 + 1) {
        struct text_input t = {xml, step};
        struct xml_input input = {text_input_read, &t, STR("part"), false};
        struct error e;

        buf_reset(&out);
        if (xml_read(&input, &handler, &e) != OK) {
            buf_reset(&out);
            buf_printf(&out, "%s %d:%d %s", err_name(e.code), (int)e.pos.line,
                       (int)e.pos.column, e.msg);
        }
    }
    return out.p;
}

static void elements_of_any_namespace_of_ours_are_handed_on(void **state)
{
    (void)state;
    assert_string_equal(shown(STR("<a xmlns='" MAIN "'><b r='1'>t</b></a>")),
                        "<a><b r=1>t//");
    assert_string_equal(
        shown(
            STR("<x:a xmlns:x='http://purl.oclc.org/ooxml/spreadsheetml/main'>"
                "<x:b/></x:a>")),
        "<a><b>//");
    assert_string_equal(shown(STR("<a><b/></a>")), "<a><b>//");
    assert_string_equal(
        shown(STR("<a xmlns='http://purl.oclc.org/ooxml/spreadsheetml/main'>"
                  "<b xmlns='" MAIN "'/></a>")),
        "<a><b>//");
}

static void foreign_elements_go_with_all_they_hold(void **state)
{
    (void)state;
    assert_string_equal(
        shown(STR("<a xmlns='" MAIN "' xmlns:y='urn:y'><y:b>gone<c/></y:b>"
                  "<c y:r='2'/></a>")),
        "<a><c>//");
}

static void there_is_no_document_type_and_no_entity(void **state)
{
    (void)state;
    assert_string_equal(
        shown(STR("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
                  "<a>&x;</a>")),
        "FILE_READ_FAILED 1:13 'part' declares a document type, as no Office file "
        "does");
    assert_string_equal(shown(STR("<a>&x;</a>")),
                        "FILE_READ_FAILED 1:4 'part' is not well-formed XML: "
                        "undefined entity");
    assert_string_equal(shown(STR("<a>&lt;&#65;</a>")), "<a><A/");
}

static void a_document_type_may_be_named_but_has_no_entities(void **state)
{
    (void)state;
    assert_string_equal(
        shown(STR("<!DOCTYPE a PUBLIC '-//Old//DTD A 1.0//EN' 'A.dtd'>"
                  "<a>&lt;</a>")),
        "<a></");
    assert_string_equal(
        shown(STR("<!DOCTYPE a SYSTEM 'a.dtd'><a>&x;</a>")),
        "FILE_READ_FAILED 1:31 'part' has the entity 'x', which "
        "is not declared");
}

static void errors_have_their_place(void **state)
{
    (void)state;
    assert_string_equal(shown(STR("<a>\n<b></a>")),
                        "FILE_READ_FAILED 2:6 'part' is not well-formed XML: "
                        "mismatched tag");
    assert_string_equal(shown(STR("<a>\n <bad/></a>")),
                        "VALIDATION_FAILED 2:2 a bad one");
    assert_string_equal(shown(STR("")),
                        "FILE_READ_FAILED 1:1 'part' is not well-formed XML: "
                        "no element found");
}

static void depth_and_tags_are_bounded(void **state)
{
    struct buf xml;

    (void)state;
    buf_init(&xml, (size_t)16 << 20);
    for (unsigned i = 0; i <= XML_MAX_DEPTH; i++)
        buf_puts(&xml, "<a>");
    assert_true(str_starts(str_from(shown(buf_str(&xml))), STR("LIMIT 1:301")));
    buf_reset(&xml);
    buf_puts(&xml, "<a b='");
    for (unsigned i = 0; i < XML_MAX_TAG_BYTES / 8 + 20000; i++)
        buf_puts(&xml, "12345678");
    {
        struct text_input t = {buf_str(&xml), 65536};
        struct xml_input input = {text_input_read, &t, STR("part"), false};
        struct error e;

        assert_int_equal(xml_read(&input, &handler, &e), ERR_LIMIT);
        assert_true(t.left.n < 200000);
    }
    buf_release(&xml);
}

static int setup(void **state)
{
    (void)state;
    buf_init(&out, (size_t)16 << 20);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    buf_release(&out);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_of_any_namespace_of_ours_are_handed_on),
        cmocka_unit_test(foreign_elements_go_with_all_they_hold),
        cmocka_unit_test(there_is_no_document_type_and_no_entity),
        cmocka_unit_test(a_document_type_may_be_named_but_has_no_entities),
        cmocka_unit_test(errors_have_their_place),
        cmocka_unit_test(depth_and_tags_are_bounded),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
