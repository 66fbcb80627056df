// SHA-256 as FIPS 180-4 defines it: blocks of 64 bytes, words of 32 bits, 64 rounds for each block. All arithmetic is
// modulo 2^32, which `| 0` and the typed arrays do.
/** Number of rounds for a block, and of words in its message schedule. */
const ROUNDS = 64
/** Number of words of the hash. */
const HASH_WORDS = 8
/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = fractions(ROUNDS, Math.cbrt)
/** The initial hash value: the first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const INITIAL_HASH = fractions(HASH_WORDS, Math.sqrt)

/** Size of a block. */
const BLOCK_BYTES = 64
const BLOCK_WORDS = BLOCK_BYTES / 4
/** Offset at which the last 8 bytes of the last block begin, which hold the length of the message in bits. */
const LENGTH_OFFSET = BLOCK_BYTES - 8

/** Returns the first 32 bits of the fractional parts of the roots of the first `count` primes. */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  return Int32Array.from(primes, (prime) => ((root(prime) % 1) * 2 ** 32) | 0)
}

/** Rotates a 32-bit word to the right. */
const rotateRight = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/**
 * Computes SHA-256 incrementally. `crypto.subtle` needs the whole file in memory, and is missing on plain http at a LAN
 * address.
 */
export class Sha256 {
  #hash = INITIAL_HASH.slice()
  /** The message schedule of the block being processed. */
  #words = new Int32Array(ROUNDS)
  /** The bytes of an incomplete block, of which the first `#restBytes` are valid. */
  #rest = new Uint8Array(BLOCK_BYTES)
  #restBytes = 0
  /** Number of bytes added in total. */
  #length = 0

  /** Adds bytes to what is hashed. */
  add(bytes: Uint8Array): this {
    this.#length += bytes.length
    let at = 0
    if (this.#restBytes > 0) {
      at = Math.min(BLOCK_BYTES - this.#restBytes, bytes.length)
      this.#rest.set(bytes.subarray(0, at), this.#restBytes)
      this.#restBytes += at
      if (this.#restBytes < BLOCK_BYTES) return this
      this.#processBlock(this.#rest, 0)
      this.#restBytes = 0
    }
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) this.#processBlock(bytes, at)
    this.#rest.set(bytes.subarray(at))
    this.#restBytes = bytes.length - at
    return this
  }

  /** Finishes the hash and returns it in hexadecimal; nothing can be added afterwards. */
  end(): string {
    const bitLength = this.#length * 8
    const last = new Uint8Array(this.#restBytes < LENGTH_OFFSET ? BLOCK_BYTES : 2 * BLOCK_BYTES)
    last.set(this.#rest.subarray(0, this.#restBytes))
    // A single 1 bit ends the message; zeros fill the block up to the length.
    last[this.#restBytes] = 0x80
    const view = new DataView(last.buffer)
    view.setUint32(last.length - 8, Math.floor(bitLength / 2 ** 32))
    view.setUint32(last.length - 4, bitLength >>> 0)
    for (let at = 0; at < last.length; at += BLOCK_BYTES) this.#processBlock(last, at)
    return Array.from(this.#hash, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  /** Processes the block of 64 bytes at an offset (FIPS 180-4, section 6.2.2). */
  #processBlock(bytes: Uint8Array, offset: number): void {
    const words = this.#words
    const view = new DataView(bytes.buffer, bytes.byteOffset + offset, BLOCK_BYTES)
    for (let index = 0; index < BLOCK_WORDS; index += 1) words[index] = view.getInt32(index * 4)
    for (let index = BLOCK_WORDS; index < ROUNDS; index += 1) {
      const near = words[index - 2] ?? 0
      const far = words[index - 15] ?? 0
      // σ1 and σ0 of the standard.
      const nearMix = rotateRight(near, 17) ^ rotateRight(near, 19) ^ (near >>> 10)
      const farMix = rotateRight(far, 7) ^ rotateRight(far, 18) ^ (far >>> 3)
      words[index] = (words[index - 16] ?? 0) + farMix + (words[index - 7] ?? 0) + nearMix
    }
    this.#compress(words)
  }

  /** Runs the 64 rounds on a message schedule and adds their result to the hash. `a` to `h` as in the standard. */
  #compress(words: Int32Array): void {
    const hash = this.#hash
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
    for (let index = 0; index < ROUNDS; index += 1) {
      const sigma1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)
      const choice = (e & f) ^ (~e & g)
      const t1 = (h + sigma1 + choice + (ROUND_CONSTANTS[index] ?? 0) + (words[index] ?? 0)) | 0
      const sigma0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)
      const majority = (a & b) ^ (a & c) ^ (b & c)
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + sigma0 + majority) | 0
    }
    const result = [a, b, c, d, e, f, g, h]
    for (let index = 0; index < HASH_WORDS; index += 1)
      hash[index] = (hash[index] ?? 0) + (result[index] ?? 0)
  }
}

/** Number of bytes read into memory at a time. */
const CHUNK_BYTES = 1024 * 1024

/**
 * Computes the SHA-256 of a file, in chunks of a megabyte.
 * @throws when the file can no longer be read
 */
export async function hashBytes(file: Blob): Promise<string> {
  const hash = new Sha256()
  for (let at = 0; at < file.size; at += CHUNK_BYTES)
    hash.add(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()))
  return hash.end()
}
