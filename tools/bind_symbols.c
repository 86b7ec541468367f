/*
 * bind_symbols.c - `bind_symbols PART LIBRARY FILE`: a copy of a shared library for
 * x86-64 whose own references to its own symbols are bound, for those with PART in
 * their names. The build runs it; it is not installed.
 *
 * The loader looks up the name of each function and table that such a library refers
 * to, in case another library has the name as well. In libduckdb these are 41,000
 * references each time that a worker starts, half of its time. Where no other library
 * has names with PART in them, the answer is known: the library's own symbol. So
 *
 *   R_X86_64_64, R_X86_64_GLOB_DAT   become R_X86_64_RELATIVE, the address in the
 *                                    library, which the loader only adds to;
 *   R_X86_64_JUMP_SLOT               stay, but the slot holds the address of the
 *                                    function, not of the code that looks it up;
 *                                    the loader adds to it as well (lazy binding).
 *
 * Relative ones come first in the table, and DT_RELACOUNT says how many: the loader
 * has a short loop for them. This is what prelink did, and -Bsymbolic does for who
 * links the library. Left alone is what may be found elsewhere: symbols of others,
 * weak ones of libstdc++, unique ones, thread-local ones, functions chosen at start.
 * A program must not use a variable of the library, of which it would have a copy.
 */
#include "base/arena.h"
#include "base/fs.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET_BYTES ((size_t)2 << 30)
#define MAX_BYTES    ((size_t)512 << 20)

/* Tables of the file, each within it. */
struct library {
    char *p; /* bytes[n] */
    size_t n;
    const Elf64_Phdr *part;
    size_t parts;
    Elf64_Dyn *dynamic;
    size_t dynamics;
    const Elf64_Sym *symbol;
    size_t symbols;
    const char *name; /* of symbols; NUL-terminated as a whole */
    size_t name_bytes;
    Elf64_Rela *rela, *plt;
    size_t relas, plts;
    size_t bound, slots; /* what was done */
};

static enum err fail(const char *what, struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED, "not a library of the kind: %s",
                     what);
}

/* Where `bytes` bytes at an offset are; NULL when not all are in the file. */
static void *at_offset(const struct library *l, uint64_t offset, uint64_t bytes)
{
    return offset > l->n || bytes > l->n - offset || offset % 8 ? NULL
                                                                : l->p + offset;
}

/* The same by the address that they are loaded at. */
static void *at_address(const struct library *l, uint64_t address,
                        uint64_t bytes)
{
    for (size_t i = 0; i < l->parts; i++) {
        const Elf64_Phdr *h = &l->part[i];

        if (h->p_type == PT_LOAD && address >= h->p_vaddr &&
            address - h->p_vaddr < h->p_filesz &&
            bytes <= h->p_filesz - (address - h->p_vaddr))
            return at_offset(l, h->p_offset + (address - h->p_vaddr), bytes);
    }
    return NULL;
}

static Elf64_Dyn *find_entry(const struct library *l, int64_t tag)
{
    for (size_t i = 0; i < l->dynamics && l->dynamic[i].d_tag != DT_NULL; i++)
        if (l->dynamic[i].d_tag == tag)
            return &l->dynamic[i];
    return NULL;
}

/* A table, whose size another entry says; NULL when there is none. */
static void *find_table(const struct library *l, int64_t tag, int64_t size_tag,
                        size_t *bytes)
{
    const Elf64_Dyn *table = find_entry(l, tag);
    const Elf64_Dyn *size = find_entry(l, size_tag);

    *bytes = size ? size->d_un.d_val : 0;
    return table && size ? at_address(l, table->d_un.d_ptr, *bytes) : NULL;
}

static enum err find_parts(struct library *l, struct error *e)
{
    static const unsigned char ident[] = {ELFMAG0, ELFMAG1,    ELFMAG2,
                                          ELFMAG3, ELFCLASS64, ELFDATA2LSB};
    const Elf64_Ehdr *h = at_offset(l, 0, sizeof(*h));

    if (!h || memcmp(h->e_ident, ident, sizeof(ident)) != 0 ||
        h->e_machine != EM_X86_64 || h->e_type != ET_DYN)
        return fail("ELF for x86-64", e);
    l->parts = h->e_phnum;
    l->part = at_offset(l, h->e_phoff, l->parts * sizeof(*l->part));
    for (size_t i = 0; l->part && i < l->parts; i++) {
        if (l->part[i].p_type != PT_DYNAMIC)
            continue;
        l->dynamics = l->part[i].p_filesz / sizeof(*l->dynamic);
        l->dynamic = at_offset(l, l->part[i].p_offset, l->part[i].p_filesz);
    }
    return l->dynamic ? OK : fail("no dynamic section", e);
}

/* Symbols have no size of their own: their names follow them (GNU ld, lld). */
static enum err find_tables(struct library *l, struct error *e)
{
    const Elf64_Dyn *names = find_entry(l, DT_STRTAB);
    const Elf64_Dyn *size = find_entry(l, DT_STRSZ);
    const Elf64_Dyn *symbols = find_entry(l, DT_SYMTAB);
    size_t bytes;

