/** Most file systems limit names to 255 bytes; a suffix such as ` (12345)` must fit as well. */
const MAX_NAME_BYTES = 255
const MAX_NUMBER_BYTES = 8
/** Names reserved for devices on Windows. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Creates a function that gives each file a recognizable name that all operating systems can unpack and that is
 * unique in the archive regardless of case.
 */
export function createEntryNamer(folder: string): (name: string) => string {
  /** The number to try next, by name. */
  const next = new Map<string, number>()
  return (name) => {
    const { stem, ending } = sanitizeName(name)
    const key = fold(`${stem}${ending}`)
    let number = next.get(key) ?? 1
    while (number > 1 && next.has(fold(numberedName(stem, ending, number)))) number += 1
    const made = numberedName(stem, ending, number)
    next.set(fold(made), 2)
    next.set(key, number + 1)
    return `${folder}/${made}`
  }
}

const numberedName = (stem: string, ending: string, number: number): string =>
  number === 1 ? `${stem}${ending}` : `${stem} (${number})${ending}`

const fold = (name: string) => name.toLowerCase()

/** Counts the dots and spaces at the beginning. */
function countLeadingDots(signs: ArrayLike<string>): number {
  let count = 0
  while (signs[count] === '.' || signs[count] === ' ') count += 1
  return count
}

/** Returns the longest prefix of at most `most` bytes that does not split a character. */
function truncateToBytes(text: string, most: number): string {
  let bytes = 0
  let end = 0
  for (const sign of text) {
    bytes += Buffer.byteLength(sign)
    if (bytes > most) break
    end += sign.length
  }
  return text.slice(0, end)
}

function sanitizeName(name: string): { stem: string; ending: string } {
  const signs = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, '_')
  const plain = signs.slice(
    countLeadingDots(signs),
    Math.max(0, signs.length - countLeadingDots([...signs].toReversed())),
  )
  const ending = /\.[\w-]{1,16}$/.exec(plain)?.[0] ?? ''
  const rest = plain.slice(0, plain.length - ending.length)
  const most = MAX_NAME_BYTES - MAX_NUMBER_BYTES - 1 - Buffer.byteLength(ending)
  const stem = truncateToBytes(rest, most).trim() || '未命名'
  return { stem: WINDOWS_DEVICE.test(`${stem}${ending}`) ? `_${stem}` : stem, ending }
}
