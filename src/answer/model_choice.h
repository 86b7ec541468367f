/*
 * model_choice.h - chooses the language model that may be asked, and what it
 * may see.
 */
#ifndef ANSWER_MODEL_CHOICE_H
#define ANSWER_MODEL_CHOICE_H

#include "search/settings/settings.h"
#include "tables/tables.h"

struct model_choice {
    struct str provider;  /* models/llm/chat.h; asked before the rules. Empty:
                             that of the base, where the rules ask for
                                clarification */
    struct str otherwise; /* the server's, for a base that names none; bound by
                             the base's egress like its own */
    enum egress egress;   /* EGRESS_NONE: what the base allows, of files the
                            schema */
    bool is_discreet; /* the caller is anonymous: no answer says where the model
                         is, what it was sent or how the server is set up */
};

/* What the base of this name says of models; errors: those of base_open(). */
MUST_CHECK enum err model_choice_of_base(struct tables *t, struct str name,
                                         struct arena *a,
                                         struct model_setting *out,
                                         struct error *e);

#endif
