#include "base/config/config.h"

#include "base/fs.h"
#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>

#define FILE_BYTES ((size_t)256 * 1024)
#define ENV_BYTES  80
#define FILE_SHOWN "the configuration file"

enum type { TEXT, LIST, NUMBER, SWITCH, CHOICE };

static const struct info {
    const char *name;
    const char *also;
    enum type type;
    const char *otherwise;
    uint64_t least;
    uint64_t most;
    const char *meaning;
} infos[CONFIG_VALUES] = {
#define VALUE(id, name, also, type, otherwise, least, most, meaning) \
    [CONFIG_##id] = {name, also, type, otherwise, least, most, meaning},
#include "base/config/config.def"
#undef VALUE
};

/* What a choice may be; the default is always one. */
static const char *const choices[CONFIG_VALUES][5] = {
    [CONFIG_RETRIEVAL_MODE] = {"vector", "keyword", "hybrid"},
    [CONFIG_LOG_FORMAT] = {"text", "json"},
    [CONFIG_LOG_LEVEL] = {"debug", "info", "warn", "error", "off"}};

/* ---- one value ---- */

static enum err bad(const struct info *v, struct str text, const char *what,
                    struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED, "'%s' is %s, not '%.*s'",
                     v->name, what, STR_FMT(text));
}

static enum err set_number(struct config *c, enum config_id id, struct str text,
                           struct error *e)
{
    const struct info *v = &infos[id];
    struct error ignored;
    uint64_t n;

    if (str_parse_u64(text, v->most, &n, &ignored) || n < v->least)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s' must be a number from %llu to %llu, not '%.*s'",
                         v->name, (unsigned long long)v->least,
                         (unsigned long long)v->most, STR_FMT(text));
    c->value[id].number = n;
    return OK;
}

static enum err set_switch(struct config *c, enum config_id id, struct str text,
                           struct error *e)
{
    static const char *const on[] = {"true", "1", "yes", "on"};
    static const char *const off[] = {"false", "0", "no", "off"};

    for (size_t i = 0; i < COUNT_OF(on); i++) {
        bool is_on = str_eq_nocase(text, str_from(on[i]));

        if (!is_on && !str_eq_nocase(text, str_from(off[i])))
            continue;
        c->value[id].number = is_on;
        c->value[id].text = is_on ? STR("true") : STR("false");
        return OK;
    }
    return bad(&infos[id], text, "true or false", e);
}

static enum err check_choice(enum config_id id, struct str text,
                             struct error *e)
{
    bool found = str_is(text, infos[id].otherwise);

    for (size_t i = 0; i < COUNT_OF(choices[id]) && choices[id][i]; i++)
        found = found || str_is(text, choices[id][i]);
    return found ? OK
                 : bad(&infos[id], text, "one of what its meaning names", e);
}

/* `text` lives as long as the configuration. */
static enum err set(struct config *c, enum config_id id, struct str text,
                    enum config_origin origin, struct error *e)
{
    c->value[id].text = text;
    c->value[id].origin = origin;
    switch (infos[id].type) {
    case NUMBER: return set_number(c, id, text, e);
    case SWITCH: return set_switch(c, id, text, e);
    case CHOICE: return check_choice(id, text, e);
    default: return OK;
    }
}

static enum err find(struct str name, enum config_id *id, struct error *e)
{
    for (int i = 0; i < CONFIG_VALUES; i++)
        if (str_eq_nocase(name, str_from(infos[i].name))) {
            *id = (enum config_id)i;
            return OK;
        }
    return error_set(e, ERR_VALIDATION_FAILED,
                     "there is no setting '%.*s'; 'quarry config' lists them",
                     STR_FMT(name));
}

/* ---- the file ---- */

/* What a value of the file is as text. */
static enum err text_of(const struct json *j, struct arena *a, struct str *out,
                        struct error *e)
{
    struct buf b;
    enum err rc;

