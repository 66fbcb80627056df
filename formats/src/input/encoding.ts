import { isAscii, isUtf8 } from 'node:buffer'

/** Labels of the Encoding Standard that `TextDecoder` accepts. */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'gb18030'
  | 'big5'
  | 'shift_jis'
  | 'euc-jp'
  | 'euc-kr'
  | 'windows-1252'

/**
 * Returns the encoding of a text from its first chunk; null while the chunk is pure ASCII and any encoding fits. Never
 * throws.
 *
 * Checks in order: byte order mark, NULs of UTF-16, valid UTF-8, the declared encoding, UTF-8 with a few broken
 * characters, Shift JIS, Big5, GB 18030 (exports of CNKI) or the EUC encodings that share its bytes, and Windows-1252,
 * the superset of Latin-1. A declaration of UTF-8 is ignored where the text is not valid.
 */
export function detectEncoding(bytes: Uint8Array): Encoding | null {
  const marked = encodingByBom(bytes) ?? detectUnmarkedUtf16(bytes)
  if (marked) return marked
  const declared = readDeclaredEncoding(bytes)
  if (isAscii(bytes)) return declared === 'utf-8' ? null : declared
  const whole = wholeCharacters(bytes)
  if (isUtf8(whole)) return 'utf-8'
  if (declared && declared !== 'utf-8') return declared
  return isNearlyUtf8(whole) ? 'utf-8' : detectPairEncoding(bytes)
}

/** Returns the encoding that a byte order mark names; null without one. */
function encodingByBom(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return null
}

/** Length of the beginning of a text that is searched for the NULs of UTF-16; even. */
const MAX_UTF16_BYTES = 512
/** Smallest share of NULs in UTF-16: about half of the bytes of ASCII text, fewer of other text. */
const MIN_NUL_SHARE = 1 / 5

/** Detects UTF-16 without byte order mark: text that is mostly ASCII then has a NUL in every other byte. */
function detectUnmarkedUtf16(bytes: Uint8Array): Encoding | null {
  // An even number of bytes.
  const tested = Math.min(bytes.length, MAX_UTF16_BYTES) & ~1
  let nulsAtEven = 0
  let nulsAtOdd = 0
  for (let i = 0; i < tested; i += 2) {
    if (bytes[i] === 0) nulsAtEven++
    if (bytes[i + 1] === 0) nulsAtOdd++
  }
  // A single NUL may occur in any text.
  const isEnough = (nuls: number): boolean => nuls > 1 && nuls > tested * MIN_NUL_SHARE
  if (isEnough(nulsAtOdd) && nulsAtEven === 0) return 'utf-16le'
  if (isEnough(nulsAtEven) && nulsAtOdd === 0) return 'utf-16be'
  return null
}

/** Encodings by the names that files declare, in lower case; each is read as its superset that browsers use. */
const ENCODING_BY_LABEL: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  gb18030: 'gb18030',
  cp936: 'gb18030',
  big5: 'big5',
  shift_jis: 'shift_jis',
  sjis: 'shift_jis',
  'euc-jp': 'euc-jp',
  'euc-kr': 'euc-kr',
  cp949: 'euc-kr',
  'iso-8859-1': 'windows-1252',
  iso8859_1: 'windows-1252',
  'iso-8859-15': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
}

/** Length of the beginning of a text in which its encoding may be declared. */
const MAX_DECLARATION_BYTES = 300

/**
 * Returns the encoding that a text declares: in an XML declaration, or in the comment at the beginning of a JabRef
 * file.
 */
function readDeclaredEncoding(bytes: Uint8Array): Encoding | null {
  const size = Math.min(bytes.length, MAX_DECLARATION_BYTES)
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, size).toString('latin1')
  const label =
    /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.-]+)/i.exec(beginning) ??
    /^%\s*Encoding:\s*([\w.-]+)/i.exec(beginning)
  return ENCODING_BY_LABEL[label?.[1]?.toLowerCase() ?? ''] ?? null
}

/**
 * Returns the chunk without a UTF-8 character at its end that may be cut in two. A complete character of two or three
 * bytes is left out as well, which does not matter for detection.
 */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      end = bytes.length - back
      break
    }
  }
  return bytes.subarray(0, end)
}

/** Smallest number of intact non-ASCII characters per broken one in text that counts as UTF-8. */
const MIN_WHOLE_PER_BROKEN = 3
const BROKEN_CHARACTER = /\uFFFD/gu

/**
 * Returns whether bytes are UTF-8 in which a few characters are broken, for example because a text was cut by length.
 */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(BROKEN_CHARACTER)?.length ?? 0
  const whole = text.match(/[\u0080-\uFFFC\u{10000}-\u{10FFFF}]/gu)?.length ?? 0
  return whole >= broken * MIN_WHOLE_PER_BROKEN
}

type ByteRanges = readonly (readonly [from: number, to: number])[]

