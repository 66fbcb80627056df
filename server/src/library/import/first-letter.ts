import { createRequire } from 'node:module'

const requireModule = createRequire(import.meta.url)
const letterCache = new Map<string, string>()

/**
 * Returns the letter under which a title is listed: Latin letters as they are, Chinese by pinyin, `#` for anything
 * else.
 */
export function firstLetter(title: string): string {
  const first = /[\p{L}\p{N}]/u.exec(title.normalize('NFKD'))?.[0] ?? ''
  if (/[A-Za-z]/.test(first)) return first.toUpperCase()
  if (!/\p{Script=Han}/u.test(first)) return '#'
  const known = letterCache.get(first) ?? pinyinLetter(first)
  letterCache.set(first, known)
  return known
}

function pinyinLetter(character: string): string {
  // Loaded on first use because the package is large.
  const { pinyin } = requireModule('pinyin-pro') as typeof import('pinyin-pro')
  const letter = pinyin(character, { toneType: 'none' }).charAt(0).toUpperCase()
  return /[A-Z]/.test(letter) ? letter : '#'
}
