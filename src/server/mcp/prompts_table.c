/*
 * prompts_table.c - the prompts that users are offered.
 *
 * They say what a careful analyst would do with the tools: look before asking,
 * count before reading, answer with figures that a tool computed.
 */
#include "server/mcp/prompt.h"

static const struct prompt prompts[] = {
    {.name = "analyse_table",
     .title = "Analyse a table",
     .description = "Look at a table and say what stands out, with figures "
                    "that SQL computed.",
     .arguments = {{"path", "The file, as list_sources names it", NULL},
                   {"question", "What you want to know of it",
                    "What are its main figures, how do they develop, and what "
                    "stands out?"}},
     .text =
         "Analyse the table '{path}'.\n\n{question}\n\n"
         "1. Call table_get_map with this path: columns, types, row count and "
         "how faithfully the file was read. Tell me of any caution.\n"
         "2. Call table_stats for the columns that matter.\n"
         "3. Answer with table_query, or with ask for a question in plain "
         "words. Count rows before you read them, and fetch no more than you "
         "need.\n"
         "4. Say in a few sentences what came out. Every figure must come from "
         "a result of a tool; name the SQL or the question behind it."},
    {.name = "answer_with_evidence",
     .title = "Answer with evidence",
     .description = "Answer a question from the data alone and show where each "
                    "statement comes from.",
     .arguments = {{"question", "The question", NULL}},
     .text =
         "{question}\n\n"
         "Answer from the served data alone. Call ask with the question. If "
         "its mode is clarification, put its question and candidates to me "
         "and wait. Otherwise give the answer in one or two sentences, then "
         "the evidence: for figures the SQL, the rows that were scanned and "
         "the file; for texts the quoted passage with its pointer. Say what "
         "the data does not answer instead of guessing."},
    {.name = "profile_workbook",
     .title = "Profile a workbook",
     .description = "Go through the sheets of a workbook and say what each "
                    "holds and how good the data is.",
     .arguments = {{"path", "The workbook, as list_sources names it", NULL}},
     .text =
         "Profile the workbook '{path}'.\n\n"
         "1. Call table_get_map with this path; it names the sheets.\n"
         "2. For each sheet that holds a table, call table_describe with "
         "`table` set to its name.\n"
         "3. Report for each sheet: what one row is, the columns with types, "
         "the row count, empty and doubtful values, columns that look like "
         "keys, and which sheets belong together.\n"
         "4. Finish with what should be mended before somebody computes with "
         "it. Use the tools for every count; do not write scripts."},
};

const struct prompt_set mcp_prompts = {.prompts = prompts,
                                       .n = COUNT_OF(prompts)};
