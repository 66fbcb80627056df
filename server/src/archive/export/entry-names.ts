/** Most file systems limit names to 255 bytes; a suffix such as ` (12345)` must fit as well. */
const MAX_NAME_BYTES = 255
const MAX_SUFFIX_BYTES = 8
/** Matches names that are reserved for devices on Windows, with or without an ending: `con`, `NUL.txt`, `com1`. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Creates a function that returns the path of a file's entry in a ZIP archive, in `folder`: the file's own name, made
 * safe for all operating systems, with a number where needed to be unique in the archive regardless of case.
 */
export function createEntryNamer(folder: string): (name: string) => string {
  /** The number to try next for a name, by the name in lower case; a name that is still free has no entry. */
  const nextNumbers = new Map<string, number>()
  return (name) => {
    const { stem, ending } = sanitizeName(name)
    const key = fold(`${stem}${ending}`)
    let number = nextNumbers.get(key) ?? 1
    while (number > 1 && nextNumbers.has(fold(numberedName(stem, ending, number)))) number += 1
    const unique = numberedName(stem, ending, number)
    // The unique name is taken too: a file with this very name gets the number 2.
    nextNumbers.set(fold(unique), 2)
    nextNumbers.set(key, number + 1)
    return `${folder}/${unique}`
  }
}

/** Returns the name itself for 1, otherwise with the number, such as `notes (2).pdf`. */
const numberedName = (stem: string, ending: string, number: number): string =>
  number === 1 ? `${stem}${ending}` : `${stem} (${number})${ending}`

/** Names that differ in case only are one name on Windows and macOS. */
const fold = (name: string) => name.toLowerCase()

/** Returns the longest prefix of at most `max_bytes` bytes in UTF-8 that does not split a character. */
function truncateToBytes(text: string, max_bytes: number): string {
  let bytes = 0
  let end = 0
  for (const char of text) {
    bytes += Buffer.byteLength(char)
    if (bytes > max_bytes) break
    end += char.length
  }
  return text.slice(0, end)
}

/** Matches control and format characters, line separators, and what Windows forbids in names. */
const FORBIDDEN_CHAR = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
/** Matches the ending of a name, such as `.pdf`. */
const ENDING = /\.[\w-]{1,16}$/

/** Returns a name that every operating system accepts, split into its stem and its ending, which may be empty. */
function sanitizeName(name: string): { stem: string; ending: string } {
  const cleaned = trimDots(name.normalize('NFC').toWellFormed().replace(FORBIDDEN_CHAR, '_'))
  const ending = ENDING.exec(cleaned)?.[0] ?? ''
  // One byte is left for the underscore before the name of a device.
  const max_bytes = MAX_NAME_BYTES - MAX_SUFFIX_BYTES - 1 - Buffer.byteLength(ending)
  const stem = truncateToBytes(cleaned.slice(0, cleaned.length - ending.length), max_bytes).trim() || '未命名'
  return { stem: WINDOWS_DEVICE.test(`${stem}${ending}`) ? `_${stem}` : stem, ending }
}

/** Removes dots and spaces at the beginning, where they hide a file, and at the end, where Windows drops them. */
function trimDots(name: string): string {
  const isDot = (char: string | undefined) => char === '.' || char === ' '
  let start = 0
  let end = name.length
  while (start < end && isDot(name[start])) start += 1
  while (end > start && isDot(name[end - 1])) end -= 1
  return name.slice(start, end)
}
