import type { CslName } from './csl.ts'
import { isEastAsian } from './scripts.ts'

/** Returns a whole name in its own order: 王利平, Makoto Saito. */
export function displayName(name: CslName): string {
  if (name.literal !== undefined) return name.literal
  const family = familyName(name)
  const { given = '' } = name
  if (isTransliterated(family, given)) return `${given}·${family}`
  if (isEastAsian(family)) return `${family}${given}`
  return [name.given, name['dropping-particle'], family, name.suffix].filter(Boolean).join(' ')
}

/** Returns the family name with the particle that belongs to it: van der Merwe. */
export function familyName(name: CslName): string {
  const family = name.family ?? name.given ?? ''
  const particle = name['non-dropping-particle']
  if (particle === undefined) return family
  return /['’-]$/.test(particle) ? `${particle}${family}` : `${particle} ${family}`
}

/** Matches Chinese surnames of two characters, which are no transliterations. */
const COMPOUND_SURNAMES =
  /^(?:欧阳|太史|端木|上官|司马|东方|独孤|南宫|万俟|闻人|夏侯|诸葛|尉迟|公羊|赫连|澹台|皇甫|宗政|濮阳|公冶|公孙|慕容|仲孙|钟离|长孙|宇文|司徒|鲜于|司空|令狐|百里|呼延|东郭|南门|西门|达奚|拓跋|轩辕)$/u

/**
 * Returns whether a name in Chinese characters transliterates a foreign one: 里德, 大卫. Its parts are kept separate,
 * because Chinese and Japanese names are not written this way.
 */
export const isTransliterated = (family: string, given: string): boolean =>
  family.length > 1 && given !== '' && !COMPOUND_SURNAMES.test(family) && isTransliterationText(family)

/**
 * Characters that Chinese uses to transliterate foreign names, after the tables of the news agency Xinhua; some are
 * common surnames too.
 */
const TRANSLITERATION_CHARACTERS = new Set(
  '阿埃艾爱安昂敖奥澳巴白拜班邦保鲍贝本比彼宾滨波伯柏勃博卜布采蔡策茨达大戴黛丹当道德登邓狄迪蒂丁东杜敦顿多俄厄恩尔法凡范方菲费芬丰冯佛夫弗福富盖甘冈高戈哥格葛根贡古瓜圭哈海汉汗豪赫黑亨洪侯胡华怀惠霍基吉加贾杰金京卡凯坎康考科可克肯孔库夸奎昆拉莱赖兰朗劳勒雷蕾里理利莉丽历立连林琳留柳龙隆卢鲁露路吕伦罗洛马迈麦曼芒茅梅门蒙孟米密明缪莫默姆慕穆内那纳娜奈南瑙尼妮宁纽农努诺欧帕派潘庞培佩彭皮匹平珀普奇齐契恰钱乔切钦琴丘邱奎热仁日荣茹瑞若撒萨塞赛桑瑟森沙莎山善尚绍舍申圣胜施什史士思丝斯松苏索所塔泰坦汤陶特滕提汀廷图托瓦万旺威韦维卫魏温沃翁乌武西希锡喜夏香肖谢辛欣兴休许雅亚延扬耶叶伊依因英尤于约泽扎詹珍芝治朱兹宗佐'.match(
    /./gu,
  ),
)

/** Returns whether all characters of a text are used in transliterations. */
const isTransliterationText = (text: string): boolean =>
  [...text].every((character) => TRANSLITERATION_CHARACTERS.has(character))

/**
 * Lower-case words, or one that ends in an apostrophe or hyphen, before a capitalized part: `van der `, `d’`, `al-`.
 */
const LEADING_PARTICLE = /^((?:\p{Ll}+\s+){1,4}|(?:\p{Ll}+\s+){0,3}\p{Ll}{1,3}['’-]\s*)(?=\p{Lu})/u

/**
 * Returns a name whose particle follows the given name where the family name comes first: `Meer, Lotte van der`. A
 * capitalized particle belongs to the family name, unless the record separates it.
 *
 * Source: CSL 1.0.2, `demote-non-dropping-particle`.
 */
export function withDemotedParticle(name: CslName): CslName {
  if (isUndividedName(name) || name.given === undefined) return name
  const { 'non-dropping-particle': stored, ...rest } = name
  const family = name.family ?? ''
  const leading = stored === undefined ? (LEADING_PARTICLE.exec(family)?.[0] ?? '') : ''
  const particle = [name['dropping-particle'], stored ?? leading.trim()].filter(Boolean).join(' ')
  if (particle === '') return name
  return { ...rest, family: family.slice(leading.length), 'dropping-particle': particle }
}

/** Returns whether a name is printed as a whole: that of a body, or a Chinese, Japanese or Korean name. */
export function isUndividedName(name: CslName): boolean {
  return name.literal !== undefined || name.family === undefined || isEastAsian(name.family)
}

/** The literal name that stands at the end of a list for further names that the source does not give. */
export const OTHERS_NAME = 'others'

/** Returns whether a name stands for further names that the source does not give. */
export const isOthersName = (name: CslName): boolean => name.literal === OTHERS_NAME

/**
 * Returns the initials of given names: `Peyton Z.` → P, Z; `Th. M.` → Th, M. Those of a hyphenated name, `Jung-ran`,
 * are joined, J-R, or separate, J, R.
 */
export function initials(given: string, form: 'hyphenated' | 'separate'): string[] {
  // A space after each full stop, except before a hyphen: `P.Z.` is `P. Z.`, `J.-R.` stays.
  const spaced = given.replace(/\.(?=\S)(?![-‐‑–])/g, '. ').trim()
  const hasCapitals = /\p{Lu}/u.test(spaced)
  return spaced.split(/\s+/).flatMap((word) => {
    // `PZ` is two initials.
    if (/^\p{Lu}{2,3}$/u.test(word)) return [...word]
    // Among capitalized names, a lower-case word is a particle: Ludwig van.
    const isName = !hasCapitals || /^\P{L}*\p{Lu}/u.test(word)
    const letters = word.split(/[-‐‑–]/).map(initialOf)
    const present = letters
      .filter((letter) => letter !== '')
      .map((letter) => (isName ? letter.charAt(0).toUpperCase() + letter.slice(1) : letter))
    if (form === 'separate') return present
    return present.length === 0 ? [] : [present.join('-')]
  })
}

/**
 * Two or three letters that transliterate one letter of another alphabet or abbreviate a name: `Th.`, `Yu.`, `Chr.`,
 * `Shch.`
 */
const NAME_ABBREVIATION = /^\p{Lu}\p{Ll}{1,2}\.$|^Shch\.$/u
/** A word without a vowel is an abbreviation even if its full stop is missing: `Th`, `Zh`. */
const VOWELLESS_WORD = /^[B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]{1,2}$/

/** Returns the initial of one part of a given name; an abbreviation is kept without its full stop. */
function initialOf(part: string): string {
  const bare = part.replace(/^[('"‘“]+/, '')
  if (NAME_ABBREVIATION.test(bare) || VOWELLESS_WORD.test(bare)) return bare.replace('.', '')
  const letter = [...bare][0] ?? ''
  return /\p{L}/u.test(letter) ? letter : ''
}
