/* Packages made by hand: what is hidden, cut, encoded, or made to mislead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/markup/invariants.h"
#include "formats/office/office.h"
#include "formats/package/book.h"

#include <cmocka.h>

#define W   "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
#define ODF "urn:oasis:names:tc:opendocument:xmlns:"

static struct arena arena;
static struct error err;
static struct sections doc;
static struct book book;

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)64 << 20);
    err = (struct error){0};
    doc = (struct sections){0};
    book_init(&book);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err read_book(enum sections_format format)
{
    const int fd = book_close(&book);
    enum err rc = office_read(fd, format, NULL, &arena, &doc, &err);

    (void)close(fd);
    if (!rc) {
        const char *broken = broken_promise(&doc, &arena);

        if (broken)
            fail_msg("%s", broken);
    }
    return rc;
}

static void assert_text(const char *wanted)
{
    if (!str_eq(str_trim(doc.text), str_from(wanted)))
        fail_msg("%.*s", STR_FMT(doc.text));
}

/* ---- Word ---- */

static void add_xml(const char *name, const char *root, const char *body)
{
    struct buf t;

    buf_init(&t, MAX_ZIP);
    buf_printf(&t, "<w:%s xmlns:w='" W "'>%s</w:%s>", root, body, root);
    book_put(&book, name, buf_str(&t));
    buf_release(&t);
}

static enum err read_word(const char *body)
{
    struct buf t;

    buf_init(&t, MAX_ZIP);
    buf_printf(&t, "<w:body>%s</w:body>", body);
    add_xml("word/document.xml", "document", buf_str(&t).p);
    buf_release(&t);
    book_add(&book, "word/_rels/document.xml.rels",
             "<Relationships xmlns='" PACKAGE "'>"
             "<Relationship Id='a' Type='" RELS
             "/styles' Target='styles.xml'/><Relationship Id='b' Type='" RELS
             "/numbering' Target='numbering.xml'/>"
             "<Relationship Id='c' Type='" RELS
             "/footnotes' Target='footnotes.xml'/></Relationships>");
    return read_book(SECTIONS_DOCX);
}

#define P(text)           "<w:p>" text "</w:p>"
#define R(text)           "<w:r><w:t>" text "</w:t></w:r>"
#define STYLED(id)        "<w:pPr><w:pStyle w:val='" id "'/></w:pPr>"
#define RUN(says, text)   "<w:r><w:rPr>" says "</w:rPr>" text "</w:r>"
#define HIDDEN(id, extra) "<w:style w:styleId='" id "'>" extra "</w:style>"

#define DGM "http://schemas.openxmlformats.org/drawingml/2006/diagram"
#define DML "http://schemas.openxmlformats.org/drawingml/2006/main"
#define POINT(id, type, text)                                               \
    "<d:pt modelId='" id "' type='" type "'><d:spPr><a:pt x='1'/></d:spPr>" \
    "<d:t><a:bodyPr/><a:p><a:r><a:t>" text "</a:t></a:r></a:p></d:t></d:pt>"
#define UNDER(from, to, place)                                                 \
    "<d:cxn modelId='c" to "' srcId='" from "' destId='" to "' srcOrd='" place \
    "'/>"
#define MODEL(points, connections)                                      \
    "<d:dataModel xmlns:d='" DGM "' xmlns:a='" DML "'><d:ptLst>" points \
    "</d:ptLst><d:cxnLst>" connections "</d:cxnLst></d:dataModel>"

/* Points are in the order in which they were made; 9 leads back to itself. */
static const char model[] =
    MODEL(POINT("1", "node", "Build") POINT("0", "doc", "")
              POINT("2", "node", "Plan") POINT("3", "node", "Budget")
                  POINT("4", "sibTrans", "then") POINT("9", "node", "Alone"),
          UNDER("0", "1", "1") UNDER("0", "2", "0") UNDER("2", "3", "0")
              UNDER("9", "9", "0") UNDER("1", "0", "0"));

static const char diagram_rels[] =
    "<Relationships xmlns='" PACKAGE "'><Relationship Id='d' Type='" RELS
    "/diagramData' Target='data.xml'/></Relationships>";

