import { detectEncoding } from '@scinav/formats'

export interface DecodedText {
  text: string
  /** A label of the Encoding Standard. */
  encoding: string
}

/** Of a text that is read as Windows-1252, where every byte means something, so many per thousand may be control signs. */
const MAX_CONTROLS_PER_THOUSAND = 2

/**
 * The text of bytes: by byte order mark, as UTF-8 where they are that but for a few characters, by what they declare, as
 * GB 18030 or Big5 where they look Chinese, else as Windows-1252.
 *
 * @param said what somebody else says of them, such as a header; it counts where they are not valid UTF-8
 * @param cut the bytes may end within a character
 * @returns null where they are not valid in any of these
 */
export function decodeText(
  bytes: Uint8Array,
  { said, cut = false }: { said?: string | undefined; cut?: boolean } = {},
): DecodedText | null {
  const found = detectEncoding(bytes) ?? 'utf-8'
  const encoding = found === 'utf-8' || found.startsWith('utf-16') ? found : (encodingLabel(said) ?? found)
  try {
    // What is found to be UTF-8 may have a few broken characters.
    const decoder = new TextDecoder(encoding, { fatal: encoding !== 'utf-8' || found !== 'utf-8' })
    const text = decoder.decode(bytes, { stream: cut })
    return encoding === 'windows-1252' && isNoise(text) ? null : { text, encoding }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** The Encoding Standard's name of an encoding; undefined where it has none. */
function encodingLabel(name: string | undefined): string | undefined {
  if (!name) return undefined
  try {
    return new TextDecoder(name.trim()).encoding
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function isNoise(text: string): boolean {
  const looked = text.slice(0, 100_000)
  const controls = looked.match(/(?![\t-\r])\p{Cc}/gu)?.length ?? 0
  return controls * 1_000 > looked.length * MAX_CONTROLS_PER_THOUSAND
}
