#include "tables/format.h"

#include "store/catalog/table_documents.h"
#include "tables/name.h"
#include "tables/postgres_url.h"

static const struct {
    const char *name; /* in a map */
    const char *shown;
} formats[] = {
    {"csv", "delimited text"},
    {"tsv", "delimited text"}, /* with tabs */
    {"psv", "delimited text"}, /* with '|' */
    {"xlsx", "a workbook"},
    {"ods", "an OpenDocument workbook"},
    {"xls", "a workbook of before Excel 2007"},
    {"xlsb", "a binary workbook"},
    {"json", "JSON"},
    {"parquet", "a Parquet file"},
    {"pdf", "a PDF"},
    {"docx", "a Word document"},
    {"pptx", "a presentation"},
    {"odt", "an OpenDocument text"},
    {"odp", "an OpenDocument presentation"},
    {"epub", "a book"},
    {"html", "a page of HTML"},
    {"mail", "a mail"},
    {"markdown", "a page of Markdown"},
    {"sqlite", "a SQLite database"},
    {"duckdb", "a DuckDB database"},
    {"postgres", "a PostgreSQL database"},
};

static const struct {
    const char *suffix;
    const char *format;
} suffixes[] = {
    {".csv", "csv"},        {".tsv", "tsv"},         {".tab", "tsv"},
    {".psv", "psv"},        {".xlsx", "xlsx"},       {".xlsm", "xlsx"},
    {".xlsb", "xlsb"},      {".xls", "xls"},         {".ods", "ods"},
    {".ots", "ods"},        {".json", "json"},       {".ndjson", "json"},
    {".jsonl", "json"},     {".parquet", "parquet"}, {".pdf", "pdf"},
    {".sqlite", "sqlite"},  {".sqlite3", "sqlite"},  {".db", "sqlite"},
    {".db3", "sqlite"},     {".duckdb", "duckdb"},   {".ddb", "duckdb"},
    {".docx", "docx"},      {".docm", "docx"},       {".dotx", "docx"},
    {".pptx", "pptx"},      {".pptm", "pptx"},       {".ppsx", "pptx"},
    {".odt", "odt"},        {".odp", "odp"},         {".epub", "epub"},
    {".html", "html"},      {".htm", "html"},        {".xhtml", "html"},
    {".eml", "mail"},       {".md", "markdown"},     {".markdown", "markdown"},
    {".mdown", "markdown"},
};

const char *format_of_suffix(struct str suffix)
{
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
        if (str_eq_nocase(suffix, str_from(suffixes[i].suffix)))
            return suffixes[i].format;
    return NULL;
}

const char *format_of_path(struct str path)
{
    return postgres_url_fits(path)
               ? "postgres"
               : format_of_suffix(name_suffix(name_of_path(path)));
}

bool format_is_delimited(struct str format)
{
    return str_is(format, "csv") || str_is(format, "tsv") ||
           str_is(format, "psv");
}

bool format_is_workbook(struct str format)
{
    return str_is(format, "xlsx") || str_is(format, "ods") ||
           str_is(format, "xls") || str_is(format, "xlsb");
}

bool format_is_database(struct str format)
{
    return str_is(format, "sqlite") || str_is(format, "duckdb") ||
           str_is(format, "postgres");
}

bool format_is_of_folder(struct str path)
{
    const char *format = format_of_path(path);

    return format && !table_documents_is_page(str_from(format));
}

bool format_is_by_name(struct str format)
{
    return str_is(format, "html") || str_is(format, "mail") ||
           str_is(format, "markdown");
}

bool format_has_text(struct str format)
{
    static const char *const formats_of_text[] = {"pdf",  "docx", "pptx",
                                                  "odt",  "odp",  "epub",
                                                  "html", "mail", "markdown"};

    for (size_t i = 0; i < COUNT_OF(formats_of_text); i++)
        if (str_is(format, formats_of_text[i]))
            return true;
    return false;
}

const char *format_of_head(struct str head)
{
    static const char sqlite[] = "SQLite format 3"; /* with its NUL */

    if (str_starts(head, (struct str){sqlite, sizeof(sqlite)}))
        return "sqlite";
    return str_starts(str_slice(head, 8, head.n), STR("DUCK")) ? "duckdb"
                                                               : NULL;
}

const char *format_shown(struct str format)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (str_is(format, formats[i].name))
            return formats[i].shown;
    return "a file of another format";
}
