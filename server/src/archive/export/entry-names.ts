/** Most file systems take 255 bytes; ` (12345)` may follow a name. */
const MAX_NAME_BYTES = 255
const MAX_NUMBER_BYTES = 8
/** Names that Windows keeps for devices. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Gives every file of an archive a name that a person recognises, that every system can unpack, and that no other has:
 * upper and lower case are one.
 */
export function createEntryNamer(folder: string): (name: string) => string {
  /** By name: the number that the next one of it tries. */
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

/** Dots and spaces at the beginning. */
function countLeadingDots(signs: ArrayLike<string>): number {
  let count = 0
  while (signs[count] === '.' || signs[count] === ' ') count += 1
  return count
}

/** The beginning of a text that takes so many bytes, never a part of a character. */
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