    if (!names || !size || !symbols ||
        symbols->d_un.d_ptr > names->d_un.d_ptr || !size->d_un.d_val)
        return fail("no symbols before their names", e);
    bytes = names->d_un.d_ptr - symbols->d_un.d_ptr;
    l->symbols = bytes / sizeof(*l->symbol);
    l->symbol = at_address(l, symbols->d_un.d_ptr, bytes);
    l->name_bytes = size->d_un.d_val;
    l->name = at_address(l, names->d_un.d_ptr, l->name_bytes);
    l->rela = find_table(l, DT_RELA, DT_RELASZ, &bytes);
    l->relas = bytes / sizeof(*l->rela);
    l->plt = find_table(l, DT_JMPREL, DT_PLTRELSZ, &bytes);
    l->plts = l->plt ? bytes / sizeof(*l->plt) : 0;
    if (!l->symbol || !l->name || l->name[l->name_bytes - 1] || !l->rela ||
        !find_entry(l, DT_RELACOUNT))
        return fail("no relocations", e);
    return OK;
}

/* The symbol that is the library's own and nobody else's; NULL: another one. */
static const Elf64_Sym *own_symbol(const struct library *l, uint64_t info,
                                   const char *part)
{
    const size_t i = ELF64_R_SYM(info);
    const Elf64_Sym *s = i < l->symbols ? &l->symbol[i] : NULL;

    if (!s || s->st_shndx == SHN_UNDEF || s->st_shndx >= SHN_LORESERVE ||
        s->st_name >= l->name_bytes)
        return NULL;
    if (ELF64_ST_BIND(s->st_info) != STB_GLOBAL &&
        ELF64_ST_BIND(s->st_info) != STB_WEAK)
        return NULL;
    if (ELF64_ST_TYPE(s->st_info) != STT_OBJECT &&
        ELF64_ST_TYPE(s->st_info) != STT_FUNC)
        return NULL;
    return strstr(l->name + s->st_name, part) ? s : NULL;
}

static void bind_reference(struct library *l, Elf64_Rela *r, const char *part)
{
    const uint64_t type = ELF64_R_TYPE(r->r_info);
    const Elf64_Sym *s = own_symbol(l, r->r_info, part);

    if (!s || (type != R_X86_64_64 && type != R_X86_64_GLOB_DAT))
        return;
    r->r_addend =
        (type == R_X86_64_64 ? r->r_addend : 0) + (int64_t)s->st_value;
    r->r_info = ELF64_R_INFO(0, R_X86_64_RELATIVE);
    l->bound++;
}

static enum err bind_slot(struct library *l, const Elf64_Rela *r,
                          const char *part, struct error *e)
{
    const Elf64_Sym *s = own_symbol(l, r->r_info, part);
    char *slot;

    if (!s || ELF64_R_TYPE(r->r_info) != R_X86_64_JUMP_SLOT ||
        ELF64_ST_TYPE(s->st_info) != STT_FUNC)
        return OK;
    slot = at_address(l, r->r_offset, sizeof(s->st_value));
    if (!slot)
        return fail("a slot outside", e);
    memcpy(slot, &s->st_value, sizeof(s->st_value));
    l->slots++;
    return OK;
}

static bool is_relative(const Elf64_Rela *r)
{
    return ELF64_R_TYPE(r->r_info) == R_X86_64_RELATIVE;
}

static int compare_places(const void *x, const void *y)
{
    const Elf64_Rela *a = x;
    const Elf64_Rela *b = y;

    return (a->r_offset > b->r_offset) - (a->r_offset < b->r_offset);
}

/* Relative ones by their place, then the others in their order. */
static enum err order_relocations(struct library *l, struct arena *a,
                                  struct error *e)
{
    Elf64_Rela *other = arena_alloc_array(a, l->relas, sizeof(*other), e);
    size_t relative = 0;
    size_t others = 0;

    if (!other)
        return e->code;
    for (size_t i = 0; i < l->relas; i++) {
        if (is_relative(&l->rela[i]))
            l->rela[relative++] = l->rela[i];
        else
            other[others++] = l->rela[i];
    }
    qsort(l->rela, relative, sizeof(*l->rela), compare_places);
    memcpy(l->rela + relative, other, others * sizeof(*other));
    find_entry(l, DT_RELACOUNT)->d_un.d_val = relative;
    return OK;
}

static enum err bind_all(struct library *l, const char *part, struct arena *a,
                         struct error *e)
{
    enum err rc = find_parts(l, e);

    if (!rc)
        rc = find_tables(l, e);
    for (size_t i = 0; !rc && i < l->relas; i++)
        bind_reference(l, &l->rela[i], part);
    for (size_t i = 0; !rc && i < l->plts; i++)
        rc = bind_slot(l, &l->plt[i], part, e);
    return rc ? rc : order_relocations(l, a, e);
}

static enum err run(char **argv, struct arena *a, struct error *e)
{
    struct library l = {0};
    struct str file;
    enum err rc = fs_read_file(argv[2], argv[2], MAX_BYTES, a, &file, e);

    if (rc)
        return rc;
    l.n = file.n;
    l.p = arena_alloc(a, l.n + 1, e);
    if (!l.p)
        return e->code;
    memcpy(l.p, file.p, l.n);
    rc = bind_all(&l, argv[1], a, e);
    if (!rc)
        rc =
            fs_write_atomic(argv[3], argv[3], (struct str){l.p, l.n}, false, e);
    if (!rc)
        (void)printf("%zu references and %zu slots bound\n", l.bound, l.slots);
    return rc;
}

int main(int argc, char **argv)
{
    struct error e = {0};
    struct arena a;
    enum err rc;

    if (argc != 4) {
        (void)fprintf(stderr, "usage: bind_symbols PART LIBRARY FILE\n");
        return 2;
    }
    arena_init(&a, BUDGET_BYTES);
    rc = run(argv, &a, &e);
    if (rc)
        (void)fprintf(stderr, "bind_symbols: %s\n", e.msg);
    arena_release(&a);
    return err_exit_status(rc);
}
