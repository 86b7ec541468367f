#include "engine/ingest/ingest_texts.h"

void ingest_texts_begin(struct ingest_texts *t, struct jsonw *w)
{
    *t = (struct ingest_texts){.w = w};
    jsonw_key(w, "texts");
    jsonw_begin_array(w);
}

bool ingest_texts_next(struct ingest_texts *t, const char *what,
                       struct str text)
{
    t->total++;
    if (t->bytes + text.n > INGEST_TEXTS_BYTES)
        return false;
    t->bytes += text.n;
    t->listed++;
    jsonw_begin_object(t->w);
    jsonw_member_cstr(t->w, "what", what);
    jsonw_member_str(t->w, "text", text);
    return true;
}

void ingest_texts_end(struct ingest_texts *t)
{
    jsonw_end_array(t->w);
    if (t->total > t->listed)
        jsonw_member_u64(t->w, "texts_total", t->total);
}
