/*
 * sandbox.h - the third isolation layer: what the operating system permits a
 * worker.
 *
 * Entered once, for life, before the first foreign byte is parsed. After it
 * the process can read some files or use one folder, and nothing else on the
 * disk; it has no socket, no exec, no ptrace, no core file, and a limit on its
 * memory. Landlock and seccomp bind the calling thread and those it starts
 * later, so the process must have a single thread when it enters.
 */
#ifndef ENGINE_SANDBOX_SANDBOX_H
#define ENGINE_SANDBOX_SANDBOX_H

#include "base/str.h"

/* What the running kernel offers; shown by `quarry doctor`. */
struct sandbox_support {
    int landlock_abi; /* 0: the kernel has no Landlock */
    bool seccomp;
};

#define SANDBOX_MAX_FILES 512u

struct sandbox_rules {
    const char *read_files[SANDBOX_MAX_FILES]; /* may be opened for reading;
                                                  NULL: none there */
    const char *write_folder; /* files below may be made, read, written and
                                 removed; NULL: none */
    uint64_t memory_bytes;    /* address space over what is mapped now;
                                 0: no limit */
    uint64_t file_bytes; /* a file may become this large, whoever opened it;
                                 0: no limit */
    bool is_bare; /* no file is opened, looked at or changed, not even one that
                     is allowed above, and no thread started */
    bool
        has_connection; /* bytes may be sent on sockets that are connected already */
};

/*
 * sandbox_offer - where the kernel must end a process for its memory, let it be
 * this one, whose work is done again, and not the server; that it cannot be
 * said is no failure. Before sandbox_enter().
 */
void sandbox_offer(void);

/* Ask the kernel; changes nothing. */
struct sandbox_support sandbox_probe(void);

/* True when every part that the design demands is there. */
bool sandbox_is_whole(const struct sandbox_support *s);

/*
 * sandbox_enter - restrict this process for the rest of its life.
 *
 * in       rules   paths are opened here and need not outlive the call
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  more than one thread runs, or a path
 *                  of the rules cannot be opened. A kernel without Landlock or
 *                  seccomp is no error: it is logged as one, `doctor` says so,
 *                  and a server beyond loopback refuses to start
 * source   landlock(7), seccomp(2); Landlock needs no privilege once
 *          no_new_privs is set
 */
MUST_CHECK enum err sandbox_enter(const struct sandbox_rules *rules,
                                  struct error *e);

#endif
