/* model_choice.h - which language model may be asked, and what it may see. */
#ifndef ANSWER_MODEL_CHOICE_H
#define ANSWER_MODEL_CHOICE_H

#include "settings/settings.h"

struct model_choice {
    struct str provider; /* model/chat.h; asked before the rules. Empty: that of
                            the base, where the rules ask back */
    enum egress egress;  /* EGRESS_NONE: what the base allows, of files the
                            schema */
};

#endif
