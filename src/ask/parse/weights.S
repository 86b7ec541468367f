/* weights.txt, packed, as bytes of the program, so that it cannot be missing. */
    .section .rodata
    .global parse_weights_packed
    .balign 64
parse_weights_packed:
    .incbin "parse_weights.packed"
    .section .note.GNU-stack,"",@progbits
