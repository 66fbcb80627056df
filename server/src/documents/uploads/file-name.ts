const MAX_NAME_CHARS = 200

/**
 * A person's file name as it may be shown and offered for download: the last part of a path, composed
 * (NFC), without control characters and marks that turn the reading direction; its ending stays where it
 * has to be cut. Never a name on our disk.
 */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').replaceAll('\\', '/').split('/').at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  if (/^\.*$/.test(plain)) return '未命名'
  if (plain.length <= MAX_NAME_CHARS) return plain
  const ending = /\.[\w-]{1,16}$/.exec(plain)?.[0] ?? ''
  return [...plain].slice(0, MAX_NAME_CHARS - ending.length).join('') + ending
}
