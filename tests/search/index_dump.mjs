// index_dump.mjs FOLDER - an index as JSON, read by what docs/index-format.md
// says and by nothing else: whoever changes the page or a format changes both.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const PAGE = 4096;
const FOOTER = 128;
const wrap = (v) => BigInt.asUintN(64, v);

// The sum that guards everything.
export function sum(bytes, seed) {
    const step = (s, w) => {
        s = wrap((s ^ w) * 0x9e3779b97f4a7c15n);
        return s ^ (s >> 29n);
    };
    const whole = bytes.length - (bytes.length % 8);
    const rest = Buffer.alloc(8);
    let s = step(BigInt(seed) + 1n, BigInt(bytes.length));
    for (let i = 0; i < whole; i += 8) s = step(s, bytes.readBigUInt64LE(i));
    bytes.copy(rest, 0, whole);
    return step(s, rest.readBigUInt64LE(0));
}

// Reads on from a place in a buffer, never behind its end.
class Cursor {
    constructor(bytes, at, end = bytes.length) {
        Object.assign(this, { bytes, at, end });
    }
    take(n) {
        assert.ok(n >= 0 && this.at + n <= this.end, "cut");
        this.at += n;
        return this.bytes.subarray(this.at - n, this.at);
    }
    u8 = () => this.take(1)[0];
    u32 = () => this.take(4).readUInt32LE(0);
    big = () => this.take(8).readBigUInt64LE(0);
    u64 = () => Number(this.big());
    varint() {
        let v = 0;
        for (let scale = 1; ; scale *= 128) {
            const byte = this.u8();
            v += (byte & 127) * scale;
            if (byte < 128) return v;
        }
    }
    impacts = () => Array.from({ length: 4 }, () => ({ tf: this.u8(), length: this.u8() }));
}

const hex = (v) => v.toString(16).padStart(16, "0");

export function readManifest(bytes) {
    const c = new Cursor(bytes, 0, bytes.length - 8);
    assert.equal(bytes.readBigUInt64LE(bytes.length - 8), sum(bytes.subarray(0, -8), 0), "the manifest's sum");
    assert.equal(c.take(8).toString(), "QSEGMAN1");
    const m = { id: hex(c.big()), version: c.u64(), dimensions: c.u64() };
    const name = c.u64();
    m.model = c.take(Math.ceil(name / 8) * 8).subarray(0, name).toString();
    m.segments = Array.from({ length: c.u64() }, () => {
        const s = { name: hex(c.big()), words: { bytes: c.u64(), sum: c.big() }, vectors: { bytes: c.u64(), sum: c.big() } };
        Object.assign(s, { passages: c.u64(), deleted: c.u64(), deletedLength: c.u64() });
        const words = s.deleted ? Array.from({ length: Math.ceil(s.passages / 64) }, () => c.big()) : [];
        s.isDeleted = (i) => s.deleted > 0 && ((words[i >> 6] >> BigInt(i & 63)) & 1n) === 1n;
        return s;
    });
    assert.equal(c.at, c.end, "nothing behind the segments");
    return m;
}

// The frame of a file: every page by its sum, and the footer's ten own fields.
export function readPaged(bytes, magic) {
    const c = new Cursor(bytes, bytes.length - FOOTER);
    const field = Array.from({ length: 16 }, () => c.big());
    const sums = Number(field[10]);
    const pages = sums / PAGE;
    assert.equal(field[15], sum(bytes.subarray(bytes.length - FOOTER, -8), 0), "the footer's sum");
    assert.equal(Number(field[11]), bytes.length);
    assert.equal(sums + 8 * pages + FOOTER, bytes.length);
    assert.equal(field[12], sum(bytes.subarray(sums, sums + 8 * pages), 0), "the sum of the sums");
    assert.equal(bytes.subarray(0, 4).toString(), magic);
    assert.deepEqual([bytes.readUInt32LE(4), field[13], field[14]], [1, 1n, 0n]);
    for (let i = 0; i < pages; i++)
        assert.equal(bytes.readBigUInt64LE(sums + 8 * i), sum(bytes.subarray(i * PAGE, (i + 1) * PAGE), i), `page ${i}`);
    return { own: field.slice(0, 10).map(Number), sums, sum: field[15] };
}

const list = (n, next) => Array.from({ length: n }, next);

export function lengthOf(code) {
    const k = code - 64;
    return code < 64 ? code : (64 + Math.floor(((k % 24) * 64) / 24)) * 2 ** Math.floor(k / 24);
}

function unpack(c, bits) {
    const words = list(4 * bits, c.u32);
    return list(128, (_, i) => {
        let v = 0;
        for (let b = 0; b < bits; b++) {
            const bit = Math.floor(i / 4) * bits + b;
            v += ((words[Math.floor(bit / 32) * 4 + (i % 4)] >>> bit % 32) & 1) * 2 ** b;
        }
        return v;
    });
}

// One block: its passages with their tf.
function readBlock(c, n, before) {
    const out = [];
    const put = (delta, tf) => out.push({ passage: (before += delta + 1), tf });
    if (n < 128) {
        for (let i = 0; i < n; i++) {
            const v = c.varint();
            put(Math.floor(v / 2), v % 2 ? c.u8() : 1);
        }
        return out;
    }
    const [deltas, tfs] = [c.u8(), c.u8()];
    const delta = unpack(c, deltas);
    unpack(c, tfs).forEach((tf, i) => put(delta[i], tf + 1));
    return out;
}

const covered = (posting, impacts) => impacts.some((m) => m.tf >= posting.tf && m.length <= posting.length);

