/*
 * Packages through libzip, which reads them by a callback of ours over pread().
 *
 * libzip takes memory for every entry that the directory lists before anybody
 * can ask how many there are. So the end record is looked at first, which also
 * tells a file that was cut off from one that never was a zip.
 *
 * Source: APPNOTE.TXT 6.3 sections 4.3.14 to 4.3.16; OPC (ECMA-376 part 2)
 * section 10.1.3 for what makes two names equal.
 */
#include "formats/package/unzip.h"

#include "base/little_endian.h"
#include "base/mem.h"
#include "base/read_at.h"
#include "base/str_table.h"
#include "base/text/shown.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#define END_BYTES       22u
#define END_COMMENT_MAX 65535u
#define END_MAGIC       0x06054b50u
#define END64_BYTES     56u
#define END64_MAGIC     0x06064b50u
#define LOCATOR_BYTES   20u
#define LOCATOR_MAGIC   0x07064b50u
#define ENTRY_BYTES     46u
#define NAMES_BYTES     ((size_t)128 << 20)
#define IS_TWICE        (UINT64_C(1) << 63) /* two parts have this name */

struct unzip {
    int fd;
    uint64_t size;
    uint64_t at; /* where libzip reads */
    zip_t *archive;
    struct arena names_arena;
    struct str_table names; /* folded -> index from 1, and IS_TWICE */
    zip_file_t *part;
    uint64_t part_packed;
    uint64_t part_size; /* as the directory says */
    uint64_t part_done;
    uint64_t all_done; /* of all parts */
    uint64_t max_bytes;
    int read_errno;
};

static zip_int64_t source_seek(struct unzip *u, void *data, zip_uint64_t len)
{
    zip_error_t error;
    zip_int64_t to;

    zip_error_init(&error);
    to = zip_source_seek_compute_offset(u->at, u->size, data, len, &error);
    zip_error_fini(&error);
    if (to < 0)
        return -1;
    u->at = (uint64_t)to;
    return 0;
}

static zip_int64_t source_read(struct unzip *u, void *data, zip_uint64_t len)
{
    ssize_t got = read_at(u->fd, data, (size_t)len, u->at);

    if (got < 0) {
        u->read_errno = errno;
        return -1;
    }
    u->at += (uint64_t)got;
    return got;
}

static zip_int64_t source_stat(const struct unzip *u, void *data)
{
    zip_stat_t *st = data;

    zip_stat_init(st);
    st->size = u->size;
    st->valid |= ZIP_STAT_SIZE;
    return sizeof(*st);
}

/* What libzip asks of a source; `userdata` is the struct unzip. */
static zip_int64_t source(void *userdata, void *data, zip_uint64_t len,
                          zip_source_cmd_t cmd)
{
    struct unzip *u = userdata;

    switch (cmd) {
    case ZIP_SOURCE_OPEN: u->at = 0; return 0;
    case ZIP_SOURCE_READ: return source_read(u, data, len);
    case ZIP_SOURCE_CLOSE:
    case ZIP_SOURCE_FREE: return 0;
    case ZIP_SOURCE_STAT: return source_stat(u, data);
    case ZIP_SOURCE_SEEK: return source_seek(u, data, len);
    case ZIP_SOURCE_TELL: return (zip_int64_t)u->at;
    case ZIP_SOURCE_ERROR:
        if (len < 2 * sizeof(int))
            return -1;
        ((int *)data)[0] = ZIP_ER_READ;
        ((int *)data)[1] = u->read_errno;
        return 2 * sizeof(int);
    case ZIP_SOURCE_SUPPORTS: return ZIP_SOURCE_SUPPORTS_SEEKABLE;
    default: return -1;
    }
}

static enum err damaged(struct error *e, const char *what)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "the file is damaged: %s; save it again or get "
                     "another copy",
                     what);
}

