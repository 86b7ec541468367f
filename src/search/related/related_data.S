/* The packed related words as bytes of the program, so that they cannot be missing. */
    .section .rodata
    .balign 16
    .global related_packed
related_packed:
    .incbin "related.packed"
    .section .note.GNU-stack,"",@progbits