// All passages of a key; what skip table and impacts say of them must hold.
function readPostings(bytes, key, lengths) {
    const positions = new Cursor(bytes, key.at, key.at + key.positionsBytes);
    const c = new Cursor(bytes, positions.end, positions.end + key.dataBytes);
    const skips = list(key.df >= 128 ? Math.ceil(key.df / 128) : 0, () => ({ last: c.u32(), end: c.u32(), positions: c.u32(), impacts: c.impacts() }));
    const begin = c.at;
    const all = [];
    for (let b = 0; all.length < key.df; b++) {
        const block = readBlock(c, Math.min(128, key.df - all.length), all.at(-1)?.passage ?? -1);
        for (const p of block) {
            p.length = lengths[p.passage];
            let at = 0;
            p.positions = key.positionsBytes ? list(positions.varint(), () => (at += positions.varint())) : [];
            assert.ok(covered(p, skips[b]?.impacts ?? key.impacts) && covered(p, key.impacts), "an impact covers it");
        }
        if (skips.length) assert.deepEqual([skips[b].last, skips[b].end, skips[b].positions], [block.at(-1).passage, c.at - begin, positions.at - key.at]);
        all.push(...block);
    }
    assert.deepEqual([c.at, positions.at], [c.end, positions.end], "nothing is left of a key");
    return all;
}

function readKeys(bytes, own, lengths) {
    const [, count, , stored, dictionary, index, ids] = own;
    const places = new Cursor(bytes, index, ids);
    const begins = list(Math.ceil(count / 32) + 1, places.u64);
    const keys = new Map();
    let at = 8;
    assert.deepEqual([begins[0], begins.at(-1), places.at], [dictionary, index, ids]);
    for (let b = 0; b + 1 < begins.length; b++) {
        const c = new Cursor(bytes, begins[b], begins[b + 1]);
        assert.equal(c.u64(), at, "data of keys has no gap");
        let before = Buffer.alloc(0);
        for (let n = c.u8(); n > 0; n--) {
            const shared = c.varint();
            const text = Buffer.concat([before.subarray(0, shared), c.take(c.varint())]);
            const key = { at, df: c.varint(), positionsBytes: c.varint(), dataBytes: c.varint(), impacts: c.impacts() };
            assert.ok(Buffer.compare(before, text) < 0, "keys ascend");
            keys.set(text.toString(), readPostings(bytes, key, lengths));
            at += key.positionsBytes + key.dataBytes;
            before = text;
        }
        assert.equal(c.at, c.end);
    }
    assert.deepEqual([at, keys.size], [stored, count]);
    return keys;
}

export function readWords(bytes) {
    const { own, sums, sum } = readPaged(bytes, "QLEX");
    const [passages, , lengthSum, stored, dictionary, , ids, order, lengthsAt, endsAt] = own;
    const part = (from, next) => list(passages, new Cursor(bytes, from, sums)[next]);
    const id = part(ids, "big");
    const lengths = part(lengthsAt, "u8");
    const ends = part(endsAt, "u64");
    const kept = list(passages, (_, i) => bytes.subarray(stored + (ends[i - 1] ?? 0), stored + ends[i]));
    const sorted = part(order, "u32").map((i) => id[i]);
    assert.ok(sorted.every((v, i) => i === 0 || sorted[i - 1] < v), "ids ascend in their order");
    assert.equal(stored + (ends.at(-1) ?? 0), dictionary);
    assert.equal(lengths.reduce((n, code) => n + lengthOf(code), 0), lengthSum);
    return {
        sum,
        keys: readKeys(bytes, own, lengths),
        passages: kept.map((b, i) => {
            const line = b.indexOf("\n");
            return { id: hex(id[i]), length: lengths[i], ...JSON.parse(b.subarray(0, line)), text: b.subarray(line + 1).toString() };
        }),
    };
}

export function readVectors(bytes) {
    const { own, sum } = readPaged(bytes, "QVEC");
    const [n, passages, d, name, floats, codes, scales, errors, owners] = own;
    const width = Math.ceil(d / 64) * 64;
    return {
        sum,
        passages,
        dimensions: d,
        model: bytes.subarray(8, 8 + name).toString(),
        vectors: list(n, (_, i) => ({
            passage: bytes.readUInt32LE(owners + 4 * i),
            scale: bytes.readFloatLE(scales + 4 * i),
            error: bytes.readFloatLE(errors + 4 * i),
            floats: list(d, (_, k) => bytes.readFloatLE(floats + 4 * (i * d + k))),
            codes: [...bytes.subarray(codes + i * width, codes + i * width + d)],
        })),
    };
}

// The manifest with what its files hold; passages say whether they are deleted.
export function readIndex(folder) {
    const m = readManifest(fs.readFileSync(path.join(folder, "manifest")));
    for (const s of m.segments) {
        const file = (ending, said) => {
            const bytes = fs.readFileSync(path.join(folder, s.name + ending));
            assert.equal(bytes.length, said.bytes);
            return bytes;
        };
        s.content = readWords(file(".seg", s.words));
        assert.deepEqual([s.content.sum, s.content.passages.length], [s.words.sum, s.passages]);
        s.content.passages.forEach((p, i) => (p.deleted = s.isDeleted(i)));
        s.content.vectors = s.vectors.bytes ? readVectors(file(".vec", s.vectors)) : null;
        if (s.content.vectors) assert.equal(s.content.vectors.sum, s.vectors.sum);
    }
    return m;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const plain = (key, v) => (typeof v === "bigint" ? hex(v) : v instanceof Map ? Object.fromEntries(v) : v);
    console.log(JSON.stringify(readIndex(process.argv[2]), plain, 1));
}
