/*
 * retrieval_xapian TEXTS QUESTIONS LANGUAGE FOLDER - what Xapian finds, for
 * retrieval.mjs: BM25 with its defaults, with the stems of the language or,
 * where that is "none", with n-grams of CJK. A text or a question a line; for
 * each question a line of the numbers of the hundred best texts.
 */
#include <fstream>
#include <iostream>
#include <string>
#include <xapian.h>

static const unsigned TOP = 100;

static void build(const char *texts, const Xapian::Stem &stem,
                  Xapian::WritableDatabase &out)
{
    std::ifstream in(texts);
    std::string line;

    for (unsigned i = 0; std::getline(in, line); i++) {
        Xapian::TermGenerator words;
        Xapian::Document d;

        words.set_stemmer(stem);
        words.set_flags(Xapian::TermGenerator::FLAG_CJK_NGRAM);
        words.set_document(d);
        words.index_text(line);
        d.set_data(std::to_string(i));
        out.add_document(d);
    }
    out.commit();
}

/* A query parser wants all n-grams of a run of CJK; here any of them counts,
 * as does any word of other languages. */
static Xapian::Query query_of_ngrams(const std::string &line)
{
    Xapian::TermGenerator words;
    Xapian::Document d;

    words.set_flags(Xapian::TermGenerator::FLAG_CJK_NGRAM);
    words.set_document(d);
    words.index_text_without_positions(line);
    return Xapian::Query(Xapian::Query::OP_OR, d.termlist_begin(),
                         d.termlist_end());
}

static void ask(const char *questions, const std::string &language,
                const Xapian::Database &db)
{
    std::ifstream in(questions);
    std::string line;
    Xapian::QueryParser parser;

    parser.set_stemmer(Xapian::Stem(language));
    parser.set_stemming_strategy(Xapian::QueryParser::STEM_SOME);
    parser.set_database(db);
    while (std::getline(in, line)) {
        Xapian::Enquire enquire(db);

        enquire.set_query(language == "none" ? query_of_ngrams(line)
                                             : parser.parse_query(line, 0));
        Xapian::MSet found = enquire.get_mset(0, TOP);
        for (Xapian::MSetIterator i = found.begin(); i != found.end(); ++i)
            std::cout << i.get_document().get_data() << ' ';
        std::cout << '\n';
    }
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    try {
        const std::string language = argv[3];
        Xapian::WritableDatabase db(argv[4], Xapian::DB_CREATE_OR_OVERWRITE);

        build(argv[1], Xapian::Stem(language), db);
        ask(argv[2], language, db);
    } catch (const Xapian::Error &e) {
        std::cerr << e.get_description() << '\n';
        return 1;
    }
    return 0;
}
