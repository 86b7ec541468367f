#include "tables/format.h"

static const struct {
    const char *name; /* in a map */
    const char *shown;
} formats[] = {
    {"csv", "delimited text"},
    {"xlsx", "a workbook"},
    {"json", "JSON"},
    {"parquet", "a Parquet file"},
};

/* What a .tsv holds is seen only in it: many layouts share the name. */
static const struct {
    const char *suffix;
    const char *format;
} suffixes[] = {
    {".csv", "csv"},    {".tsv", ""},
    {".psv", ""},       {".tab", ""},
    {".xlsx", "xlsx"},  {".xlsm", "xlsx"},
    {".json", "json"},  {".ndjson", "json"},
    {".jsonl", "json"}, {".parquet", "parquet"},
};

const char *format_of_suffix(struct str suffix)
{
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
        if (str_eq_nocase(suffix, str_from(suffixes[i].suffix)))
            return suffixes[i].format;
    return NULL;
}

const char *format_shown(struct str format)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (str_is(format, formats[i].name))
            return formats[i].shown;
    return "a file of another format";
}
