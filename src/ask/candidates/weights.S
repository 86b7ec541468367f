/* weights.txt as bytes of the program, so that it cannot be missing. */
    .section .rodata
    .global readings_weights
    .global readings_weights_bytes
readings_weights:
    .incbin "ask/candidates/weights.txt"
weights_end:
    .balign 8
readings_weights_bytes:
    .quad weights_end - readings_weights
    .section .note.GNU-stack,"",@progbits
