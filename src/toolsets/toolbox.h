/*
 * toolbox.h - what a server keeps from call to call: large results that are
 * paged on, and what was read before.
 *
 * One for all its clients; each finds its own things only (caller.h).
 */
#ifndef TOOLSETS_TOOLBOX_H
#define TOOLSETS_TOOLBOX_H

#include "toolsets/pages.h"
#include "toolsets/repeats.h"

/* What a model is given at once, where nobody says otherwise. */
#define TOOLBOX_WINDOW_BYTES ((size_t)128 << 10)

struct toolbox {
    struct pages *pages;
    struct repeats *repeats;
};

/* Close in every case. */
MUST_CHECK enum err toolbox_open(struct toolbox *t, struct error *e);
void toolbox_close(struct toolbox *t);

#endif
