/* weights.txt as bytes of the program, so that it cannot be missing. */
    .section .rodata
    .global selector_weights_text
    .global selector_weights_text_bytes
selector_weights_text:
    .incbin "answer/selector/weights.txt"
weights_end:
    .balign 8
selector_weights_text_bytes:
    .quad weights_end - selector_weights_text
    .section .note.GNU-stack,"",@progbits
