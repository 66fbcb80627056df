// Recognizes encodings of two bytes per character by which pairs of bytes occur.

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

type ByteRanges = readonly (readonly [from: number, to: number])[]

/** The byte ranges, both ends included, of the frequent part of a double-byte encoding. */
interface PairEncoding {
  leads: ByteRanges
  trails: ByteRanges
  /** Single bytes beyond ASCII that are characters of their own. */
  singles?: ByteRanges
}

/** The 6,763 characters and the punctuation of GB 2312, whose own trails end at 0xfe. */
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
 * Returns the double-byte encoding of a text that is neither UTF-8 nor UTF-16, Windows-1252 where there is
 * none. Chinese text lies almost entirely within GB 2312; accented Latin-1 letters occur next to ASCII
 * letters and hardly ever form a pair.
 */
export function detectPairEncoding(bytes: Uint8Array): Encoding {
  if (looksLikeText(countPairs(bytes, SHIFT_JIS))) return 'shift_jis'
  const simplified = countPairs(bytes, GB2312)
  // Big5 has trails below 0x80 too, so that its text has pairs outside GB 2312.
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

// Rows of the character sets of EUC-JP, EUC-KR and GB 2312, which use the same bytes.

/** Hiragana in EUC-JP. */
const HIRAGANA: PairEncoding = { leads: [[0xa4, 0xa4]], trails: [[0xa1, 0xff]] }
/** Hangul in EUC-KR. */
const HANGUL: PairEncoding = { leads: [[0xb0, 0xc8]], trails: [[0xa1, 0xff]] }
/** All characters of GB 2312 but its symbols. */
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
