/** The most code points of a file name: more than file systems allow for a Chinese name. */
const MAX_NAME_CHARS = 200

/**
 * Returns a name composed (NFC), trimmed, and without characters that a reader does not see or that change the
 * direction of writing: controls (Cc), formats such as bidirectional marks (Cf), line and paragraph separators.
 */
export const visibleName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()

/**
 * Returns a file name that is safe to display and to offer for download: the last segment of a path as `visibleName`
 * returns it, cut to `MAX_NAME_CHARS` while keeping its extension, or 未命名 when nothing but dots is left. It is never
 * used as a name on disk.
 */
export function safeFileName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const visible = visibleName(last)
  if (/^\.*$/.test(visible)) return '未命名'
  if (visible.length <= MAX_NAME_CHARS) return visible
  const extension = /\.[\w-]{1,16}$/.exec(visible)?.[0] ?? ''
  return [...visible].slice(0, MAX_NAME_CHARS - extension.length).join('') + extension
}