/* Entries and bytes of the directory of a package over 65,535 entries. */
static bool read_end64(const struct unzip *u, uint64_t end_at,
                       uint64_t *entries, uint64_t *bytes)
{
    unsigned char p[END64_BYTES];

    if (end_at < LOCATOR_BYTES ||
        read_at(u->fd, p, LOCATOR_BYTES, end_at - LOCATOR_BYTES) !=
            LOCATOR_BYTES ||
        load32(p) != LOCATOR_MAGIC || load64(p + 8) > u->size)
        return false;
    if (read_at(u->fd, p, END64_BYTES, load64(p + 8)) != END64_BYTES ||
        load32(p) != END64_MAGIC)
        return false;
    *entries = load64(p + 32);
    *bytes = load64(p + 40);
    return true;
}

/* Look at the end record before libzip takes memory for what it lists. */
static enum err check_directory(const struct unzip *u, struct arena *a,
                                struct error *e)
{
    size_t want = END_BYTES + END_COMMENT_MAX;
    size_t n = u->size < want ? (size_t)u->size : want;
    unsigned char *tail = arena_alloc(a, n + 1, e);
    uint64_t entries, bytes;
    size_t i;

    if (!tail)
        return e->code;
    if (read_at(u->fd, tail, n, u->size - n) != (ssize_t)n)
        return error_set(e, ERR_FILE_READ_FAILED, "cannot read the file: %s",
                         strerror(errno));
    if (n < END_BYTES)
        return damaged(e, "it is cut off");
    for (i = n - END_BYTES + 1; i-- > 0;)
        if (load32(tail + i) == END_MAGIC)
            break;
    if (i == (size_t)-1)
        return damaged(e, "its end is missing");
    entries = load16(tail + i + 10);
    bytes = load32(tail + i + 12);
    if (entries == 0xffff || bytes == 0xffffffff ||
        load32(tail + i + 16) == 0xffffffff)
        (void)read_end64(u, u->size - n + i, &entries, &bytes);
    if (entries > UNZIP_MAX_ENTRIES || bytes > UNZIP_DIRECTORY_BYTES)
        return error_set(e, ERR_LIMIT,
                         "the package lists %llu parts in %llu bytes; at most "
                         "%u are read",
                         (unsigned long long)entries, (unsigned long long)bytes,
                         UNZIP_MAX_ENTRIES);
    if (bytes > u->size || entries * ENTRY_BYTES > bytes)
        return damaged(e, "its list of parts is cut off");
    return OK;
}

static enum err open_archive(struct unzip *u, struct error *e)
{
    zip_source_t *s;
    zip_error_t why;
    enum err rc = OK;

    zip_error_init(&why);
    s = zip_source_function_create(source, u, &why);
    if (s)
        u->archive = zip_open_from_source(s, ZIP_RDONLY, &why);
    if (!u->archive) {
        if (s)
            zip_source_free(s);
        rc = zip_error_code_zip(&why) == ZIP_ER_MEMORY
                 ? error_set(e, ERR_LIMIT,
                             "out of memory: cannot open the package")
                 : damaged(e, "its list of parts cannot be read");
    }
    zip_error_fini(&why);
    return rc;
}

static char folded(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '\\' ? '/' : c;
}

/* A name as it is compared; false: it is longer than any that is asked for. */
static bool fold_name(struct str name, char to[UNZIP_MAX_PART_NAME],
                      struct str *out)
{
    while (name.n && folded(*name.p) == '/')
        name = str_slice(name, 1, name.n);
    if (name.n > UNZIP_MAX_PART_NAME)
        return false;
    for (size_t i = 0; i < name.n; i++)
        to[i] = folded(name.p[i]);
    *out = (struct str){to, name.n};
    return true;
}

static enum err add_name(struct unzip *u, zip_uint64_t index, struct error *e)
{
    char text[UNZIP_MAX_PART_NAME];
    const char *entry = zip_get_name(u->archive, index, ZIP_FL_ENC_RAW);
    struct str name;
    uint64_t *value;

    if (!entry || !fold_name(str_from(entry), text, &name))
        return OK;
    value = str_table_find(&u->names, name);
    if (value) {
        *value |= IS_TWICE;
        return OK;
    }
    if (str_dup(name, &u->names_arena, &name, e) != OK ||
        str_table_put(&u->names, name, &value, e) != OK)
        return e->code;
    *value = index + 1;
    return OK;
}

/* A document may name as many parts as it has, so that each must be found at once. */
static enum err read_names(struct unzip *u, struct error *e)
{
    const zip_int64_t n = zip_get_num_entries(u->archive, 0);
    enum err rc = OK;

