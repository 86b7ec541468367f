/* The packed lexicon as bytes of the program, so that it cannot be missing. */
    .section .rodata
    .balign 16
    .global lexicon_packed
    .global lexicon_packed_bytes
lexicon_packed:
    .incbin "lexicon.packed"
lexicon_end:
    .balign 8
lexicon_packed_bytes:
    .quad lexicon_end - lexicon_packed
    .section .note.GNU-stack,"",@progbits
