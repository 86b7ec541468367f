/* bench_bare.c - the bare program: opens DuckDB and reads one CSV file, into
 * memory or into a database file. */
#include "peer.h"

#include "samples.h"

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3)
        samples_give_up("usage", "bench_bare FILE.csv [DATABASE]");
    peer_close(peer_open(argv[1], argc == 3 ? argv[2] : NULL));
    return 0;
}