static void a_diagram_is_an_outline_behind_its_paragraph(void **state)
{
    (void)state;
    book_add(&book, "word/data.xml", model);
    add_xml("word/document.xml", "document",
            "<w:body>" P("<w:r><d:relIds xmlns:d='" DGM "' xmlns:r='" RELS
                         "' r:dm='d'/></w:r>" R("Before"))
                P(R("After")) "</w:body>");
    book_add(&book, "word/_rels/document.xml.rels", diagram_rels);
    assert_int_equal(read_book(SECTIONS_DOCX), OK);
    assert_text(
        "Before\n\n- Plan\n  - Budget\n- Build\n- then\n- Alone\n\nAfter");
}

static void a_diagram_is_read_where_it_is_on_its_slide(void **state)
{
    (void)state;
    book_add(&book, "ppt/presentation.xml",
             "<p:presentation xmlns:p='p' xmlns:r='" RELS
             "'><p:sldIdLst><p:sldId r:id='s'/></p:sldIdLst></p:presentation>");
    book_add(&book, "ppt/_rels/presentation.xml.rels",
             "<Relationships xmlns='" PACKAGE
             "'><Relationship Id='s' Type='" RELS
             "/slide' Target='slide.xml'/></Relationships>");
    book_add(&book, "ppt/slide.xml",
             "<p:sld xmlns:p='p' xmlns:a='" DML "' xmlns:r='" RELS "'>"
             "<p:sp><a:p><a:r><a:t>Steps</a:t></a:r></a:p></p:sp>"
             "<p:graphicFrame><d:relIds xmlns:d='" DGM "' r:dm='d'/>"
             "</p:graphicFrame></p:sld>");
    book_add(&book, "ppt/_rels/slide.xml.rels", diagram_rels);
    book_add(&book, "ppt/data.xml", model);
    assert_int_equal(read_book(SECTIONS_PPTX), OK);
    assert_text("Steps\n\n- Plan\n  - Budget\n- Build\n- then\n- Alone");
}

static void a_symbol_is_the_character_that_is_shown(void **state)
{
    (void)state;
    assert_int_equal(
        read_word(P(R("5 ") "<w:r><w:sym w:font='Symbol' w:char='F06D'/></w:r>" R("m, 3 ") "<w:r><w:sym w:font='Symbol' w:char='F0B1'/></w:r>" R(
            " 1, "
            "visual") "<w:r><w:sym w:font='Wingdings' w:char='F0E0'/></w:r>" R("script") "<w:r><w:sym w:font='Webdings' w:char='F021'/></w:r>" R("end") "<w:r><w:sym w:font='Arial' w:char='00e9'/></w:r>")),
        OK);
    assert_text("5 \u03bcm, 3 \u00b1 1, visual\u2192script end\u00e9");
}

static void a_label_ends_at_a_character(void **state)
{
    struct buf t;

    (void)state;
    buf_init(&t, MAX_ZIP);
    buf_puts(&t, "<w:abstractNum w:abstractNumId='1'><w:lvl w:ilvl='0'>"
                 "<w:numFmt w:val='decimal'/><w:lvlText w:val='%1");
    for (int i = 0; i < 40; i++)
        buf_puts(&t, "\u20ac");
    buf_puts(&t, "'/></w:lvl></w:abstractNum>"
                 "<w:num w:numId='1'><w:abstractNumId w:val='1'/></w:num>");
    add_xml("word/numbering.xml", "numbering", buf_str(&t).p);
    buf_release(&t);
    assert_int_equal(read_word(P("<w:pPr><w:numPr><w:numId w:val='1'/>"
                                 "</w:numPr></w:pPr>" R("Pay."))),
                     OK);
    assert_true(str_starts(doc.text, STR("0\u20ac\u20ac")));
}

