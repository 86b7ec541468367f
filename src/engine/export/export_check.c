/*
 * Proof that a workbook reached the disk whole.
 *
 * libxlsxwriter writes each part to a temporary file, rewinds it (which clears
 * the stream's error mark) and packs what it can read. A disk that is full for
 * a moment therefore makes a shorter part that is packed without complaint,
 * and a shorter sheet that opens without complaint. So we read every part
 * back: each must end with the closing tag that its kind has, and in the sheet
 * the bytes between <sheetData> and </sheetData> must be as many as the rows
 * had. Inside the sheet '<' is always markup, so both marks occur once and a
 * search may start again at each '<'.
 *
 * Source: APPNOTE.TXT 6.3 sections 4.3.7, 4.3.12 and 4.3.16. The file is our
 * own, so anything unexpected in it means that it was not written well.
 */
#include "engine/export/export_check.h"

#include "base/little_endian.h"
#include "base/read_at.h"
#include "formats/decompress/inflater.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define END_BYTES   22 /* the end record; we write no comment */
#define ENTRY_BYTES 46
#define LOCAL_BYTES 30
#define TAIL_BYTES  32
#define DEFLATED    8 /* the method of an entry */
#define PART_COUNT  (sizeof(PARTS) / sizeof(PARTS[0]))

/* All that a workbook of ours is made of, and how each part ends. */
static const struct {
    const char *name;
    const char *end;
} PARTS[] = {
    {"xl/worksheets/sheet1.xml", "</worksheet>"}, /* first: has the rows */
    {"xl/workbook.xml", "</workbook>"},
    {"xl/styles.xml", "</styleSheet>"},
    {"xl/theme/theme1.xml", "</a:theme>\n"},
    {"xl/_rels/workbook.xml.rels", "</Relationships>"},
    {"_rels/.rels", "</Relationships>"},
    {"[Content_Types].xml", "</Types>"},
    {"docProps/core.xml", "</cp:coreProperties>"},
    {"docProps/app.xml", "</Properties>"},
};

struct entry {
    size_t part;     /* in PARTS */
    uint64_t offset; /* of the deflated bytes */
    uint64_t size;   /* deflated */
};

/* Finds a mark in a stream and counts the bytes until its end. */
struct mark {
    const char *text; /* begins with the only '<' in it */
    size_t matched;
    bool found;
    uint64_t seen_bytes;
};

/* What is remembered of a part's text while it streams by. */
struct scan {
    struct mark begin, end;
    unsigned char tail[TAIL_BYTES]; /* its last bytes */
};

/* Which part a directory entry is; PART_COUNT when it is not one of ours. */
static size_t find_part(const unsigned char *entry)
{
    size_t i;

    for (i = 0; i < PART_COUNT; i++)
        if (load16(entry + 28) == strlen(PARTS[i].name) &&
            memcmp(entry + ENTRY_BYTES, PARTS[i].name, strlen(PARTS[i].name)) ==
                0)
            break;
    return i;
}

static bool read_entry(int fd, const unsigned char *p, struct entry *entry)
{
    unsigned char local[LOCAL_BYTES];

    if (load32(p) != 0x02014b50 || load16(p + 10) != DEFLATED ||
        read_at(fd, local, LOCAL_BYTES, load32(p + 42)) != LOCAL_BYTES)
        return false;
    entry->part = find_part(p);
    entry->size = load32(p + 20);
    entry->offset = (uint64_t)load32(p + 42) + LOCAL_BYTES +
                    load16(local + 26) + load16(local + 28);
    return entry->part < PART_COUNT;
}

