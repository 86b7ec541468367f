#include "base/trace.h"

#include "base/clock.h"
#include "base/log.h"

void trace_begin(struct trace *t, const char *component)
{
    *t = (struct trace){component, clock_ns()};
}

void trace_stage(struct trace *t, const char *stage)
{
    const uint64_t now_ns = clock_ns();

    log_debug(t->component, "stage %s ms=%.1f", stage,
              (double)(now_ns - t->at_ns) / 1e6);
    t->at_ns = now_ns;
}
