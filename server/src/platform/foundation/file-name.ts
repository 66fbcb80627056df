/**
 * A title as a file's name, without its ending: no path, no sign that is a command somewhere, that nobody sees or that
 * turns the direction of reading, no dot or space at its ends, at most so many characters. '' where nothing is left.
 */
export function safeFileName(title: string, most: number): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/(?<![. ])[. ]+$/, '')
  return [...name].slice(0, most).join('').trim()
}