    for (zip_int64_t i = 0; i < n && !rc; i++)
        rc = add_name(u, (zip_uint64_t)i, e);
    return rc;
}

enum err unzip_open(int fd, struct unzip **out, struct error *e)
{
    struct unzip *u = mem_new(sizeof(*u), e);
    struct arena a;
    struct stat st;
    enum err rc = OK;

    if (!u)
        return e->code;
    arena_init(&a, (size_t)1 << 20);
    u->fd = fd;
    u->max_bytes = UNZIP_MAX_BYTES;
    arena_init(&u->names_arena, NAMES_BYTES);
    str_table_init(&u->names, &u->names_arena);
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the file is not a regular file");
    if (!rc) {
        u->size = (uint64_t)st.st_size;
        rc = check_directory(u, &a, e);
    }
    if (!rc)
        rc = open_archive(u, e);
    if (!rc)
        rc = read_names(u, e);
    arena_release(&a);
    if (rc) {
        unzip_close(u);
        return rc;
    }
    *out = u;
    return OK;
}

void unzip_set_max(struct unzip *u, uint64_t max_bytes)
{
    u->max_bytes = max_bytes;
}

static void drop_part(struct unzip *u)
{
    if (u->part)
        (void)zip_fclose(u->part);
    u->part = NULL;
}

void unzip_close(struct unzip *u)
{
    if (!u)
        return;
    drop_part(u);
    if (u->archive)
        zip_discard(u->archive);
    arena_release(&u->names_arena);
    mem_free(u);
}

/* What the table of names has of it; 0: there is none. */
static uint64_t find(const struct unzip *u, struct str name)
{
    char text[UNZIP_MAX_PART_NAME];
    struct str key;
    const uint64_t *value =
        fold_name(name, text, &key) ? str_table_find(&u->names, key) : NULL;

    return value ? *value : 0;
}

bool unzip_has(const struct unzip *u, struct str name)
{
    return find(u, name) != 0;
}

bool unzip_has_prefix(const struct unzip *u, struct str prefix)
{
    char text[UNZIP_MAX_PART_NAME];

    if (!fold_name(prefix, text, &prefix))
        return false;
    for (size_t i = 0; i < u->names.room; i++)
        if (u->names.entry[i].key.p &&
            str_starts(u->names.entry[i].key, prefix))
            return true;
    return false;
}

/* Why libzip does not open or read a part. */
static enum err part_error(zip_error_t *why, struct error *e)
{
    switch (zip_error_code_zip(why)) {
    case ZIP_ER_MEMORY:
        return error_set(e, ERR_LIMIT, "out of memory: cannot unpack the file");
    case ZIP_ER_NOPASSWD:
    case ZIP_ER_WRONGPASSWD:
    case ZIP_ER_ENCRNOTSUPP:
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a part of the file is encrypted; save it "
                         "without a password");
    case ZIP_ER_COMPNOTSUPP:
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a part of the file is packed by a method that "
                         "is not known; save it again");
    case ZIP_ER_CRC: return damaged(e, "a checksum does not fit");
    default: return damaged(e, "a part cannot be unpacked");
    }
}

static enum err bomb(struct error *e)
{
    return error_set(e, ERR_LIMIT,
                     "a part of the file unpacks to more than %u times its "
                     "size, as files made to fill a disk do",
                     UNZIP_MAX_RATIO);
}

static enum err check_size(const struct unzip *u, const zip_stat_t *st,
                           struct error *e)
{
    if ((st->valid & (ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE)) !=
        (ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE))
        return damaged(e, "a part has no size");
    if (st->comp_size > u->size)
        return damaged(e, "a part is longer than the file");
    if (st->size > UNZIP_RATIO_FREE &&
        st->size / UNZIP_MAX_RATIO > st->comp_size)
        return bomb(e);
    if (st->size > UNZIP_MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "a part of the file unpacks to %llu bytes; at "
                         "most %llu are read",
                         (unsigned long long)st->size,
                         (unsigned long long)UNZIP_MAX_BYTES);
    return OK;
}

enum err unzip_start(struct unzip *u, struct str name, struct error *e)
{
    const uint64_t found = find(u, name);
    struct shown shown;

