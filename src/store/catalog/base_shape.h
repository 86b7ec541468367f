/* base_shape.h - the schema migrations of base.db and quarry.db. */
#ifndef STORE_CATALOG_BASE_SHAPE_H
#define STORE_CATALOG_BASE_SHAPE_H

#include "store/sqlite/db_migrate.h"

extern const struct db_steps base_shape; /* of HOME/bases/<id>/base.db */
extern const struct db_steps home_shape; /* of HOME/quarry.db */

#endif