static void hidden_styles_hide_a_paragraph_unless_its_run_says_no(void **state)
{
    (void)state;
    add_xml("word/styles.xml", "styles",
            HIDDEN("h", "<w:rPr><w:vanish/></w:rPr>")
                HIDDEN("child", "<w:basedOn w:val='h'/>")
                    HIDDEN("shown", "<w:basedOn w:val='h'/>"
                                    "<w:rPr><w:vanish w:val='0'/></w:rPr>"));
    assert_int_equal(
        read_word(
            P(STYLED("h") R("one")) P(STYLED("child") R("two")) P(
                STYLED("shown") R("three"))
                P(STYLED("h") RUN("<w:vanish w:val='0'/>", "<w:t>four</w:t>")
                      RUN("<w:rStyle w:val='h'/>", "<w:t> five</w:t>") R("six"))
                    P(RUN("<w:rStyle w:val='child'/>", "<w:t>seven</w:t>"))),
        OK);
    assert_text("three\n\nfour five");
}

static void notes_and_boxes_of_hidden_text_are_hidden(void **state)
{
    (void)state;
    add_xml("word/footnotes.xml", "footnotes",
            "<w:footnote w:id='1'>" P(R("secret")) "</w:footnote>");
    assert_int_equal(
        read_word(P(R("Open.") RUN(
            "<w:vanish/>",
            "<w:footnoteReference w:id='1'/>"
            "<w:txbxContent>" P(R("boxed")) "</w:txbxContent><w:t>after"
                                            "</w:t>"))),
        OK);
    assert_text("Open.");
}

static void the_last_paragraph_of_a_note_stays_in_it(void **state)
{
    (void)state;
    add_xml(
        "word/footnotes.xml", "footnotes",
        "<w:footnote w:id='1'>" P("<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>" R(
            "Measured.")) "</w:footnote>");
    assert_int_equal(
        read_word(
            P(R("It froze.") "<w:r><w:footnoteReference w:id='1'/></w:r>")),
        OK);
    assert_text("It froze.\n\n[^1]: Measured.");
}

static void a_bar_in_a_cell_is_escaped(void **state)
{
    (void)state;
    assert_int_equal(
        read_word("<w:tbl><w:tr><w:tc>" P(R(
            "a|b")) "</w:tc><w:tc><w:tcPr>"
                    "<w:vMerge w:val='restart'/></w:tcPr>" P(R("c|")) "</w:tc></w:tr><w:tr><w:tc>" P(
                        R("d")) "</w:tc><w:tc><w:tcPr><w:vMerge/></w:tcPr>" P("") "</w:tc></w:tr></w:tbl>"),
        OK);
    assert_text("| a\\|b | c\\| |\n| d | c\\| |");
}

/* ---- OpenDocument ---- */

#define ODF_SPACES                                       \
    " xmlns:office='" ODF "office:1.0' xmlns:text='" ODF \
    "text:1.0' xmlns:style='" ODF "style:1.0'"
#define NONE "<style:text-properties text:display='none'/>"

static enum err read_odt(const char *styles, const char *body)
{
    struct buf t;

    buf_init(&t, MAX_ZIP);
    book_add(&book, "mimetype", "application/vnd.oasis.opendocument.text");
    book_add(&book, "styles.xml",
             "<office:document-styles" ODF_SPACES "><office:styles>"
             "<style:style style:name='Secret' style:family='paragraph'>" NONE
             "</style:style></office:styles><office:automatic-styles>"
             "<style:style style:name='P1' style:family='paragraph'>" NONE
             "</style:style></office:automatic-styles>"
             "</office:document-styles>");
    buf_printf(&t,
               "<office:document-content" ODF_SPACES
               "><office:automatic-styles>%s</office:automatic-styles>"
               "<office:body><office:text>%s</office:text></office:body>"
               "</office:document-content>",
               styles, body);
    book_put(&book, "content.xml", buf_str(&t));
    buf_release(&t);
    return read_book(SECTIONS_ODT);
}

static void hidden_styles_of_opendocument_are_inherited(void **state)
{
    (void)state;
    assert_int_equal(
        read_odt("<style:style style:name='P2' style:family='paragraph' "
                 "style:parent-style-name='Secret'/>"
                 "<style:style style:name='T1' style:family='text'>" NONE
                 "</style:style>",
                 "<text:p text:style-name='Secret'>one</text:p>"
                 "<text:h text:style-name='P2'>two</text:h>"
                 "<text:p text:style-name='P1'>three</text:p>"
                 "<text:p text:style-name='T1'>four"
                 "<text:span text:style-name='T1'>five</text:span></text:p>"),
        OK);
    assert_text("three\n\nfour");
}

