import { isAscii, isUtf8 } from 'node:buffer'
import { detectPairEncoding, type Encoding } from './pair-encoding.ts'

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
