/*
 * schema_tables.h - the tables of base_schema.c whose rows make a base, or a home, what it
 * is.
 *
 * Those that triggers fill from others (tally) are left out, and what belongs to the place
 * and not to the content (grant_version; files of a store). Columns that a step adds
 * are added here: tests/unit/store/catalog/test_database_copy.c says so.
 */
#ifndef STORE_CATALOG_SCHEMA_TABLES_H
#define STORE_CATALOG_SCHEMA_TABLES_H

#include "store/database/db_tables.h"

extern const struct db_tables base_tables;
extern const struct db_tables home_tables;

#endif
