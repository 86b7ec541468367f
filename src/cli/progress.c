#include "cli/progress.h"

#include "base/clock.h"

#include <stdio.h>
#include <unistd.h>

#define SHOW_AFTER_MS 500
#define BAR_CELLS     30

/* One bar a process: standard error is one. Used by one thread at a time. */
static struct {
    const char *work;
    uint64_t started_ms;
    bool drawn;
} bar;

static void draw(void *ctx, uint64_t done, uint64_t total)
{
    double part = total ? (double)done / (double)total : 0;
    int cells;

    (void)ctx;
    part = part > 1 ? 1 : part; /* a worker's word */
    cells = (int)(part * BAR_CELLS);
    if (clock_ms() - bar.started_ms < SHOW_AFTER_MS)
        return;
    (void)fprintf(stderr, "\r%s [%.*s%*s] %3.0f%%", bar.work, cells,
                  "##############################", BAR_CELLS - cells, "",
                  100 * part);
    bar.drawn = true;
}

struct table_progress progress_start(const struct cli *c)
{
    return progress_start_as(c, "reading");
}

struct table_progress progress_start_as(const struct cli *c, const char *work)
{
    bar.work = work;
    bar.started_ms = clock_ms();
    if (isatty(STDERR_FILENO) != 1 || args_has(&c->args, OPT_QUIET))
        return (struct table_progress){0};
    return (struct table_progress){.report = draw};
}

void progress_end(void)
{
    if (bar.drawn)
        (void)fprintf(stderr, "\r%60s\r", "");
    bar.drawn = false;
}
