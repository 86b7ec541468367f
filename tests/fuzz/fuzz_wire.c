/* module: base */
/*
 * Any bytes on the socket: wire_receive() gives the frames that are in them,
 * byte for byte, then one error, and never keeps a descriptor. The first byte
 * chooses how large a payload the receiver takes.
 */
#include "base/wire.h"

#include <sys/socket.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a socket takes at once, whatever its settings. */
#define MOST_BYTES ((size_t)64 * 1024)

/* The frame is what lies at the start of `sent`; returns its length. */
static size_t check_frame(const struct wire_frame *f, struct str sent)
{
    unsigned char header[WIRE_HEADER_BYTES];
    size_t whole = WIRE_HEADER_BYTES + f->payload.n;

    BUG_ON(f->fd != -1 || f->payload.n > WIRE_MAX_PAYLOAD || whole > sent.n);
    wire_encode_header(f, (uint32_t)f->payload.n, header);
    BUG_ON(!str_eq((struct str){(const char *)header, sizeof(header)},
                   str_slice(sent, 0, sizeof(header))));
    BUG_ON(!str_eq(f->payload, str_slice(sent, sizeof(header), whole)));
    return whole;
}

static void receive_all(int sock, size_t max_bytes, struct str sent)
{
    const struct wire_wait forever = {0};
    struct buf b;
    enum err rc = OK;

    buf_init(&b, max_bytes);
    while (!rc) {
        struct wire_frame f;
        struct error e = {0};

        rc = wire_receive(sock, &b, &f, &forever, &e);
        if (!rc)
            sent = str_slice(sent, check_frame(&f, sent), sent.n);
        else
            BUG_ON((rc != ERR_TOOL_WORKER_UNAVAILABLE && rc != ERR_LIMIT) ||
                   e.code != rc || e.msg[0] == '\0');
    }
    buf_release(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {(const char *)data + 1, size - 1};
    int pair[2];

    if (size == 0 || size > MOST_BYTES)
        return 0;
    BUG_ON(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0);
    BUG_ON(bytes.n && write(pair[1], bytes.p, bytes.n) != (ssize_t)bytes.n);
    (void)close(pair[1]);
    receive_all(pair[0], (size_t)data[0] << 8, bytes);
    (void)close(pair[0]);
    return 0;
}
