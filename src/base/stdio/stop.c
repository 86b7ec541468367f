#include "base/stdio/stop.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static const int signals[STOP_SIGNALS] = {SIGTERM, SIGINT, SIGHUP, SIGPIPE};

/* The open stop's descriptor, for the handler; -1 when there is none. */
static atomic_int handler_fd = -1;
static atomic_int handler_reload_fd = -1;

static void on_signal(int number)
{
    int fd = atomic_load(&handler_fd);
    int reload_fd = atomic_load(&handler_reload_fd);

    if (number == SIGHUP && reload_fd >= 0)
        fd = reload_fd;
    if (number != SIGPIPE && fd >= 0)
        stop_raise(fd);
}

void stop_raise(int fd)
{
    const uint64_t one = 1;
    int saved = errno;
    /* An eventfd refuses this only when it is readable already. */
    ssize_t ignored = write(fd, &one, sizeof(one));

    (void)ignored;
    errno = saved;
}

enum err stop_open(struct stop *s, struct error *e)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    int none = -1;

    s->reload_fd = -1;
    s->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (s->fd < 0)
        return error_set(e, ERR_INTERNAL,
                         "cannot create an event descriptor: %s",
                         strerror(errno));
    if (!atomic_compare_exchange_strong(&handler_fd, &none, s->fd)) {
        (void)close(s->fd);
        s->fd = -1;
        return error_set(e, ERR_CONFLICT, "this process is already serving");
    }
    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < STOP_SIGNALS; i++)
        (void)sigaction(signals[i], &action, &s->before[i]);
    return OK;
}

void stop_watch_reload(struct stop *s)
{
    s->reload_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    atomic_store(&handler_reload_fd, s->reload_fd);
}

void stop_clear_reload(const struct stop *s)
{
    uint64_t count;
    ssize_t ignored = read(s->reload_fd, &count, sizeof(count));

    (void)ignored;
}

void stop_close(struct stop *s)
{
    if (s->fd < 0)
        return;
    for (size_t i = 0; i < STOP_SIGNALS; i++)
        (void)sigaction(signals[i], &s->before[i], NULL);
    atomic_store(&handler_reload_fd, -1);
    atomic_store(&handler_fd, -1);
    if (s->reload_fd >= 0)
        (void)close(s->reload_fd);
    (void)close(s->fd);
    s->fd = s->reload_fd = -1;
}
