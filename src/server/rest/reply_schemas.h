/*
 * reply_schemas.h - JSON Schemas (2020-12) of what handlers reply:
 * /openapi.json contains them, and tests/http validates each reply against
 * them. Routes that are tools use the tools' schemas.
 */
#ifndef SERVER_REST_REPLY_SCHEMAS_H
#define SERVER_REST_REPLY_SCHEMAS_H

#include <stddef.h>

/* What several have in common: "#/components/schemas/NAME". */
struct answers_part {
    const char *name;
    const char *schema;
};

extern const struct answers_part answers_parts[];
extern const size_t answers_n_parts;

extern const char answers_status[];
extern const char answers_openapi[];
extern const char answers_logs[];
extern const char answers_ask[];
extern const char answers_bases[];
extern const char answers_base[];
extern const char answers_base_removed[];
extern const char answers_suggestions[];
extern const char answers_job[];
extern const char answers_jobs[];
extern const char answers_added[];
extern const char answers_documents[];
extern const char answers_document[];
extern const char answers_document_removed[];
extern const char answers_sections[];
extern const char answers_marked[];
extern const char answers_drafts[];
extern const char answers_published[];
extern const char answers_discarded[];
extern const char answers_retrieved[]; /* evidences, the answer object, a job */
extern const char answers_rag_retrieved[];
extern const char answers_rag_rows[];
extern const char answers_layer[];
extern const char answers_layer_loaded[];
extern const char answers_layer_found[];
extern const char answers_layer_cleared[];
extern const char answers_feedback[];

#endif
