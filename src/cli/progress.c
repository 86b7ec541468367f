#include "cli/progress.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SHOW_AFTER_MS 500
#define PAUSE_MS      5000 /* between two lines */
#define BAR_CELLS     30

/* One bar a process: standard error is one. Used by one thread at a time. */
static struct {
    const char *work;
    uint64_t started_ms;
    uint64_t said_ms; /* of the last line, where there is no bar */
    uint64_t bytes;
    bool drawn;
} bar;

static uint64_t pause_ms = PAUSE_MS;

void progress_set_pause(uint64_t ms)
{
    pause_ms = ms;
}

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

static void begin(const char *work)
{
    bar.work = work;
    bar.started_ms = bar.said_ms = clock_ms();
    bar.bytes = 0;
}

static void measure(void *ctx, const char *work, uint64_t bytes)
{
    (void)ctx;
    if (strcmp(bar.work, work) != 0)
        begin(work);
    bar.bytes += bytes;
}

/* A line now and then, for a pipe or a file. */
static void say(void *ctx, uint64_t done, uint64_t total)
{
    const uint64_t now = clock_ms();
    const double seconds = (double)(now - bar.started_ms) / 1000;
    double left;

    (void)ctx;
    if (now - bar.said_ms < pause_ms)
        return;
    bar.said_ms = now;
    left = done ? seconds * (double)(total - done) / (double)done : 0;
    (void)fprintf(stderr, "%s: %llu of %llu", bar.work,
                  (unsigned long long)done, (unsigned long long)total);
    if (bar.bytes > 0) /* else they are no files */
        (void)fprintf(stderr, " files, %.2f MB/s",
                      seconds > 0 ? (double)bar.bytes / 1e6 / seconds : 0);
    (void)fprintf(stderr, ", %.0f s left\n", left);
}

struct bases_progress progress_of_files(const struct cli *c)
{
    struct table_progress drawn = progress_start(c);

    if (args_has(&c->args, OPT_QUIET))
        return (struct bases_progress){0};
    return (struct bases_progress){.report = drawn.report ? drawn.report : say,
                                   .measure = measure};
}

struct table_progress progress_start(const struct cli *c)
{
    return progress_start_as(c, "reading");
}

struct table_progress progress_start_as(const struct cli *c, const char *work)
{
    begin(work);
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
