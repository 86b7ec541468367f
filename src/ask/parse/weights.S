/* weights.txt as bytes of the program, so that it cannot be missing. */
    .section .rodata
    .global parse_weights_text
    .global parse_weights_text_bytes
parse_weights_text:
    .incbin "ask/parse/weights.txt"
weights_end:
    .balign 8
parse_weights_text_bytes:
    .quad weights_end - parse_weights_text
    .section .note.GNU-stack,"",@progbits
