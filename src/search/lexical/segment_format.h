/*
 * segment_format.h - the bytes of a segment file.
 *
 * docs/index-format.md has them, too: change both together. What is a
 * document here is a passage there. A segment holds documents that never change.
 * It is a paged file (store/page_file/page_format.h) of the kind "QLEX"; varint
 * is integer_pack.h's. Its content:
 *
 *     terms         for each key, in the order of the dictionary:
 *                       positions | skip table | blocks
 *     stored        what was given to keep of each document, end to end
 *     dictionary    blocks of DICT_BLOCK keys
 *     dict index    uint64[n + 1]: where block i begins, from the file's start;
 *                   the last is the end of the dictionary
 *     ids           uint64[documents]
 *     id order      uint32[documents]: documents in the order of their ids,
 *                   which all differ
 *     lengths       uint8[documents]: bm25_length_code()
 *     stored ends   uint64[documents]: where each ends, from "stored"'s start
 *
 * Documents count from 0; a segment has at most SEGMENT_MAX_DOCS.
 *
 * A key's posting list, df documents in ascending order, is cut into blocks of
 * PACK_BLOCK; the last may be shorter ("tail"). A full block is
 *
 *     uint8 bits of deltas | uint8 bits of frequencies | deltas | frequencies
 *
 * both packed (integer_pack.h): delta i is doc[i] - doc[i-1] - 1, where doc[-1]
 * is the last document of the block before (-1 for the first block); a
 * frequency is tf - 1, tf in 1..BM25_MAX_TF as bm25.h weights it. A tail has, a
 * document, varint 2 * delta + (tf != 1) and, when tf is not 1, one byte tf.
 *
 * With df >= PACK_BLOCK there is a skip table, SKIP_BYTES for each block:
 *
 *     uint32 last document | uint32 end of the block, from the first block's
 *     start | uint32 end of its positions, from their start | 4 impacts
 *
 * An impact is uint8 tf, uint8 length code. For each posting of the block
 * there is an impact with tf at least as high and a length code at most as
 * high; unused ones are 0, 255. So the best score in the block under any
 * statistics is at most that of the best impact: this lets a query pass over
 * blocks, and the statistics may be those of other segments, too.
 *
 * Positions, a document: varint n, then n varints, the first position and the
 * distances to the one before. A document's positions run through title,
 * heading path, body and anchors, with FIELD_GAP unused ones between, so that no phrase
 * crosses. Filter keys have no positions.
 *
 * A dictionary block: uint64 where the first key's data begins in the file,
 * uint8 number of keys, then each key:
 *
 *     varint shared | varint rest | rest bytes    the key: `shared` bytes of
 *                                  the one before (0 for the first), and these
 *     varint df
 *     varint bytes of positions
 *     varint bytes of skip table and blocks
 *     4 impacts of the whole list
 *
 * The data of a key begins where that of the one before ends. Keys ascend
 * strictly, as bytes, shorter first.
 *
 * Its own fields of the footer, uint64 each: documents, keys, sum of
 * bm25_length() over documents, the begin of stored, dictionary, dict index,
 * ids, id order, lengths, stored ends.
 *
 * What is read is checked twice: a page against its sum when it is first
 * touched, which finds damage; and every number against its bounds, because
 * sums do not keep out who writes both.
 */
#ifndef SEARCH_LEXICAL_SEGMENT_FORMAT_H
#define SEARCH_LEXICAL_SEGMENT_FORMAT_H

#include "search/lexical/bm25.h"
#include "search/lexical/integer_pack.h"
#include "store/page_file/page_format.h"

#define FORMAT_MAGIC     UINT32_C(0x58454c51) /* "QLEX" */
#define FORMAT_VERSION   1
#define DICT_BLOCK       32
#define SKIP_BYTES       20
#define IMPACTS          4
#define FIELD_GAP        100
#define SEGMENT_MAX_DOCS ((uint32_t)1 << PACK_MAX_BITS)
#define MAX_KEY_BYTES    1024 /* filters; those of words: KEY_MAX_BYTES */

#define SEGMENT_KIND ((struct page_kind){FORMAT_MAGIC, FORMAT_VERSION})

struct impact {
    uint8_t tf;
    uint8_t length;
};

/* The footer's own fields, and where the sums begin. */
enum footer_field {
    FOOTER_DOCS,
    FOOTER_KEYS,
    FOOTER_LENGTH_SUM,
    FOOTER_STORED,
    FOOTER_DICT,
    FOOTER_DICT_INDEX,
    FOOTER_IDS,
    FOOTER_ID_ORDER,
    FOOTER_LENGTHS,
    FOOTER_STORED_ENDS,
    FOOTER_SUMS = PAGE_FOOTER_SUMS
};

_Static_assert(FOOTER_STORED_ENDS + 1 == PAGE_FOOTER_OWN, "no field is left");

#endif
