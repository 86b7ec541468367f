/*
 * doctor_home.h - checks whether a server could serve this home, and says what
 * is wrong.
 */
#ifndef CLI_DOCTOR_HOME_H
#define CLI_DOCTOR_HOME_H

#include "cli/cli.h"

#define DOCTOR_MAX_FINDINGS 12
#define DOCTOR_TEXT_BYTES   400

enum doctor_state { DOCTOR_OK, DOCTOR_WARN, DOCTOR_FAIL };

struct doctor_finding {
    const char *name;
    enum doctor_state state;
    enum err code; /* of DOCTOR_FAIL */
    char text[DOCTOR_TEXT_BYTES];
};

struct doctor_findings {
    struct doctor_finding list[DOCTOR_MAX_FINDINGS];
    size_t n;
};

/*
 * doctor_home - look at the home, its configuration, tokens, disk, and at where a
 * server with these arguments would listen, with which certificate. A home that
 * is not there is made, as by any command.
 *
 * in       is_served  a server looks after it now
 */
void doctor_home(struct cli *c, bool is_served, struct doctor_findings *out);

#endif
