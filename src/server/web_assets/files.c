#include "server/web_assets/files.h"

/* The assembler reads the file; nothing else puts bytes into a program as fast
 * and as plainly. A NUL after them ends a text. */
#define CARRY(symbol, name)                                                   \
    __asm__(".section .rodata\n"                                              \
            ".balign 16\n" #symbol ":\n"                                      \
            ".incbin \"" PAGE_DIR "/" name "\"\n" #symbol "_end:\n"           \
            ".byte 0\n" #symbol "_packed:\n"                                  \
            ".incbin \"" PAGE_DIR "/" name ".gz\"\n" #symbol "_packed_end:\n" \
            ".byte 0\n"                                                       \
            ".previous\n");                                                   \
    extern const char symbol[], /* NOLINT(bugprone-macro-parentheses) */      \
        symbol##_end[], symbol##_packed[], symbol##_packed_end[]

#define CARRIED(symbol) \
    symbol, symbol##_end, symbol##_packed, symbol##_packed_end

CARRY(page_index, "index.html");
CARRY(page_script, "page.js");
CARRY(page_style, "page.css");
CARRY(page_embed, "embed.js");
CARRY(page_icon, "icon.svg");

const struct page_file page_files[PAGE_FILES] = {
    {"/", "text/html; charset=utf-8", CARRIED(page_index)},
    {"/page.js", "text/javascript; charset=utf-8", CARRIED(page_script)},
    {"/page.css", "text/css; charset=utf-8", CARRIED(page_style)},
    {"/embed.js", "text/javascript; charset=utf-8", CARRIED(page_embed)},
    {"/icon.svg", "image/svg+xml", CARRIED(page_icon)},
};
