#include "formats/pdf/pdfium.h"

#include "base/library.h"

#include <dlfcn.h>

#define LIBRARY "libpdfium.so"

static struct pdfium lib;
static bool is_ready;

/* Without paths it looks for no fonts: what a document does not embed has the
 * widths that the document says, and nothing is drawn. */
static void init(void)
{
    static const char *no_fonts[] = {NULL};
    const struct pdfium_config config = {.version = 2, .font_paths = no_fonts};

    lib.FPDF_InitLibraryWithConfig(&config);
    is_ready = true;
}

enum err pdfium_load(const struct pdfium **out, struct error *e)
{
    void *library;
    bool found;

    *out = &lib;
    if (is_ready)
        return OK;
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    found = library != NULL;
#define FIND(name, result, parameters) \
    found = found && library_find(library, #name, &lib.name);
    PDFIUM_FUNCTIONS(FIND)
#undef FIND
    if (!found)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "cannot read PDF: " LIBRARY
                         " is not beside quarry-pdf, or not the one that it "
                         "was built for");
    init();
    return OK;
}
