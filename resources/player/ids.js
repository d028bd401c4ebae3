// Board IDs in the address of a page: the text of a puzzle and back. See documents/board_id.py.
"use strict";
const ids = (() => {
  const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  /** @type {Record<string, string>} */
  const LOOKALIKES = { 0: "O", 1: "I", 8: "B" };
  const LONGEST_ID = 1 << 16; // in characters
  const LONGEST_TEXT = 1 << 20; // in bytes
  const CHECKSUM_BYTES = 4;

  class IdError extends Error {} // the message names the reason: none, newer, or damaged

  /** @param {string} letters */
  function bytesOf(letters) { // of base 32
    const bytes = [];
    let bits = 0;
    let value = 0;
    for (const letter of letters) {
      const digit = ALPHABET.indexOf(letter);
      if (digit < 0) throw new IdError("damaged");
      value = ((value << 5) | digit) & 0xfff;
      bits += 5;
      if (bits >= 8) {
        bits -= 8;
        bytes.push((value >> bits) & 0xff);
      }
    }
    if (value & ((1 << bits) - 1)) throw new IdError("damaged"); // bits that belong to no byte
    return Uint8Array.from(bytes);
  }

  /** @param {Uint8Array} bytes */
  function checksum(bytes) { // CRC-32
    let crc = ~0;
    for (const byte of bytes) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
  }

  // --- raw deflate with a preset dictionary, which no browser unpacks: RFC 1951 ---

  const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67,
    83, 99, 115, 131, 163, 195, 227, 258];
  const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5,
    5, 5, 0];
  const DISTANCE_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513,
    769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
  const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

  /** @param {number[]} lengths */
  function codes(lengths) { // of a canonical Huffman code: counts by length, and symbols in order
    const counts = new Array(16).fill(0);
    for (const length of lengths) counts[length] += 1;
    counts[0] = 0;
    /** @type {number[]} */
    const symbols = [];
    for (let length = 1; length < 16; length += 1) {
      lengths.forEach((each, symbol) => { if (each === length) symbols.push(symbol); });
    }
    return { counts, symbols };
  }

  const FIXED = codes([...Array(144).fill(8), ...Array(112).fill(9), ...Array(24).fill(7),
    ...Array(8).fill(8)]);
  const FIXED_DISTANCES = codes(Array(30).fill(5));

  /** @param {Uint8Array} bytes @param {Uint8Array} dictionary */
  function inflate(bytes, dictionary) {
    const out = [...dictionary];
    let at = 0; // in bits

    function bit() {
      if (at >= 8 * bytes.length) throw new IdError("damaged");
      at += 1;
      return (bytes[(at - 1) >> 3] >> ((at - 1) & 7)) & 1;
    }

    /** @param {number} count */
    function number(count) {
      let value = 0;
      for (let place = 0; place < count; place += 1) value |= bit() << place;
      return value;
    }

    /** @param {ReturnType<typeof codes>} code */
    function symbol({ counts, symbols }) {
      let code = 0;
      let first = 0;
      let index = 0;
      for (let length = 1; length < 16; length += 1) {
        code |= bit();
        const count = counts[length];
        if (code - first < count) return symbols[index + code - first];
        index += count;
        first = (first + count) << 1;
        code <<= 1;
      }
      throw new IdError("damaged");
    }

    /** @returns {[ReturnType<typeof codes>, ReturnType<typeof codes>]} */
    function dynamic() {
      const [literals, distances, few] = [number(5) + 257, number(5) + 1, number(4) + 4];
      const short = new Array(19).fill(0);
      for (let place = 0; place < few; place += 1) short[LENGTHS_ORDER[place]] = number(3);
      const table = codes(short);
      /** @type {number[]} */
      const lengths = [];
      while (lengths.length < literals + distances) {
        const found = symbol(table);
        if (found < 16) lengths.push(found);
        else if (found === 16) {
          if (!lengths.length) throw new IdError("damaged");
          lengths.push(...Array(3 + number(2)).fill(lengths[lengths.length - 1]));
        } else lengths.push(...Array(found === 17 ? 3 + number(3) : 11 + number(7)).fill(0));
      }
      return [codes(lengths.slice(0, literals)), codes(lengths.slice(literals))];
    }

    /** @param {ReturnType<typeof codes>} literals @param {ReturnType<typeof codes>} distances */
    function block(literals, distances) {
      for (;;) {
        const found = symbol(literals);
        if (found === 256) return;
        if (found < 256) out.push(found);
        else {
          const place = found - 257;
          if (place >= LENGTH_BASE.length) throw new IdError("damaged");
          const length = LENGTH_BASE[place] + number(LENGTH_BITS[place]);
          const code = symbol(distances);
          if (code >= DISTANCE_BASE.length) throw new IdError("damaged");
          const back = DISTANCE_BASE[code] + number(Math.max(0, (code >> 1) - 1));
          if (back > out.length) throw new IdError("damaged");
          for (let count = 0; count < length; count += 1) out.push(out[out.length - back]);
        }
        if (out.length > LONGEST_TEXT) throw new IdError("damaged");
      }
    }

    function stored() {
      at = (at + 7) & ~7;
      const length = number(16);
      number(16); // its complement
      for (let count = 0; count < length; count += 1) out.push(number(8));
    }

    let last = 0;
    while (!last) {
      last = bit();
      const type = number(2);
      if (type === 0) stored();
      else if (type === 1) block(FIXED, FIXED_DISTANCES);
      else if (type === 2) block(...dynamic());
      else throw new IdError("damaged");
    }
    if ((at + 7) >> 3 !== bytes.length) throw new IdError("damaged");
    return Uint8Array.from(out.slice(dictionary.length));
  }

  /** @param {string} text @param {string} dictionary */
  function read(text, dictionary) { // the puzzle of an ID; throws an IdError
    const match = /^\s*pg([0-9]{1,9})\s*:/i.exec(text);
    if (!match) throw new IdError("none");
    if (Number(match[1]) !== 1) throw new IdError("newer");
    if (text.length > LONGEST_ID) throw new IdError("damaged");
    const letters = text.slice(match[0].length).replace(/[\s\-\u2010\u2011\u00ad]+/g, "")
      .toUpperCase().replace(/=+$/, "").replace(/[018]/g, (digit) => LOOKALIKES[digit]);
    const data = bytesOf(letters);
    const packed = data.slice(CHECKSUM_BYTES);
    const sum = data.slice(0, CHECKSUM_BYTES).reduce((value, byte) => value * 256 + byte, 0);
    if (data.length <= CHECKSUM_BYTES || sum !== checksum(packed)) throw new IdError("damaged");
    const content = inflate(packed, new TextEncoder().encode(dictionary));
    try {
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
    } catch {
      throw new IdError("damaged");
    }
  }

  return { IdError, read };
})();
