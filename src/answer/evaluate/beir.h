/*
 * beir.h - reads a data set (documents, queries, relevance judgements) in
 * BEIR's layout.
 *
 *     DIR/corpus.jsonl    {"_id": "d1", "title": "...", "text": "..."}
 *     DIR/queries.jsonl   {"_id": "q1", "text": "..."}
 *     DIR/qrels.tsv or DIR/qrels/test.tsv
 *                         query-id, corpus-id, score under such a header; or
 *                         TREC's four columns: query, 0, document, grade
 *
 * Ids are texts and meet byte for byte: "1e5", "007" and "7" are three.
 */
#ifndef ANSWER_EVALUATE_BEIR_H
#define ANSWER_EVALUATE_BEIR_H

#include "answer/evaluate/field_file.h"
#include "answer/evaluate/measures.h"

#define BEIR_MAX_DOCUMENTS  2000000
#define BEIR_MAX_QUESTIONS  200000
#define BEIR_MAX_JUDGEMENTS 4000000
#define BEIR_MAX_ID_BYTES   1024
#define BEIR_MAX_GRADE      1000

struct beir_document {
    struct str id, title, text;
};

struct beir_question {
    struct str id, text;
    struct judgements judged;
    size_t relevant; /* of them, with a grade over 0 */
};

struct beir {
    const struct beir_document *document; /* document[0..documents) */
    size_t documents;
    const struct beir_question *question; /* question[0..questions) */
    size_t questions;
    size_t judgements;
    size_t without_question; /* judgements whose question is not there */
    size_t without_document; /* the same of documents: never found */
};

/*
 * beir_read - read and check a set.
 *
 * in       folder  as the user wrote it
 * out      out     lives in `a`
 * errors   ERR_NOT_FOUND          a file is missing
 *          ERR_VALIDATION_FAILED  what is wrong in which file; e->pos: where
 *          ERR_LIMIT              the bounds above
 *          of field_file_read()
 */
MUST_CHECK enum err beir_read(const struct field_reader *r, struct str folder,
                              struct arena *a, struct beir *out,
                              struct error *e);

#endif
