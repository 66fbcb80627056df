/**
 * Turns a title into a file name without extension: no path separators, no characters that are special to a shell or a
 * file system, that are invisible or that change the text direction, no dots or spaces at either end, at most
 * `max_chars` code points. Returns '' when nothing is left.
 */
export function safeFileName(title: string, max_chars: number): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    // The look-behind keeps the search linear for a text of many dots.
    .replace(/(?<![. ])[. ]+$/, '')
  return [...name].slice(0, max_chars).join('').trim()
}