    drop_part(u);
    if (found == 0)
        return error_set(e, ERR_NOT_FOUND, "the file has no part '%s'",
                         shown_name(name, &shown));
    if (found & IS_TWICE)
        return damaged(e, "two parts have the same name");
    return unzip_start_entry(u, found - 1, e);
}

uint64_t unzip_count(const struct unzip *u)
{
    return (uint64_t)zip_get_num_entries(u->archive, 0);
}

/* Only of those that programs for Unix wrote. */
static unsigned file_type(const struct unzip *u, uint64_t index)
{
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;

    if (zip_file_get_external_attributes(u->archive, index, 0, &system,
                                         &attributes) != 0 ||
        (system != ZIP_OPSYS_UNIX && system != ZIP_OPSYS_OS_X))
        return 0;
    return (attributes >> 16) & S_IFMT;
}

/* What an entry does not say to be UTF-8 libzip makes UTF-8 of, where it is to
 * follow the letter of the standard. */
static bool is_said_utf_8(const struct unzip *u, uint64_t index,
                          const char *name)
{
    const char *strict = zip_get_name(u->archive, index, ZIP_FL_ENC_STRICT);

    return strict && strcmp(strict, name) == 0;
}

enum err unzip_entry(const struct unzip *u, uint64_t index,
                     struct unzip_entry *out, struct error *e)
{
    const char *name = zip_get_name(u->archive, index, ZIP_FL_ENC_RAW);
    const unsigned type = file_type(u, index);
    zip_stat_t st;

    if (!name || zip_stat_index(u->archive, index, 0, &st) != 0)
        return part_error(zip_get_error(u->archive), e);
    *out = (struct unzip_entry){
        .name = str_from(name),
        .is_utf_8 = is_said_utf_8(u, index, name),
        .is_folder = type == S_IFDIR || str_ends(str_from(name), STR("/")),
        .is_link = type == S_IFLNK,
        .is_special =
            type != 0 && type != S_IFDIR && type != S_IFLNK && type != S_IFREG,
        .is_encrypted = (st.valid & ZIP_STAT_ENCRYPTION_METHOD) &&
                        st.encryption_method != ZIP_EM_NONE};
    return OK;
}

enum err unzip_start_entry(struct unzip *u, uint64_t index, struct error *e)
{
    zip_stat_t st;

    drop_part(u);
    if (zip_stat_index(u->archive, index, 0, &st) != 0)
        return part_error(zip_get_error(u->archive), e);
    if (check_size(u, &st, e) != OK)
        return e->code;
    u->part = zip_fopen_index(u->archive, index, 0);
    if (!u->part)
        return part_error(zip_get_error(u->archive), e);
    u->part_packed = st.comp_size;
    u->part_size = st.size;
    u->part_done = 0;
    return OK;
}

static enum err check_bomb(const struct unzip *u, struct error *e)
{
    if (u->part_done > UNZIP_RATIO_FREE &&
        u->part_done / UNZIP_MAX_RATIO > u->part_packed)
        return bomb(e);
    if (u->all_done > u->max_bytes)
        return error_set(e, ERR_LIMIT,
                         "the file unpacks to more than %llu bytes",
                         (unsigned long long)u->max_bytes);
    return OK;
}

enum err unzip_read(struct unzip *u, void *to, size_t n, size_t *got,
                    struct error *e)
{
    zip_int64_t done = zip_fread(u->part, to, n);

    *got = 0;
    if (done < 0)
        return part_error(zip_file_get_error(u->part), e);
    u->part_done += (uint64_t)done;
    u->all_done += (uint64_t)done;
    if (done == 0 && u->part_done != u->part_size)
        return damaged(e, "a part is cut off");
    if (u->part_done > u->part_size)
        return damaged(e, "a part is larger than the list of parts says");
    *got = (size_t)done;
    return check_bomb(u, e);
}

void unzip_progress(const struct unzip *u, uint64_t *done, uint64_t *total)
{
    uint64_t size = u->part_size ? u->part_size : 1;
    uint64_t seen = u->part_done < size ? u->part_done : size;

    *total = u->part_packed;
    *done = (uint64_t)((double)u->part_packed * ((double)seen / (double)size));
}
