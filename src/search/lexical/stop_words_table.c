/* Articles, pronouns, prepositions, conjunctions and auxiliary verbs, folded
 * (stop_words.h), in the order of their bytes; Chinese by characters. */
#include "search/lexical/stop_words.h"

static const char *const english[] = {
    "a",      "about",   "after",  "all",     "also",   "am",      "an",
    "and",    "any",     "are",    "as",      "at",     "be",      "because",
    "been",   "before",  "being",  "between", "both",   "but",     "by",
    "can",    "could",   "did",    "do",      "does",   "doing",   "down",
    "during", "each",    "few",    "for",     "from",   "further", "had",
    "has",    "have",    "having", "he",      "her",    "here",    "hers",
    "him",    "himself", "his",    "how",     "i",      "if",      "in",
    "into",   "is",      "it",     "its",     "itself", "just",    "me",
    "more",   "most",    "my",     "myself",  "no",     "nor",     "not",
    "now",    "of",      "off",    "on",      "once",   "only",    "or",
    "other",  "our",     "ours",   "out",     "over",   "own",     "same",
    "she",    "should",  "so",     "some",    "such",   "than",    "that",
    "the",    "their",   "theirs", "them",    "then",   "there",   "these",
    "they",   "this",    "those",  "through", "to",     "too",     "under",
    "until",  "up",      "very",   "was",     "we",     "were",    "what",
    "when",   "where",   "which",  "while",   "who",    "whom",    "whose",
    "why",    "will",    "with",   "would",   "you",    "your",    "yours",
};

static const char *const spanish[] = {
    "a",        "al",      "algo",    "algun",  "alguna", "algunas",
    "alguno",   "algunos", "ante",    "antes",  "aquel",  "aquella",
    "aquellos", "asi",     "aun",     "aunque", "cada",   "como",
    "con",      "contra",  "cual",    "cuales", "cuando", "cuanta",
    "cuantas",  "cuanto",  "cuantos", "de",     "del",    "desde",
    "donde",    "dos",     "durante", "e",      "el",     "ella",
    "ellas",    "ellos",   "en",      "entre",  "era",    "eran",
    "es",       "esa",     "esas",    "ese",    "eso",    "esos",
    "esta",     "estaba",  "estan",   "estas",  "este",   "esto",
    "estos",    "fue",     "fueron",  "ha",     "habia",  "han",
    "hasta",    "hay",     "la",      "las",    "le",     "les",
    "lo",       "los",     "mas",     "me",     "mi",     "mientras",
    "muy",      "nada",    "ni",      "no",     "nos",    "nosotros",
    "o",        "os",      "otra",    "otras",  "otro",   "otros",
    "para",     "pero",    "poco",    "por",    "porque", "que",
    "quien",    "quienes", "se",      "sea",    "segun",  "ser",
    "si",       "sido",    "sin",     "sobre",  "son",    "su",
    "sus",      "tal",     "tambien", "tan",    "tanto",  "te",
    "tenia",    "tiene",   "tienen",  "toda",   "todas",  "todo",
    "todos",    "tras",    "tu",      "tus",    "u",      "un",
    "una",      "unas",    "uno",     "unos",   "usted",  "y",
    "ya",       "yo",
};

const struct stop_list stop_english = {english,
                                       sizeof(english) / sizeof(english[0])};
const struct stop_list stop_spanish = {spanish,
                                       sizeof(spanish) / sizeof(spanish[0])};
const struct str stop_chinese = {
    "的了是在和与及或被把对为于以之其这那有个们吗呢着过到从由而但并也都就还"
    "我你他她它您什么哪谁多少几怎样如何种些",
    sizeof(
        "的了是在和与及或被把对为于以之其这那有个们吗呢着过到从由而但并也都就还"
        "我你他她它您什么哪谁多少几怎样如何种些") -
        1};
