#include "cli/term/style.h"

void term_on(struct buf *out, const struct term_style *s, enum term_ink ink)
{
    static const char *const codes[] = {[TERM_BOLD] = "\x1b[1m",
                                        [TERM_DIM] = "\x1b[2m",
                                        [TERM_ACCENT] = "\x1b[1;36m",
                                        [TERM_BAR] = "\x1b[36m"};

    if (s->color)
        buf_puts(out, codes[ink]);
}

void term_off(struct buf *out, const struct term_style *s)
{
    if (s->color)
        buf_puts(out, "\x1b[0m");
}

void term_puts(struct buf *out, const struct term_style *s, enum term_ink ink,
               const char *text)
{
    term_on(out, s, ink);
    buf_puts(out, text);
    term_off(out, s);
}
