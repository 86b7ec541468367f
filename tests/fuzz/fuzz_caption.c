/* module: ingest */
/* Any bytes as the caption of a table: the unit that it states is a part of it. */
#include "base/utf8.h"
#include "engine/ingest/caption_unit.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = {size ? (const char *)data : "", size};
    struct caption_unit unit = {0};

    text.n = utf8_valid_prefix(text);
    if (!caption_unit_find(text, &unit))
        return 0;
    BUG_ON(unit.text[0] == '\0' || strlen(unit.text) >= CAPTION_UNIT_BYTES);
    BUG_ON(str_find(text, str_from(unit.text)) == text.n);
    return 0;
}
