import { isAscii, isUtf8 } from 'node:buffer'

/** Labels of the Encoding Standard, as TextDecoder takes them. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5' | 'shift_jis' | 'windows-1252'

const declared: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  gb18030: 'gb18030',
  cp936: 'gb18030',
  big5: 'big5',
  shift_jis: 'shift_jis',
  sjis: 'shift_jis',
  'iso-8859-1': 'windows-1252',
  iso8859_1: 'windows-1252',
  'iso-8859-15': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
}

/** What the text says of itself: an XML declaration, or the comment with which JabRef begins its files. */
function declaredEncoding(bytes: Uint8Array): Encoding | null {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 300)).toString(
    'latin1',
  )
  const label =
    /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.-]+)/i.exec(beginning) ??
    /^%\s*Encoding:\s*([\w.-]+)/i.exec(beginning)
  return declared[label?.[1]?.toLowerCase() ?? ''] ?? null
}

function byMark(bytes: Uint8Array): Encoding | null {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return null
}

/** Text that is mostly ASCII has a NUL in every second place when it is UTF-16. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | null {
  const looked = Math.min(bytes.length, 512) & ~1
  let even = 0
  let odd = 0
  for (let i = 0; i < looked; i += 2) {
    if (bytes[i] === 0) even++
    if (bytes[i + 1] === 0) odd++
  }
  if (looked >= 4 && odd > looked / 5 && even === 0) return 'utf-16le'
  if (looked >= 4 && even > looked / 5 && odd === 0) return 'utf-16be'
  return null
}

/** The piece without a last character that is cut in two. */
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

/**
 * Whether bytes beyond ASCII come in the pairs of the 6,763 characters and the punctuation of GB 2312. Chinese
 * text is nearly all of those; accented Latin-1 letters stand beside ASCII letters and hardly ever form one.
 */
function looksChinese(bytes: Uint8Array): boolean {
  let common = 0
  let other = 0
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] ?? 0
    if (lead < 0x80) continue
    const trail = bytes[i + 1] ?? 0
    i++
    if (trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xf7) || (lead >= 0xa1 && lead <= 0xa9))) common++
    else other++
  }
  return common > other * 2
}

/**
 * The encoding of a text from its first piece; `null` while the piece is pure ASCII and any would do.
 *
 * In order: byte order mark, NULs of UTF-16, valid UTF-8, what the text declares, GB 18030 (exports of CNKI),
 * and Windows-1252, the superset of Latin-1 in which every byte means something. A declared UTF-8 that is not
 * valid counts for nothing.
 */
export function detectEncoding(bytes: Uint8Array): Encoding | null {
  const marked = byMark(bytes) ?? unmarkedUtf16(bytes)
  if (marked) return marked
  const said = declaredEncoding(bytes)
  if (isAscii(bytes)) return said === 'utf-8' ? null : said
  if (isUtf8(wholeCharacters(bytes))) return 'utf-8'
  if (said && said !== 'utf-8') return said
  return looksChinese(bytes) ? 'gb18030' : 'windows-1252'
}
