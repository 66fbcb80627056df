import { detectEncoding } from '@scinav/formats'

/** A decoded text and the encoding that was used. */
export interface DecodedText {
  text: string
  /** Name of the encoding in the Encoding Standard. */
  encoding: string
}

/**
 * Largest share of control characters in a text read as Windows-1252, per thousand characters. Every byte is valid in
 * that encoding, so only this tells text from other data.
 */
const MAX_CONTROLS_PER_THOUSAND = 2

/**
 * Decodes bytes: by byte order mark, as UTF-8 if they are valid except for a few characters, by their declared
 * encoding, as GB 18030 or Big5 if they look Chinese, else as Windows-1252.
 *
 * @param declared encoding declared elsewhere, such as in a header; used when the bytes are not valid UTF-8
 * @param cut whether the bytes may end within a character
 * @returns null when the bytes are valid in none of these encodings
 */
export function decodeText(
  bytes: Uint8Array,
  { declared, cut = false }: { declared?: string | undefined; cut?: boolean } = {},
): DecodedText | null {
  const detected = detectEncoding(bytes) ?? 'utf-8'
  const encoding =
    detected === 'utf-8' || detected.startsWith('utf-16') ? detected : (encodingLabel(declared) ?? detected)
  try {
    // Text detected as UTF-8 may have a few broken characters.
    const decoder = new TextDecoder(encoding, { fatal: encoding !== 'utf-8' || detected !== 'utf-8' })
    const text = decoder.decode(bytes, { stream: cut })
    return encoding === 'windows-1252' && isNoise(text) ? null : { text, encoding }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Returns the name of an encoding in the Encoding Standard, or undefined when it is unknown. */
function encodingLabel(name: string | undefined): string | undefined {
  if (!name) return undefined
  try {
    return new TextDecoder(name.trim()).encoding
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Length of the beginning of a text that is examined. */
const MAX_SAMPLE_CHARS = 100_000

/** Returns whether a text has so many control characters, apart from white space, that its bytes are no text. */
function isNoise(text: string): boolean {
  const sample = text.slice(0, MAX_SAMPLE_CHARS)
  const controls = sample.match(/(?![\t-\r])\p{Cc}/gu)?.length ?? 0
  return controls * 1_000 > sample.length * MAX_CONTROLS_PER_THOUSAND
}
