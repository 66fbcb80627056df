/** A folded Latin name, split into the words of the given and of the family name, in order. */
export interface LatinName {
  given: string[]
  family: string[]
}

/** Words that belong to the family name after them: van, de la. */
const NAME_PARTICLES = new Set(
  'van von vom zu zum zur de der den del della di da das do dos du des la le ter ten te bin ibn al el st'.split(
    ' ',
  ),
)
/** Matches titles after a name that are no part of it. */
const NAME_SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|md)$/

/** Chinese surnames in Latin letters, for names in Chinese order. */
const PINYIN_SURNAMES = new Set(
  (
    'ai an bai bao bi bian bo cai cao cen chai chang che chen cheng chu cui dai deng di ding dong dou du duan fan fang ' +
    'fei feng fu gan gao ge geng gong gou gu guan guo hai han hao he hong hou hu hua huang huo ji jia jian jiang jiao ' +
    'jin jing ju kang ke kong kuang lai lan lei leng li lian liang liao lin ling liu long lou lu luo lv lyu ma mai man ' +
    'mao mei meng mi miao min mo mou mu na nan ni nie ning niu ou pan pang pei peng pi piao ping pu qi qian qiang qiao ' +
    'qin qiu qu quan que ran rao ren rong ruan rui sha shan shang shao she shen sheng shi shu shui si song su sui sun ' +
    'tan tang tao teng tian tie tong tu wan wang wei wen weng wu xi xia xian xiang xiao xie xin xing xiong xu xuan xue ' +
    'yan yang yao ye yi yin ying you yu yuan yue yun zeng zha zhan zhang zhao zhen zheng zhi zhong zhou zhu zhuang zhuo ' +
    'zong zou zu zuo ouyang sima zhuge shangguan murong linghu huangfu'
  ).split(' '),
)

/** Returns whether a word may be a Chinese surname in Latin letters. */
export const isPinyinSurname = (word: string): boolean => PINYIN_SURNAMES.has(word)

/** Returns the words of a folded name; hyphens and points separate them, apostrophes do not. */
export function nameWords(folded: string): string[] {
  return asciiWords(folded) ?? unicodeWords(folded)
}

/** Returns the words of a folded name; apostrophes join their neighbors: `o'brien` is `obrien`. */
function unicodeWords(folded: string): string[] {
  return folded.replace(/'/g, '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** Code points of the separators of words. */
const SPACE = 0x20
const POINT = 0x2e
const HYPHEN = 0x2d

/** Returns the words of a name of plain letters, spaces, hyphens and points, which most names are; otherwise null. */
function asciiWords(folded: string): string[] | null {
  const words: string[] = []
  let start = 0
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at)
    if (code >= 0x61 && code <= 0x7a) continue
    if (code !== SPACE && code !== POINT && code !== HYPHEN) return null
    if (at > start) words.push(folded.slice(start, at))
    start = at + 1
  }
  if (folded.length > start) words.push(folded.slice(start))
  return words
}

/** Splits a folded name written as `Given Family` or `Family, Given`. */
export function splitLatinName(folded: string): LatinName {
  if (!folded.includes(',')) return splitNameParts(nameWords(folded))
  const [beforeComma = '', ...afterComma] = folded.split(',')
  const given = nameWords(afterComma.join(' ')).filter((word) => !NAME_SUFFIX.test(word))
  if (given.length > 0) return { given, family: nameWords(beforeComma) }
  // Only a suffix follows: `John Smith, Jr.`
  return splitNameParts(nameWords(beforeComma))
}

/**
 * Takes the last word, with the particles before it, as the family name; a single word is one. Removes suffixes from
 * `words`.
 */
function splitNameParts(words: string[]): LatinName {
  while (words.length > 2 && NAME_SUFFIX.test(words.at(-1) ?? '')) words.pop()
  let familyAt = words.length - 1
  while (familyAt > 1 && NAME_PARTICLES.has(words[familyAt - 1] ?? '')) familyAt--
  return { given: words.slice(0, Math.max(familyAt, 0)), family: words.slice(Math.max(familyAt, 0)) }
}

/**
 * Returns the name with its first word as the family name, if that can be a Chinese surname (Zhang San); otherwise
 * null.
 */
export function inChineseOrder({ given, family }: LatinName): LatinName | null {
  const [first, ...others] = [...given, ...family]
  if (first === undefined || others.length === 0 || others.length > 2 || !PINYIN_SURNAMES.has(first))
    return null
  return { given: others, family: [first] }
}
