/* bench_bare.c - the bare program: opens DuckDB and reads one CSV file, into
 * memory or into a database file, and may ask one question of it. */
#include "peer.h"

#include "samples.h"

int main(int argc, char **argv)
{
    struct peer *p;

    if (argc < 2 || argc > 4)
        samples_give_up("usage", "bench_bare FILE.csv [DATABASE [SQL]]");
    p = peer_open(argv[1], argc > 2 ? argv[2] : NULL);
    if (argc == 4 && peer_query(p, argv[3]) == 0)
        samples_give_up("the peer", "no rows");
    peer_close(p);
    return 0;
}
