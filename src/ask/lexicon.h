/* lexicon.h - the words of questions in English, Spanish and Chinese. */
#ifndef ASK_LEXICON_H
#define ASK_LEXICON_H

enum language { LANGUAGE_EN, LANGUAGE_ES, LANGUAGE_ZH };

#endif
