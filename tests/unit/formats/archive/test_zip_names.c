/* Zips as other programs make them, with an empty file for each name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/little_endian.h"
#include "formats/archive/archive.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#define IS_UTF_8 0x0800u

static struct error err;
static struct buf locals, list, seen;
static unsigned entries;

static int setup(void **state)
{
    (void)state;
    buf_init(&locals, 1 << 20);
    buf_init(&list, 1 << 20);
    buf_init(&seen, 1 << 20);
    entries = 0;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    buf_release(&locals);
    buf_release(&list);
    buf_release(&seen);
    return 0;
}

static void put16(struct buf *b, unsigned n)
{
    buf_put_char(b, (char)(n & 0xff));
    buf_put_char(b, (char)(n >> 8));
}

static void put32(struct buf *b, uint32_t n)
{
    put16(b, n & 0xffff);
    put16(b, n >> 16);
}

/* What a local header and an entry of the list have in common. */
static void put_head(struct buf *b, unsigned flags, struct str name,
                     struct str extra)
{
    put16(b, 20);
    put16(b, flags);
    put16(b, 0);          /* stored */
    put32(b, 0x5a210000); /* 2025-01-01 */
    put32(b, 0);          /* checksum, sizes */
    put32(b, 0);
    put32(b, 0);
    put16(b, (unsigned)name.n);
    put16(b, (unsigned)extra.n);
}

static void put_with(unsigned flags, const char *name, struct str extra)
{
    const struct str n = str_from(name);
    const uint32_t at = (uint32_t)locals.n;

    put32(&locals, 0x04034b50);
    put_head(&locals, flags, n, extra);
    buf_put_str(&locals, n);
    buf_put_str(&locals, extra);
    put32(&list, 0x02014b50);
    put16(&list, 20); /* by a program for DOS */
    put_head(&list, flags, n, extra);
    put16(&list, 0);
    put16(&list, 0);
    put16(&list, 0);
    put32(&list, 0);
    put32(&list, at);
    buf_put_str(&list, n);
    buf_put_str(&list, extra);
    entries++;
}

static void put(const char *name)
{
    put_with(0, name, STR(""));
}

static enum err on_begin(void *ctx, const struct member *m, struct error *e)
{
    (void)ctx, (void)e;
    buf_printf(&seen, "%s%.*s%s%.*s", seen.n ? "|" : "", STR_FMT(m->name),
               m->refusal.n ? "!" : "", STR_FMT(m->refusal));
    return OK;
}

static enum err on_bytes(void *ctx, struct str bytes, struct error *e)
{
    (void)ctx, (void)bytes, (void)e;
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
    return true;
}

static void check(const char *expected)
{
    const int fd = memfd_create("zip", MFD_CLOEXEC);
    const struct member_sink sink = {.begin = on_begin,
                                     .write = on_bytes,
                                     .end = on_end,
                                     .fail = on_bytes,
                                     .is_full = is_full};
    const uint32_t list_at = (uint32_t)locals.n;
    uint64_t from = 0;

    buf_put_str(&locals, buf_str(&list));
    put32(&locals, 0x06054b50);
    put32(&locals, 0);
    put16(&locals, entries);
    put16(&locals, entries);
    put32(&locals, (uint32_t)list.n);
    put32(&locals, list_at);
    put16(&locals, 0);
    assert_int_equal(write(fd, locals.p, locals.n), locals.n);
    do {
        if (zip_members(fd, from, &sink, NULL, &from, &err) != OK)
            fail_msg("%s", err.msg);
    } while (from > 0);
    (void)close(fd);
    buf_put_char(&seen, '\0');
    assert_string_equal(seen.p, expected);
}

static void what_says_that_it_is_utf_8_is(void **state)
{
    (void)state;
    put_with(IS_UTF_8, "caf\xc3\xa9.md", STR(""));
    put_with(IS_UTF_8, "\xe6\x8a\xa5\xe5\x91\x8a.md", STR(""));
    put("caf\x82.md");
    check("café.md|报告.md|café.md");
}

/* The field has the checksum of the name that it stands for. */
static void the_field_of_info_zip_counts(void **state)
{
    static const char field[] = "\x75\x70\x0c\x00\x01\x31\x57\x59\xda"
                                "caf\xc3\xa9.m";
    static const char of_another_name[] = "\x75\x70\x0c\x00\x01\x01\x02\x03\x04"
                                          "caf\xc3\xa9.m";

    (void)state;
    put_with(0, "caf_.m", (struct str){field, sizeof(field) - 1});
    put_with(0, "other.m",
             (struct str){of_another_name, sizeof(of_another_name) - 1});
    check("café.m|other.m");
}

