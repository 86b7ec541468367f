/* weights.txt as bytes of the program, so that it cannot be missing. */
    .section .rodata
    .global readings_weights
    .global readings_weights_end
readings_weights:
    .incbin "readings/weights.txt"
readings_weights_end:
    .byte 0
    .section .note.GNU-stack,"",@progbits
