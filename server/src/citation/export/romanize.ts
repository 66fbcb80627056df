import { createRequire } from 'node:module'

/** The library is loaded with the first Chinese name, because loading its readings is slow. */
const requireModule = createRequire(import.meta.url)

/**
 * Returns Chinese text in pinyin without tones, with `v` for `ü` and without other characters; a name begins with the
 * surname.
 */
export function romanize(text: string, kind: 'name' | 'title'): string {
  const { pinyin } = requireModule('pinyin-pro') as typeof import('pinyin-pro')
  return pinyin(text, {
    toneType: 'none',
    v: true,
    nonZh: 'removed',
    surname: kind === 'name' ? 'head' : 'off',
  })
}
