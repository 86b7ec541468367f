/* weights.txt, asked_shape.txt and asked_parts.txt, packed, as bytes of the program, so that
 * they cannot be missing. */
    .section .rodata
    .global parse_weights_packed
    .balign 64
parse_weights_packed:
    .incbin "parse_weights.packed"
    .global asked_shape_packed
    .balign 64
asked_shape_packed:
    .incbin "asked_shape.packed"
    .global asked_parts_packed
    .balign 64
asked_parts_packed:
    .incbin "asked_parts.packed"
    .section .note.GNU-stack,"",@progbits
