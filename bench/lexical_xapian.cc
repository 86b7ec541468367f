/* Xapian as its documentation shows it: a term generator and a query parser
 * with English stems, BM25 with its defaults. The one file in C++. */
#include "bench_lexical.h"
#include "made.h"

#include <cstdlib>
#include <string>
#include <xapian.h>

static Xapian::Database *db;
static Xapian::QueryParser *parser;

static std::string path_of(const char *folder)
{
    return std::string(folder) + "/xapian";
}

static void build(const char *folder, uint32_t passages)
{
    Xapian::WritableDatabase out(path_of(folder),
                                 Xapian::DB_CREATE_OR_OVERWRITE);
    Xapian::TermGenerator words;

    words.set_stemmer(Xapian::Stem("english"));
    for (uint32_t i = 0; i < passages; i++) {
        Xapian::Document d;

        words.set_document(d);
        words.index_text(made_passage(i));
        d.set_data(std::to_string(i));
        out.add_document(d);
    }
    out.commit();
}

static void open_index(const char *folder)
{
    db = new Xapian::Database(path_of(folder));
    parser = new Xapian::QueryParser;
    parser->set_stemmer(Xapian::Stem("english"));
    parser->set_stemming_strategy(Xapian::QueryParser::STEM_SOME);
    parser->set_database(*db);
}

static size_t ask(const char *words, uint64_t ids[BENCH_TOP])
{
    Xapian::Enquire enquire(*db);
    size_t n = 0;

    enquire.set_query(parser->parse_query(words));
    Xapian::MSet found = enquire.get_mset(0, BENCH_TOP);
    for (Xapian::MSetIterator i = found.begin(); i != found.end(); ++i)
        ids[n++] = std::strtoull(i.get_document().get_data().c_str(), NULL, 10);
    return n;
}

static void close_index(void)
{
    delete parser;
    delete db;
}

extern "C" const struct bench_engine bench_xapian = {
    "xapian", build, open_index, ask, close_index, nullptr};
