#include "formats/pdf/pdfium.h"

#include "base/library.h"
#include "base/str.h"

#define LIBRARY "libpdfium.so"

static struct pdfium lib;
static bool is_ready;

#define FUNCTION(name, result, parameters) LIBRARY_FUNCTION(lib, name),
static const struct library_function functions[] = {PDFIUM_FUNCTIONS(FUNCTION)};
#undef FUNCTION

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
    *out = &lib;
    if (is_ready)
        return OK;
    if (!library_load(LIBRARY, functions, COUNT_OF(functions)))
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "cannot read PDF: " LIBRARY
                         " is not beside quarry-pdf, or not the one that it "
                         "was built for");
    init();
    return OK;
}
