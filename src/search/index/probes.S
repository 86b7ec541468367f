/* probes.txt as bytes of the program, so that it cannot be missing. */
    .section .rodata
    .global index_probes
    .global index_probes_bytes
index_probes:
    .incbin "search/index/probes.txt"
probes_end:
    .balign 8
index_probes_bytes:
    .quad probes_end - index_probes
    .section .note.GNU-stack,"",@progbits