    switch (j->type) {
    case JSON_NUMBER:
    case JSON_STRING: *out = j->text; return OK;
    case JSON_TRUE: *out = STR("true"); return OK;
    case JSON_FALSE: *out = STR("false"); return OK;
    case JSON_ARRAY: break;
    default:
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'%.*s' must be a string, a number, true, false or a list",
            STR_FMT(j->key));
    }
    buf_init(&b, FILE_BYTES);
    for (const struct json *x = j->first; x; x = x->next) {
        buf_puts(&b, b.n ? "," : "");
        buf_put_str(&b, json_text(x));
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

static enum err take_file(struct config *c, struct str bytes, struct arena *a,
                          struct error *e)
{
    struct json *root;
    enum config_id id;
    struct str text;

    if (json_parse(bytes, &json_default_limits, a, &root, e))
        return e->code;
    if (root->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "it must be one JSON object");
    for (const struct json *j = root->first; j; j = j->next)
        if (find(j->key, &id, e) || text_of(j, a, &text, e) ||
            set(c, id, text, CONFIG_FILE, e))
            return e->code;
    return OK;
}

static enum err read_file(struct config *c, const struct config_sources *s,
                          struct arena *a, struct error *e)
{
    const char *path = s->file ? s->file : s->home_file;
    struct str bytes;
    bool is = false;
    enum err rc = OK;

    if (!path)
        return OK;
    if (!s->file)
        rc = fs_exists(path, FILE_SHOWN, &is, e);
    if (rc || (!s->file && !is))
        return rc;
    rc = fs_read_file(path, FILE_SHOWN, FILE_BYTES, a, &bytes, e);
    if (rc)
        return rc;
    rc = take_file(c, bytes, a, e);
    if (rc)
        error_wrap(e, "in " FILE_SHOWN);
    return rc;
}

/* ---- the environment ---- */

static const char *system_env(const char *name)
{
    return getenv(name);
}

/* QUARRY_MAX_QUEUED of "max_queued". */
static void env_name(const char *name, char out[ENV_BYTES])
{
    int n = snprintf(out, ENV_BYTES, "QUARRY_%s", name);

    for (int i = 0; i < n && i < ENV_BYTES; i++)
        if (out[i] >= 'a' && out[i] <= 'z')
            out[i] = (char)(out[i] - 'a' + 'A');
}

static enum err take_env(struct config *c, const struct config_sources *s,
                         struct arena *a, struct error *e)
{
    const char *(*env)(const char *) = s->env ? s->env : system_env;
    char name[ENV_BYTES];

    for (int i = 0; i < CONFIG_VALUES; i++) {
        const char *text;
        struct str kept;

        env_name(infos[i].name, name);
        text = env(name);
        if (!text && infos[i].also)
            text = env(infos[i].also);
        if (!text)
            continue;
        if (str_dup(str_from(text), a, &kept, e))
            return e->code;
        if (set(c, (enum config_id)i, kept, CONFIG_ENVIRONMENT, e)) {
            error_wrap(e, "in the environment");
            return e->code;
        }
    }
    return OK;
}

/* ---- all of them ---- */

enum err config_load(const struct config_sources *s, struct arena *a,
                     struct config *out, struct error *e)
{
    enum config_id id;
    enum err rc = OK;

    *out = (struct config){0};
    for (int i = 0; i < CONFIG_VALUES && !rc; i++)
        rc = set(out, (enum config_id)i, str_from(infos[i].otherwise),
                 CONFIG_DEFAULT, e);
    if (!rc)
        rc = read_file(out, s, a, e);
    if (!rc)
        rc = take_env(out, s, a, e);
    for (size_t i = 0; i < s->n_flags && !rc; i++) {
        rc = find(s->flags[i].name, &id, e);
        if (!rc)
            rc = set(out, id, s->flags[i].value, CONFIG_FLAG, e);
    }
    return rc;
}

const char *config_name(enum config_id id)
{
    return infos[id].name;
}

uint64_t config_number(const struct config *c, enum config_id id)
{
    return c->value[id].number;
}

struct str config_text(const struct config *c, enum config_id id)
{
    return c->value[id].text;
}

bool config_is_on(const struct config *c, enum config_id id)
{
    return c->value[id].number != 0;
}

enum err config_list(const struct config *c, enum config_id id, struct arena *a,
                     struct str **list, size_t *n, struct error *e)
{
    struct str rest = c->value[id].text;
    size_t room = 1;

    *n = 0;
    for (size_t i = 0; i < rest.n; i++)
        room += rest.p[i] == ',';
    *list = arena_alloc_array(a, room, sizeof(**list), e);
    if (!*list)
        return e->code;
    while (rest.n > 0) {
        size_t comma = str_find_char(rest, ',');
        struct str item = str_trim(str_slice(rest, 0, comma));

        if (item.n)
            (*list)[(*n)++] = item;
        rest = str_slice(rest, comma + 1, rest.n);
    }
    return OK;
}

void config_write(const struct config *c, struct jsonw *w)
{
    static const char *const origins[] = {"default", "file", "environment",
                                          "flag"};

    jsonw_begin_object(w);
    jsonw_key(w, "values");
    jsonw_begin_array(w);
    for (int i = 0; i < CONFIG_VALUES; i++) {
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "name", infos[i].name);
        jsonw_key(w, "value");
        if (infos[i].type == NUMBER)
            jsonw_u64(w, c->value[i].number);
        else if (infos[i].type == SWITCH)
            jsonw_bool(w, c->value[i].number != 0);
        else
            jsonw_str(w, c->value[i].text);
        jsonw_member_cstr(w, "origin", origins[c->value[i].origin]);
        jsonw_member_cstr(w, "meaning", infos[i].meaning);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}
