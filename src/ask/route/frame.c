#include "ask/route/frame.h"

#include "ask/vocabulary/question_words.h"
#include "base/buf.h"

#define REST_BYTES ((size_t)64 * 1024)

/* Folded. Words that search passes over anyway are not listed. Chinese has no
 * boundaries, so longer ones stand before shorter ones. */
static const char *const frames[] = {
    "say",        "says",          "said",      "state",      "states",
    "mention",    "mentions",      "mentioned", "describe",   "describes",
    "explain",    "explains",      "tell",      "tells",      "according",
    "regarding",  "concerning",    "anything",  "something",  "information",
    "written",    "policy",        "policies",  "rule",       "rules",
    "regulation", "regulations",   "guideline", "guidelines", "guide",
    "handbook",   "manual",        "document",  "documents",  "documentation",
    "docs",       "dice",          "dicen",     "menciona",   "mencionan",
    "explica",    "explican",      "indica",    "indican",    "establece",
    "establecen", "segun",         "acerca",    "respecto",   "informacion",
    "politica",   "politicas",     "norma",     "normas",     "regla",
    "reglas",     "reglamento",    "normativa", "guia",       "documento",
    "documentos", "documentacion", "怎么规定",  "如何规定",   "怎么说",
    "怎样说",     "说明书",        "政策",      "规定",       "规则",
    "制度",       "手册",          "指南",      "文档",       "文件",
    "关于"};

/* Words from `at` that are a frame; 0: none. */
static size_t frame_at(const struct words *w, size_t at)
{
    for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
        size_t n = question_words_spells(w, at, str_from(frames[i]), false);

        if (n)
            return n;
    }
    return 0;
}

enum err frame_strip(struct str question, struct arena *a, struct str *out,
                     struct error *e)
{
    struct words w;
    struct buf b;
    enum err rc = words_cut(question, WORDS_TEXT, a, &w, e);
    size_t kept = 0;
    size_t from = 0;

    *out = question;
    buf_init(&b, REST_BYTES);
    for (size_t i = 0; i < w.n && !rc;) {
        size_t n = frame_at(&w, i);
        size_t end = i + n < w.n ? w.word[i + n].offset : question.n;

        if (n) {
            buf_put_str(&b, str_slice(question, from, w.word[i].offset));
            buf_put_char(&b, ' ');
            from = end;
        }
        kept += n == 0;
        i += n ? n : 1;
    }
    if (!rc && from > 0 && kept > 0) {
        buf_put_str(&b, str_slice(question, from, question.n));
        rc = buf_dup(&b, a, out, e);
    }
    buf_release(&b);
    return rc;
}
