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

static const struct format_suffix {
    const char *suffix;
    const char *format;
    char delimiter; /* NUL: any */
} suffixes[] = {
    {".csv", "csv", '\0'},    {".tsv", "csv", '\t'},
    {".tab", "csv", '\t'},    {".psv", "csv", '|'},
    {".xlsx", "xlsx", '\0'},  {".xlsm", "xlsx", '\0'},
    {".json", "json", '\0'},  {".ndjson", "json", '\0'},
    {".jsonl", "json", '\0'}, {".parquet", "parquet", '\0'},
};

static const struct format_suffix *find(struct str suffix)
{
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
        if (str_eq_nocase(suffix, str_from(suffixes[i].suffix)))
            return &suffixes[i];
    return NULL;
}

const char *format_of_suffix(struct str suffix)
{
    const struct format_suffix *found = find(suffix);

    return found ? found->format : NULL;
}

char format_delimiter(struct str suffix)
{
    const struct format_suffix *found = find(suffix);

    return found ? found->delimiter : '\0';
}

const char *format_shown(struct str format)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (str_is(format, formats[i].name))
            return formats[i].shown;
    return "a file of another format";
}
