/* bench_bare.c - the bare program: opens DuckDB and reads one CSV file. */
#include "peer.h"

#include "samples.h"

int main(int argc, char **argv)
{
    if (argc != 2)
        samples_give_up("usage", "bench_bare FILE.csv");
    peer_close(peer_open(argv[1]));
    return 0;
}
