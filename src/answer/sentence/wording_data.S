/* The files of data/answer_wording as bytes of the program, so that none can be missing. */
    .section .rodata
    .global wording_en
    .global wording_en_bytes
wording_en:
    .incbin "en.txt"
wording_en_end:
    .balign 8
wording_en_bytes:
    .quad wording_en_end - wording_en
    .global wording_es
    .global wording_es_bytes
wording_es:
    .incbin "es.txt"
wording_es_end:
    .balign 8
wording_es_bytes:
    .quad wording_es_end - wording_es
    .global wording_zh
    .global wording_zh_bytes
wording_zh:
    .incbin "zh.txt"
wording_zh_end:
    .balign 8
wording_zh_bytes:
    .quad wording_zh_end - wording_zh
    .section .note.GNU-stack,"",@progbits
