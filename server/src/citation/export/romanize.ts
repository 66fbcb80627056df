import { createRequire } from 'node:module'

/** Loaded with the first Chinese name: reading the readings takes 35 ms. */
const requireModule = createRequire(import.meta.url)

/** Returns Chinese text in pinyin without tones, `ü` as `v`, and drops other signs; names begin with a surname. */
export function romanize(text: string, kind: 'name' | 'title'): string {
  const { pinyin } = requireModule('pinyin-pro') as typeof import('pinyin-pro')
  return pinyin(text, {
    toneType: 'none',
    v: true,
    nonZh: 'removed',
    surname: kind === 'name' ? 'head' : 'off',
  })
}