static void hidden_sections_and_paragraphs_are_left_out(void **state)
{
    (void)state;
    assert_int_equal(
        read_odt("", "<text:section text:display='none'><text:p>one</text:p>"
                     "</text:section><text:section><text:p>two</text:p>"
                     "</text:section><text:p><text:hidden-paragraph "
                     "text:is-hidden='true'/>three<text:note><text:note-body>"
                     "<text:p>four</text:p></text:note-body></text:note>"
                     "</text:p><text:p><text:hidden-paragraph "
                     "text:is-hidden='false'/>five</text:p>"),
        OK);
    assert_text("two\n\nfive");
}

/* ---- books ---- */

static void put_package(const char *href)
{
    struct buf t;

    buf_init(&t, MAX_ZIP);
    book_add(&book, "mimetype", "application/epub+zip");
    book_add(&book, "META-INF/container.xml",
             "<container><rootfiles><rootfile full-path='a%20b/c.opf'/>"
             "</rootfiles></container>");
    buf_printf(&t,
               "<package><manifest><item id='p' href='%s' "
               "media-type='application/xhtml+xml'/></manifest><spine>"
               "<itemref idref='p'/></spine></package>",
               href);
    book_put(&book, "a b/c.opf", buf_str(&t));
    buf_release(&t);
}

static void references_of_a_book_are_decoded(void **state)
{
    (void)state;
    put_package("page%20%c3%a9%201.xhtml#top");
    book_add(&book, "a b/page \u00e9 1.xhtml",
             "<html><body><p>It ends.</p></body></html>");
    assert_int_equal(read_book(SECTIONS_EPUB), OK);
    assert_text("It ends.");
}

static void a_name_that_is_not_encoded_is_taken_as_it_is(void **state)
{
    (void)state;
    put_package("50%.xhtml");
    book_add(&book, "a b/50%.xhtml",
             "<html><body><p>It ends.</p></body></html>");
    assert_int_equal(read_book(SECTIONS_EPUB), OK);
    assert_text("It ends.");
}

static void a_book_without_any_of_its_pages_is_damaged(void **state)
{
    (void)state;
    put_package("gone%2.xhtml");
    assert_int_equal(read_book(SECTIONS_EPUB), ERR_FILE_READ_FAILED);
    assert_string_equal(err.msg, "it is damaged: its package has none of the "
                                 "pages that its table of pages names");
}

static void a_message_shows_a_name_without_what_misleads(void **state)
{
    (void)state;
    book_add(&book, "_rels/.rels",
             "<Relationships xmlns='" PACKAGE
             "'><Relationship Id='a' Type='" RELS "/officeDocument' "
             "Target='a&apos; is fine&#10;\u202elmx.b'/></Relationships>");
    book_add(&book, "a' is fine\n\u202elmx.b", "<no");
    assert_int_equal(read_book(SECTIONS_DOCX), ERR_FILE_READ_FAILED);
    assert_string_equal(err.msg, "'a? is fine??lmx.b' is not well-formed XML: "
                                 "unclosed token");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_diagram_is_an_outline_behind_its_paragraph, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_diagram_is_read_where_it_is_on_its_slide, setup, teardown),
        cmocka_unit_test_setup_teardown(a_symbol_is_the_character_that_is_shown,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(a_label_ends_at_a_character, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            hidden_styles_hide_a_paragraph_unless_its_run_says_no, setup,
            teardown),
        cmocka_unit_test_setup_teardown(
            notes_and_boxes_of_hidden_text_are_hidden, setup, teardown),
        cmocka_unit_test_setup_teardown(
            the_last_paragraph_of_a_note_stays_in_it, setup, teardown),
        cmocka_unit_test_setup_teardown(a_bar_in_a_cell_is_escaped, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            hidden_styles_of_opendocument_are_inherited, setup, teardown),
        cmocka_unit_test_setup_teardown(
            hidden_sections_and_paragraphs_are_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(references_of_a_book_are_decoded, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            a_name_that_is_not_encoded_is_taken_as_it_is, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_book_without_any_of_its_pages_is_damaged, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_message_shows_a_name_without_what_misleads, setup, teardown)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
