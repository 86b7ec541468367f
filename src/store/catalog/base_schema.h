/* base_schema.h - the schema migrations of base.db and quarry.db. */
#ifndef STORE_CATALOG_BASE_SCHEMA_H
#define STORE_CATALOG_BASE_SCHEMA_H

#include "store/database/db_migrate.h"

extern const struct db_migrations base_schema; /* of HOME/bases/<id>/base.db */
extern const struct db_migrations home_schema; /* of HOME/quarry.db */

/* The same on a server. */
extern const struct db_migrations base_schema_server;
extern const struct db_migrations home_schema_server;

#endif
