/* members_fixture.h - members of a club: codes and names, gaps, yes and no. */
#ifndef ASK_MEMBERS_FIXTURE_H
#define ASK_MEMBERS_FIXTURE_H

#include "orders_fixture.h"

#define MEMBERS                                                                \
    "{\"row_count\":200,\"columns\":["                                         \
    "{\"name\":\"member_id\",\"inferred_type\":\"string\","                    \
    "\"non_null_count\":200,\"distinct_estimate\":200,\"dictionary\":{"        \
    "\"complete\":true,\"values\":[\"M-1\",\"M-2\"]}},"                        \
    "{\"name\":\"member_name\",\"inferred_type\":\"string\","                  \
    "\"non_null_count\":200,\"distinct_estimate\":199,\"dictionary\":{"        \
    "\"complete\":true,\"values\":[\"Ana Ruiz\",\"Bo Lind\"]}},"               \
    "{\"name\":\"city\",\"inferred_type\":\"string\",\"non_null_count\":"      \
    "200,\"distinct_estimate\":3,\"dictionary\":{\"complete\":true,"           \
    "\"values\":[\"Madrid\",\"Paris\",\"Oslo\"]}},"                            \
    "{\"name\":\"coach\",\"inferred_type\":\"string\",\"non_null_count\":"     \
    "120,\"distinct_estimate\":2,\"dictionary\":{\"complete\":true,"           \
    "\"values\":[\"Kim\",\"Sato\"]}},"                                         \
    "{\"name\":\"active\",\"inferred_type\":\"string\",\"non_null_count\":"    \
    "200,\"distinct_estimate\":3,\"dictionary\":{\"complete\":true,"           \
    "\"values\":[\"Yes\",\"no\",\"YES\"]}},"                                   \
    "{\"name\":\"joined_on\",\"inferred_type\":\"date\","                      \
    "\"non_null_count\":200,\"distinct_estimate\":150,"                        \
    "\"min\":\"2020-01-03\",\"max\":\"2024-12-30\"},"                          \
    "{\"name\":\"suspended_on\",\"inferred_type\":\"date\","                   \
    "\"non_null_count\":40,\"distinct_estimate\":38,"                          \
    "\"min\":\"2021-02-03\",\"max\":\"2024-11-30\"},"                          \
    "{\"name\":\"visits\",\"inferred_type\":\"integer\",\"non_null_count\":"   \
    "200,\"distinct_estimate\":40,\"min\":0,\"max\":60},"                      \
    "{\"name\":\"fee\",\"inferred_type\":\"decimal\",\"non_null_count\":200,"  \
    "\"distinct_estimate\":90,\"min\":12.50,\"max\":99.00},"                   \
    "{\"name\":\"paid\",\"inferred_type\":\"decimal\",\"non_null_count\":200," \
    "\"distinct_estimate\":150,\"min\":10.00,\"max\":990.00}]}"

/* Figures of three banks at the end of each of 36 months. */
#define BANKS                                                             \
    "{\"row_count\":108,\"columns\":["                                    \
    "{\"name\":\"bank\",\"inferred_type\":\"string\",\"non_null_count\":" \
    "108,\"distinct_estimate\":3,\"dictionary\":{\"complete\":true,"      \
    "\"values\":[\"Alpha\",\"Norte\",\"Delta\"]}},"                       \
    "{\"name\":\"closed\",\"inferred_type\":\"date\",\"non_null_count\":" \
    "108,\"distinct_estimate\":36,\"min\":\"2022-01-31\",\"max\":"        \
    "\"2024-12-31\"},"                                                    \
    "{\"name\":\"npl_ratio\",\"inferred_type\":\"decimal\","              \
    "\"non_null_count\":108,\"distinct_estimate\":100,\"min\":0.50,"      \
    "\"max\":7.20}]}"

/* People who work somewhere, with their codes, names and bosses. */
#define STAFF                                                           \
    "{\"row_count\":150,\"columns\":["                                  \
    "{\"name\":\"employee_id\",\"inferred_type\":\"string\","           \
    "\"non_null_count\":150,\"distinct_estimate\":150,\"dictionary\":{" \
    "\"complete\":true,\"values\":[\"E1\",\"E2\"]}},"                   \
    "{\"name\":\"full_name\",\"inferred_type\":\"string\","             \
    "\"non_null_count\":150,\"distinct_estimate\":149,\"dictionary\":{" \
    "\"complete\":true,\"values\":[\"Ann Abel\",\"Bob Boyd\"]}},"       \
    "{\"name\":\"manager\",\"inferred_type\":\"string\","               \
    "\"non_null_count\":140,\"distinct_estimate\":3,\"dictionary\":{"   \
    "\"complete\":true,\"values\":[\"Maya Lim\",\"Omar Diaz\"]}},"      \
    "{\"name\":\"salary\",\"inferred_type\":\"integer\","               \
    "\"non_null_count\":150,\"distinct_estimate\":140,\"min\":21000,"   \
    "\"max\":99000},"                                                   \
    "{\"name\":\"hire_date\",\"inferred_type\":\"date\","               \
    "\"non_null_count\":150,\"distinct_estimate\":140,"                 \
    "\"min\":\"2012-02-03\",\"max\":\"2024-11-30\"},"                   \
    "{\"name\":\"left_on\",\"inferred_type\":\"date\","                 \
    "\"non_null_count\":21,\"distinct_estimate\":20,"                   \
    "\"min\":\"2024-01-03\",\"max\":\"2024-11-30\"}]}"

static inline void check_member(const char *question, const char *want)
{
    check_sql_of(MEMBERS, question, want);
}

#endif
