/*
 * take.h - assigns linked words to roles: each role takes what is next to it.
 */
#ifndef ASK_BIND_TAKE_H
#define ASK_BIND_TAKE_H

#include "ask/bind/binder.h"

/* The aggregate at link `i` takes its column. */
MUST_CHECK enum err bind_take_agg(struct binder *b, size_t i, struct error *e);

/* A superlative with a meaning at link `i` takes its column. */
MUST_CHECK enum err bind_take_like(struct binder *b, size_t i, struct error *e);

/* "When" or "where" at link `i` asks for the column that can tell. */
void bind_take_place_or_time(struct binder *b, size_t i);

/* Verbs of nouns that columns are called by: what they leave to ask. */
void bind_verbs(struct binder *b);

/* "How many" at link `i` takes what it counts. */
MUST_CHECK enum err bind_take_many(struct binder *b, size_t i, struct error *e);

/* "How many customers have more than 100 orders" counts those that do. */
bool bind_counts_entities(const struct binder *b);

/* Those who are still there, of rows that tell who left. Beside the filters. */
MUST_CHECK enum err bind_stayed(struct binder *b, struct error *e);

/* "What do customers in Spain buy": who does it is no part of what is asked
 * for. Before the roles. */
void bind_doers(struct binder *b);

/* Ask for clarification where a word that has no place in a spec changes who
 * is meant. */
void bind_check_modifiers(struct binder *b);

#endif
