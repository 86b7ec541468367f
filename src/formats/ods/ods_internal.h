/* ods_internal.h - what the files of the module share; private to them. */
#ifndef FORMATS_ODS_ODS_INTERNAL_H
#define FORMATS_ODS_ODS_INTERNAL_H

#include "formats/ods/ods.h"
#include "formats/ods/ods_styles.h"
#include "formats/package/open_elements.h"
#include "formats/xlsx/sheet_fill.h"

/* A table that the workbook declares, in a sheet of this name. */
struct ods_object {
    struct declared_table o;
    struct str sheet;
    bool is_filter; /* it has no name of its own: an auto filter's range */
};

/* Columns that have a style for cells without one. */
struct ods_columns {
    uint32_t last;
    uint32_t style;
};

enum ods_type {
    ODS_NONE, /* a cell that says no type */
    ODS_NUMBER,
    ODS_PERCENT,
    ODS_CURRENCY,
    ODS_DATE,
    ODS_TIME,
    ODS_BOOLEAN,
    ODS_STRING,
    ODS_ERROR
};

/* The cell that is open. */
struct ods_cell {
    enum ods_type type;
    uint32_t repeated; /* how many it is */
    bool has_value, has_text;
    struct buf value; /* of its attribute */
    struct buf text;  /* of its paragraphs */
    bool is_space;    /* white space waits for what follows it */
    bool is_new;      /* the paragraph has no text yet */
};

struct ods {
    struct workbook_file *f;
    struct ods_styles styles;
    struct open_elements open;
    unsigned tables; /* that are open, one in the other */

    /* Found before any sheet is read. */
    bool is_listing;    /* this is what is done now */
    struct buf sheets;  /* of struct workbook_sheet */
    struct buf names;   /* of struct workbook_name */
    struct buf objects; /* of struct ods_object */

    /* Reading a sheet. */
    struct part_stream stream;
    struct xml_reader *reader; /* between sheets; NULL: to be opened */
    size_t next;               /* sheet that it comes to */
    size_t wanted;
    bool is_wanted; /* the open table is */
    struct sheet_fill w;
    struct buf columns; /* of struct ods_columns */
    uint32_t row;       /* the last one */
    uint32_t rows;      /* how many the open row is */
    uint32_t column;    /* the last one of the row */
    uint32_t columns_seen;
    uint32_t row_style;
    struct ods_cell cell;
    uint64_t repeated_bytes;
};

/* The handler of content.xml; its ctx is the struct ods. */
extern const struct xml_handler ods_content;

/* ---- ods_cell.c: rows, columns and cells of the wanted table ---- */

/* Columns of the table: whether they are hidden, and their cells' style. */
void ods_column(struct ods *o, const struct xml_element *el);

/* A row begins, or as many as it says. */
void ods_row_begin(struct ods *o, const struct xml_element *el);

/* It ends, and goes onto the tape; ERR_FILE_READ_FAILED, ERR_LIMIT. */
MUST_CHECK enum err ods_row_end(struct ods *o, struct error *e);

/* A cell begins, or as many as it says. */
void ods_cell_begin(struct ods *o, const struct xml_element *el);

/* It ends, and is put; ERR_FILE_READ_FAILED, ERR_LIMIT. */
MUST_CHECK enum err ods_cell_end(struct ods *o, struct error *e);

/* A paragraph of the cell begins. */
void ods_paragraph_begin(struct ods *o);

/* <text:s text:c="3">: spaces of the paragraph. */
void ods_spaces(struct ods *o, const struct xml_element *el);

/* A tab or the end of a line in it. */
void ods_char(struct ods *o, char c);

/* Characters of it. */
void ods_text(struct ods *o, struct str text);

/* How often an element says that it is there; 1 to `max`. */
uint32_t ods_times(const struct xml_element *el, const char *name,
                   uint32_t max);

#endif
