#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

/* clang-format off */
static const char moves_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("docket", 400, "\"D-1\",\"D-2\"") ","
    DATE_COLUMN("day", 300, "2022-01-03", "2024-12-30") ","
    TEXT_COLUMN("depot", 5, "\"Bergen\",\"Turku\"") ","
    TEXT_COLUMN("way", 2, "\"IN\",\"OUT\"") ","
    WHOLE_COLUMN("units", 30, "1", "40") "]}";

static const char letters_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("letter", 400, "\"L-1\",\"L-2\"") ","
    TEXT_COLUMN("state", 3, "\"Received\",\"Shipped\",\"Lost\"") ","
    WHOLE_COLUMN("pages", 30, "1", "40") "]}";

static const char halls_table[] =
    "{\"row_count\":40,\"columns\":["
    TEXT_COLUMN("hall", 40, "\"North\",\"South\"") ","
    DECIMAL_COLUMN("volume_m3", 38, "100", "9000") ","
    DECIMAL_COLUMN("crane_load_kg", 38, "100", "9000") ","
    DECIMAL_COLUMN("track_km", 38, "1", "90") "]}";

static const char parts_table[] =
    "{\"row_count\":40,\"columns\":["
    TEXT_COLUMN("sku", 40, "\"S-1\",\"S-2\"") ","
    TEXT_COLUMN("item", 39, "\"Bolt\",\"Nut\"") ","
    TEXT_COLUMN("maker", 4, "\"Hull\",\"Vik\"") ","
    DECIMAL_COLUMN("price", 38, "1", "90") "]}";
/* clang-format on */

static void which_way_goods_went_is_a_code(void **state)
{
    static const struct wording list[] = {
        {"inbound units by depot",
         "depot, sum(units) WHERE way = 'IN' GROUP BY 1 ORDER BY 1 ASC"},
        {"units that left Bergen in 2023",
         "sum(units) WHERE day >= '2023-01-01' AND day < '2024-01-01' AND way "
         "= 'OUT' AND depot = 'Bergen'"},
        {"units received in Turku",
         "sum(units) WHERE way = 'IN' AND depot = 'Turku'"},
    };
    static const struct wording others[] = {
        {"how many letters were dispatched", "?"}, /* none is called so */
    };

    (void)state;
    CHECK_WORDINGS(moves_table, "moves.csv", list);
    CHECK_WORDINGS(letters_table, "letters.csv", others);
}

static void units_are_known_by_all_their_names(void **state)
{
    static const struct wording list[] = {
        {"halls that hold over 500 cubic metres",
         "hall WHERE volume_m3 > 500 GROUP BY 1 ORDER BY 1 ASC"},
        {"halls with more than two thousand kilos",
         "hall WHERE crane_load_kg > 2000 GROUP BY 1 ORDER BY 1 ASC"},
        {"halls with less than 20 kilometres",
         "hall WHERE track_km < 20 GROUP BY 1 ORDER BY 1 ASC"},
        {"halls with over 20 litres", "?"},
    };

    (void)state;
    CHECK_WORDINGS(halls_table, "halls.csv", list);
}

static void a_part_is_shown_by_its_name(void **state)
{
    static const struct wording list[] = {
        {"the cheapest part from Hull",
         "item, min(price) WHERE maker = 'Hull' GROUP BY 1 QUALIFY rank() OVER "
         "(ORDER BY min(price) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
        {"how many parts did Vik make",
         "count(DISTINCT sku) WHERE maker = 'Vik'"},
    };

    (void)state;
    CHECK_WORDINGS(parts_table, "parts.csv", list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_way_goods_went_is_a_code),
        cmocka_unit_test(units_are_known_by_all_their_names),
        cmocka_unit_test(a_part_is_shown_by_its_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
