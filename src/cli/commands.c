#include "cli/cli.h"

#define OPT_READ                                                            \
    (OPT_COMMON | OPT_BIT(TABLE) | OPT_BIT(ENCODING) | OPT_BIT(DELIMITER) | \
     OPT_BIT(HEADER) | OPT_BIT(TIMEOUT) | OPT_BIT(MEMORY))

const struct command cli_commands[] = {
    {"ask", "FILE... QUESTION",
     "answer a question with the number and its proof",
     "Binds the words of the question to columns and values of the files, runs\n"
     "the SQL that follows from it, and shows the answer, the SQL, the file and\n"
     "the rows scanned. English, Spanish and Chinese. When a word binds to\n"
     "nothing it asks back instead of guessing; that is an answer, exit 0.\n"
     "\n"
     "    quarry ask examples/sales.csv \"top 10 customers by sales\"\n"
     "    quarry ask movimientos.csv \"total por mes en 2024\" --json\n",
     OPT_READ | OPT_BIT(EXPLAIN) | OPT_BIT(CSV), 2, 64, cmd_ask},
    {"table map", "FILE",
     "how the file was read: dialect, types, rows, fidelity",
     "Shows what was decided about the file: encoding, delimiter, header, the\n"
     "type of each column and why a column stayed text. Nothing is dropped or\n"
     "repaired silently; what cannot be read exactly is refused with its place.\n",
     OPT_READ | OPT_BIT(CSV), 1, 1, cmd_table_map},
    {"table describe", "FILE",
     "the columns: types, nulls, distinct values, range",
     "One line a column, over every row of the file.\n",
     OPT_READ | OPT_BIT(CSV), 1, 1, cmd_table_describe},
    {"table stats", "FILE", "statistics of the columns",
     "Numbers: min, max, mean, sum, standard deviation, median, quartiles; text:\n"
     "lengths and the most common values; dates: min and max; booleans: counts.\n"
     "Sums of integers and decimals are exact.\n",
     OPT_READ | OPT_BIT(CSV) | OPT_BIT(COLUMNS), 1, 1, cmd_table_stats},
    {"table rows", "FILE", "rows by position, in the order of the file",
     "Rows count from 1, the header is not one.\n",
     OPT_READ | OPT_BIT(CSV) | OPT_BIT(COLUMNS) | OPT_BIT(START) |
         OPT_BIT(COUNT),
     1, 1, cmd_table_rows},
    {"table query", "FILE... SQL", "run one SELECT; the table is called data",
     "The SQL is DuckDB's. One statement that reads 'data' and nothing else: no\n"
     "file, no setting, no other table (docs/sql.md). SQL may be - for standard\n"
     "input. The total number of rows is exact whatever the window shows.\n"
     "Of up to 16 files each is a table by its name, without folder and suffix;\n"
     "'data' is the first. Sheets of a workbook have their names, too.\n"
     "The first question about a large file is answered before its table is\n"
     "whole; the command ends when the table is kept for the next one.\n"
     "\n"
     "    quarry table query sales.csv \"SELECT country, sum(sales) FROM data "
     "GROUP BY ALL ORDER BY 2 DESC\"\n"
     "    quarry table query orders.csv customers.csv \"SELECT * FROM orders "
     "JOIN customers USING (customer_id)\"\n",
     OPT_READ | OPT_BIT(CSV) | OPT_BIT(WINDOW_ROWS) | OPT_BIT(WINDOW_OFFSET), 2,
     1 + TABLE_MAX_SOURCES, cmd_table_query},
    {"table export", "FILE... --to OUT",
     "write the table or a result as CSV or XLSX",
     "Cells that a spreadsheet would run as formulas are neutralised; numbers\n"
     "stay numbers. An existing OUT is an error unless --force is given. The\n"
     "same input gives the same bytes.\n",
     OPT_READ | OPT_BIT(TO) | OPT_BIT(QUERY) | OPT_BIT(FORMAT) |
         OPT_BIT(SHEET) | OPT_BIT(FORCE),
     1, TABLE_MAX_SOURCES, cmd_table_export},
    {"base create", "BASE", "make an empty knowledge base",
     "A name is lower-case letters, digits, '.', '_' and '-', up to 64.\n",
     OPT_COMMON, 1, 1, cmd_base_create},
    {"base list", "", "the knowledge bases of this home", "", OPT_COMMON, 0, 0,
     cmd_base_list},
    {"mcp", "--dir FOLDER",
     "serve the six table tools to an MCP client over stdio",
     "Paths are relative to FOLDER and nothing else is reachable; exports go to\n"
     "its draft folder in the home. docs/mcp.md shows client settings.\n",
     OPT_COMMON | OPT_BIT(DIR), 0, 0, cmd_mcp},
    {"cache gc", "", "remove cached tables that nothing can use any more",
     "An entry whose file is gone or changed, or that another version made, is\n"
     "removed; with --all every entry is. All of it can be built again.\n",
     OPT_COMMON | OPT_BIT(ALL), 0, 0, cmd_cache_gc},
    {"doctor", "", "versions, sandbox, libraries and limits of this machine",
     "Starts a worker and asks it what protects you from the files it reads.\n"
     "Exit 10 when the kernel lacks Landlock or seccomp.\n",
     OPT_COMMON, 0, 0, cmd_doctor},
    {"version", "", "the version", "", OPT_COMMON, 0, 0, cmd_version},
    {"completion", "bash|zsh", "a completion script for your shell",
     "    quarry completion bash > ~/.local/share/bash-completion/completions/"
     "quarry\n",
     OPT_COMMON, 1, 1, cmd_completion},
    {"man", "", "this manual as a man page, for the installer", "", OPT_COMMON,
     0, 0, cmd_man},
    {0}};
