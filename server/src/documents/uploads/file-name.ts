const MAX_NAME_CHARS = 200

/**
 * Returns a file name that is safe to display and to offer for download: the last segment of a path, composed (NFC),
 * without control characters and bidirectional marks, cut to `MAX_NAME_CHARS` while keeping its extension. It is
 * never used as a name on disk.
 */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').replaceAll('\\', '/').split('/').at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  if (/^\.*$/.test(plain)) return '未命名'
  if (plain.length <= MAX_NAME_CHARS) return plain
  const ending = /\.[\w-]{1,16}$/.exec(plain)?.[0] ?? ''
  return [...plain].slice(0, MAX_NAME_CHARS - ending.length).join('') + ending
}
