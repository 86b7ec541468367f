/*
 * gate_scan.h - tokenises SQL, for error messages only.
 *
 * The gate decides on DuckDB's tree, never on this: a scanner that differs
 * from DuckDB's in one corner would be a hole. But when the tree is missing,
 * because the statement is no SELECT, the words tell the user what was read.
 */
#ifndef ENGINE_SQL_GATE_GATE_SCAN_H
#define ENGINE_SQL_GATE_GATE_SCAN_H

#include "base/str.h"

enum gate_token_kind {
    GATE_TOKEN_END,
    GATE_TOKEN_WORD,   /* a keyword or a plain name */
    GATE_TOKEN_QUOTED, /* 'text', "name", $$text$$ */
    GATE_TOKEN_OTHER,  /* one byte: a sign or a digit */
};

struct gate_token {
    enum gate_token_kind kind;
    struct str text; /* borrows the SQL */
    size_t at;       /* where it begins */
};

/* The token at or after *pos, which moves after it; comments are skipped. */
struct gate_token gate_token_next(struct str sql, size_t *pos);

/*
 * gate_explain - say better what is wrong with SQL that gives no tree.
 *
 * in       e   as duck_serialize() left it
 * out      e   reworded when the words tell more: a statement that is no
 *              SELECT, several statements, PIVOT without IN; else untouched
 */
void gate_explain(struct str sql, struct error *e);

/* Where byte `offset` of DuckDB's text lies in ours: it makes one byte of each
 * space that is no ASCII, and counts from then on without the others. */
uint64_t gate_source_offset(struct str sql, uint64_t offset);

/* Where a second statement begins, or sql.n when there is none. */
size_t gate_second_statement(struct str sql);

#endif
