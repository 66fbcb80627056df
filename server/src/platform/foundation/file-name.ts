/**
 * Turns a title into a file name without extension: no path separators, no characters that are special to a shell or a
 * file system, that are invisible or that change the text direction, no dots or spaces at either end, at most `most`
 * characters. Returns '' when nothing is left.
 */
export function safeFileName(title: string, most: number): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/(?<![. ])[. ]+$/, '')
  return [...name].slice(0, most).join('').trim()
}