/* macOS and Java. */
static void utf_8_need_not_say_so(void **state)
{
    (void)state;
    put("ordner/stra\xc3\x9f"
        "e.txt");
    put("caf\xc3\xa9.md");
    check("ordner/straße.txt|café.md");
}

static void code_page_437_is_meant_where_nothing_is_said(void **state)
{
    (void)state;
    put("caf\x82.md");
    put("M\x81ller/\x9a"
        "bersicht.txt");
    put("ma\xa4"
        "ana.txt");
    check("café.md|Müller/Übersicht.txt|mañana.txt");
}

static void capital_letters_of_western_europe_are_of_850(void **state)
{
    (void)state;
    put("\xb5rea t\x82"
        "cnica.txt");
    put("CONSTRU\x80\xc7O.txt");
    check("Área técnica.txt|CONSTRUÇÃO.txt");
}

static void chinese_windows_writes_gbk(void **state)
{
    (void)state;
    put("2024\xc4\xea\xb6\xc8\xb1\xa8\xb8\xe6/\xcf\xfa\xca\xdb\xca\xfd\xbe\xdd"
        ".csv");
    put("2024\xc4\xea\xb6\xc8\xb1\xa8\xb8\xe6/\xba\xcf\xcd\xac.docx");
    check("2024年度报告/销售数据.csv|2024年度报告/合同.docx");
}

/* The second name is UTF-8 by chance, of two letters that nobody writes together. */
static void a_name_that_is_utf_8_by_chance_is_read_as_the_others(void **state)
{
    (void)state;
    put("\xb1\xa8\xb8\xe6\xd7\xdc\xbd\xe1.txt");
    put("\xd1\xa7\xcf\xb0.txt");
    check("报告总结.txt|学习.txt");
}

/* As Info-ZIP packs what somebody had on a disk of Linux. */
static void names_of_two_encodings_are_read_each_in_its_own(void **state)
{
    (void)state;
    put("\xe6\xbc\xa2\xe5\xad\x97.txt");
    put("caf\xe9.txt");
    check("漢字.txt|café.txt");
}

/* Of 表 the second byte is a backslash. */
static void japanese_windows_writes_shift_jis(void **state)
{
    (void)state;
    put("\x94\x84\x8f\xe3\x95\x5c\\\x8e\x91\x97\xbf.txt");
    put("\x8b\x63\x8e\x96\x98\x5e.txt");
    put("\x83\x66\x81\x5b\x83\x5e.csv");
    check("売上表/資料.txt|議事録.txt|データ.csv");
}

static void russian_dos_writes_866(void **state)
{
    (void)state;
    put("\x8e\xe2\xe7\xa5\xe2 \xa7\xa0 \xa3\xae\xa4.txt");
    put("\x84\xae\xa3\xae\xa2\xae\xe0.docx");
    check("Отчет за год.txt|Договор.docx");
}

static void korean_windows_writes_949(void **state)
{
    (void)state;
    put("\xbb\xe7\xbe\xf7\xba\xb8\xb0\xed\xbc\xad/2024\xb3\xe2 \xbd\xc7\xc0\xfb \xbf\xe4\xbe\xe0.txt");
    put("\xbb\xe7\xbe\xf7\xba\xb8\xb0\xed\xbc\xad/\xb0\xe8\xbe\xe0\xbc\xad \xc3\xd6\xc1\xbe\xba\xbb.pdf");
    put("\xc8\xb8\xc0\xc7\xb7\xcf/\xb4\xd9\xc0\xbd \xc1\xd6 \xc0\xcf\xc1\xa4.docx");
    put("\xbf\xb5\xbe\xf7\xc6\xc0 \xb8\xc5\xc3\xe2 \xc7\xf6\xc8\xb2.csv");
    check("사업보고서/2024년 실적 요약.txt|사업보고서/계약서 최종본.pdf|"
          "회의록/다음 주 일정.docx|영업팀 매출 현황.csv");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(what_says_that_it_is_utf_8_is),
        TEST(the_field_of_info_zip_counts),
        TEST(utf_8_need_not_say_so),
        TEST(code_page_437_is_meant_where_nothing_is_said),
        TEST(capital_letters_of_western_europe_are_of_850),
        TEST(chinese_windows_writes_gbk),
        TEST(a_name_that_is_utf_8_by_chance_is_read_as_the_others),
        TEST(names_of_two_encodings_are_read_each_in_its_own),
        TEST(japanese_windows_writes_shift_jis),
        TEST(russian_dos_writes_866),
        TEST(korean_windows_writes_949),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