/* Fill entries[PART_COUNT], one for each part. */
static bool read_directory(int fd, struct entry *entries)
{
    unsigned char end[END_BYTES];
    unsigned char dir[4096] = {0}; /* nine entries of some 70 bytes */
    size_t at = 0;
    struct stat st;

    if (fstat(fd, &st) != 0 || st.st_size < END_BYTES ||
        read_at(fd, end, END_BYTES, (uint64_t)st.st_size - END_BYTES) !=
            END_BYTES ||
        load32(end) != 0x06054b50 || load16(end + 10) != PART_COUNT ||
        load32(end + 12) > sizeof(dir) ||
        read_at(fd, dir, load32(end + 12), load32(end + 16)) !=
            (ssize_t)load32(end + 12))
        return false;
    for (size_t i = 0; i < PART_COUNT; i++) {
        const unsigned char *p = dir + at;
        struct entry entry;

        if (at + 128 > sizeof(dir) || !read_entry(fd, p, &entry))
            return false;
        entries[entry.part] = entry;
        at += ENTRY_BYTES + load16(p + 28) + load16(p + 30) + load16(p + 32);
    }
    return true;
}

static void mark_feed(struct mark *m, const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n && !m->found; i++) {
        m->seen_bytes++;
        if (p[i] == (unsigned char)m->text[m->matched])
            m->matched++;
        else
            m->matched = p[i] == '<';
        m->found = m->text[m->matched] == '\0';
    }
}

static void keep_tail(unsigned char tail[TAIL_BYTES], const unsigned char *p,
                      size_t n)
{
    if (n >= TAIL_BYTES) {
        memcpy(tail, p + n - TAIL_BYTES, TAIL_BYTES);
        return;
    }
    memmove(tail, tail + n, TAIL_BYTES - n);
    memcpy(tail + TAIL_BYTES - n, p, n);
}

/* Inflate all of the input and look at what comes out. */
static bool inflate_input(struct inflater *f, struct piece *p,
                          struct scan *scan, bool *end)
{
    unsigned char out[32768];
    struct error ignored;

    do {
        size_t n;

        p->out = out;
        p->out_n = sizeof(out);
        if (inflater_step(f, p, end, &ignored))
            return false;
        n = sizeof(out) - p->out_n;
        mark_feed(&scan->begin, out, n);
        mark_feed(&scan->end, out, n);
        keep_tail(scan->tail, out, n);
    } while (!*end && (p->in_n || p->out_n == 0));
    return true;
}

static bool inflate_part(int fd, struct entry entry, struct scan *scan)
{
    unsigned char in[32768];
    struct inflater *f = NULL;
    struct error ignored;
    bool end = false;
    bool good = inflater_new(INFLATER_RAW, &f, &ignored) == OK;

    while (good && entry.size > 0 && !end) {
        size_t n = entry.size < sizeof(in) ? (size_t)entry.size : sizeof(in);
        struct piece p = {.in = in, .in_n = n};

        good = read_at(fd, in, n, entry.offset) == (ssize_t)n &&
               inflate_input(f, &p, scan, &end);
        entry.offset += n;
        entry.size -= n;
    }
    inflater_free(f);
    return good && end;
}

/* Is the part there to its closing tag? */
static bool check_part(int fd, struct entry entry, struct scan *scan)
{
    const char *end = PARTS[entry.part].end;

    *scan =
        (struct scan){.begin.text = "<sheetData>", .end.text = "</sheetData>"};
    return inflate_part(fd, entry, scan) &&
           memcmp(scan->tail + TAIL_BYTES - strlen(end), end, strlen(end)) == 0;
}

static bool check_rows(const struct scan *scan, uint64_t row_bytes)
{
    return scan->begin.found && scan->end.found &&
           scan->end.seen_bytes - scan->begin.seen_bytes ==
               row_bytes + strlen(scan->end.text);
}

enum err export_check(int fd, uint64_t row_bytes, struct error *e)
{
    struct entry entries[PART_COUNT] = {0};
    bool good = read_directory(fd, entries);

    for (size_t i = 0; good && i < PART_COUNT; i++) {
        struct scan scan;

        good = entries[i].size > 0 && check_part(fd, entries[i], &scan) &&
               (i > 0 || check_rows(&scan, row_bytes));
    }
    if (!good)
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "the workbook was not written completely; the disk "
                         "may be full");
    return OK;
}