/** The byte ranges, both ends included, of the frequent part of a double-byte encoding. */
interface PairEncoding {
  leads: ByteRanges
  trails: ByteRanges
  /** Single bytes beyond ASCII that are characters of their own. */
  singles?: ByteRanges
}

/** The 6,763 characters and the punctuation of GB 2312. */
const GB2312: PairEncoding = {
  leads: [
    [0xa1, 0xa9],
    [0xb0, 0xf7],
  ],
  trails: [[0xa1, 0xff]],
}

/** Punctuation and the 5,401 frequent characters of Big5. */
const BIG5: PairEncoding = {
  leads: [[0xa1, 0xc6]],
  trails: [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ],
}

/** Symbols, kana and first-level kanji of Shift JIS; half-width kana are single bytes. */
const SHIFT_JIS: PairEncoding = {
  leads: [[0x81, 0x98]],
  trails: [
    [0x40, 0x7e],
    [0x80, 0xfc],
  ],
  singles: [[0xa1, 0xdf]],
}

/**
 * Returns the double-byte encoding of a text, Windows-1252 where there is none. Chinese text lies almost entirely
 * within GB 2312; accented Latin-1 letters occur next to ASCII letters and hardly ever form a pair.
 */
function detectPairEncoding(bytes: Uint8Array): Encoding {
  if (looksLikeText(countPairs(bytes, SHIFT_JIS))) return 'shift_jis'
  const simplified = countPairs(bytes, GB2312)
  if (simplified.other > 0 && looksLikeText(countPairs(bytes, BIG5))) return 'big5'
  // Two thirds suffice, because GB 18030 has rare characters beyond GB 2312, which names and titles may use.
  return simplified.common > simplified.other * 2 ? detectEuc(bytes, simplified) : 'windows-1252'
}

/** The number of byte pairs in a text of a supposed encoding. */
interface PairCounts {
  /** Pairs in the frequent part of the encoding. */
  common: number
  /** All other pairs. */
  other: number
  /** The common pairs that directly follow another common pair. */
  following: number
}

/** Smallest number of common pairs for each other one in text: nine tenths are common. */
const MIN_COMMON_PER_OTHER = 9

/**
 * Returns whether pairs form text: nearly all of them are common, and at least half directly follow another one, unlike
 * those of accented letters and symbols.
 */
const looksLikeText = ({ common, other, following }: PairCounts): boolean =>
  common > 1 && common > other * MIN_COMMON_PER_OTHER && following * 2 >= common

/** Counts the pairs of bytes that begin beyond ASCII, by whether they belong to the frequent part of an encoding. */
function countPairs(bytes: Uint8Array, { leads, trails, singles = [] }: PairEncoding): PairCounts {
  const pairs = { common: 0, other: 0, following: 0 }
  // The second byte of the last common pair.
  let lastTrail = -1
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80 || isInRanges(singles, lead)) continue
    at++
    if (!(isInRanges(leads, lead) && isInRanges(trails, bytes[at] ?? 0))) {
      pairs.other++
      continue
    }
    pairs.common++
    if (lastTrail === at - 2) pairs.following++
    lastTrail = at
  }
  return pairs
}

const isInRanges = (ranges: ByteRanges, byte: number): boolean =>
  ranges.some(([from, to]) => byte >= from && byte <= to)

/** Rows of the Japanese and Korean character sets, whose EUC encodings use the same bytes as GB 2312. */
const HIRAGANA: PairEncoding = { leads: [[0xa4, 0xa4]], trails: [[0xa1, 0xff]] }
const HANGUL: PairEncoding = { leads: [[0xb0, 0xc8]], trails: [[0xa1, 0xff]] }
const HANZI: PairEncoding = { leads: [[0xb0, 0xf7]], trails: [[0xa1, 0xff]] }
/**
 * Smallest number of Hangul pairs that indicates Korean: half of all Chinese characters lie in the rows of Hangul too.
 */
const MIN_HANGUL_PAIRS = 12
/**
 * Largest number of pairs that the rows of `HANZI` have for each Hangul pair of Korean: at most 3 % lie beyond
 * Hangul.
 */
const MAX_HANZI_PER_HANGUL = 1.03
/** Pairs of Japanese for each one in hiragana: over a fifth of Japanese is hiragana. */
const PAIRS_PER_HIRAGANA = 5

/**
 * Returns the encoding of a text whose pairs are in the range of GB 2312: much of Japanese is hiragana, and nearly all
 * of Korean is Hangul. `counts` are those of GB 2312.
 */
function detectEuc(bytes: Uint8Array, counts: PairCounts): Encoding {
  if (countPairs(bytes, HIRAGANA).common * PAIRS_PER_HIRAGANA > counts.common) return 'euc-jp'
  const syllables = countPairs(bytes, HANGUL).common
  const isKorean =
    syllables >= MIN_HANGUL_PAIRS && syllables * MAX_HANZI_PER_HANGUL > countPairs(bytes, HANZI).common
  return isKorean ? 'euc-kr' : 'gb18030'
}
