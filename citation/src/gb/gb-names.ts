import type { CslItem, CslName } from '../csl.ts'
import { yearText } from '../dates.ts'
import {
  displayName,
  familyName,
  initials,
  isOthersName,
  isTransliterated,
  isUndividedName,
} from '../names.ts'
import { type GbEntry, isChineseWorded, joinParts } from './gb-style.ts'

/**
 * The most common surnames of mainland China as GB/T 28039 spells them; spellings of other romanizations are not
 * included.
 */
const PINYIN_SURNAMES = new Set(
  'an bai bao bi bian cai cao cen chai chen cheng chi chu cui dai deng di ding dong dou du duan fan fang fei feng fu gan gao ge geng gong gu guan guo han hao he hong hou hu hua huang huo ji jia jian jiang jiao jin jing ju kang ke kong kuang lai lan lang lei leng li lian liang liao lin ling liu long lou lu luo lv lyu ma mao mei meng mi miao mo mou mu ni nie ning niu ou ouyang pan pang pei peng pu qi qian qiao qin qiu qu quan rao ren rong ruan sha shan shang shangguan shao shen sheng shi shu si sima situ song su sui sun tan tang tao tian tong tu wan wang wei wen weng wu xi xia xian xiang xiao xie xin xing xiong xu xue yan yang yao ye yi yin ying you yu yuan yue yun zang zeng zhan zhang zhao zhen zheng zhong zhou zhu zhuang zhuge zhuo zong zou zuo'.split(
    ' ',
  ),
)

/** Patterns of the syllables of Hanyu Pinyin, grouped by initial; `v` and `yu` represent ü after n and l. */
const PINYIN_SYLLABLES = [
  '[bpm](?:a[io]?|ang?|ei?|eng?|i|ian|iao|ie|ing?|ou?|u)|miu',
  'f(?:ang?|a|ei|eng?|ou?|u)',
  '[dt](?:a[io]?|ang?|ei?|eng?|i|ia|ian|iao|ie|ing|iu|ong|ou|u|uan|ui|un|uo)',
  '[nl](?:a[io]?|ang?|ei?|eng?|i|ia|iang?|iao|ie|ing?|iu|ong|ou|u|uan|un|uo|ve?|ue|yue?)',
  '[gkh](?:a[io]?|ang?|ei?|eng?|ong|ou|u|uai?|uang?|ui|un|uo)',
  '[jqx](?:i|ia|iang?|iao|ie|ing?|iong|iu|u|uan|ue|un)',
  '(?:[zcs]h?|r)(?:a[io]?|ang?|ei?|eng?|i|ong|ou|u|uai?|uang?|ui|un|uo)',
  'y(?:ang?|ao?|e|ing?|i|ong?|ou|u|uan|ue|un)',
  'w(?:ang?|ai?|ei|eng?|o|u)',
  'a[io]?|ang?|e[inr]?|ou?',
].join('|')

const GIVEN_NAME = new RegExp(`^(?:${PINYIN_SYLLABLES})(?:'?(?:${PINYIN_SYLLABLES}))?$`, 'i')

/**
 * Returns whether a name is Chinese in pinyin, with surname and given name each in one word and a given name of one or
 * two syllables: Wang, Shanshan. Names with a hyphen (`Kai-lin`) or in another romanization are printed like other
 * names.
 */
const isPinyinName = (family: string, given: string): boolean =>
  PINYIN_SURNAMES.has(withoutUmlaut(family.toLowerCase())) &&
  given.length > 1 &&
  /^\p{Lu}[\p{Ll}']+$/u.test(given) &&
  GIVEN_NAME.test(withoutUmlaut(given))

const withoutUmlaut = (name: string): string => name.replaceAll('ü', 'v')

/** Prints a name: 王利平, Park J-R, Wang Shanshan, Peebles P Z Jr (2025), PARK J R, WANG S, PEEBLES P Z, Jr (2015). */
function gbName(name: CslName, entry: GbEntry): string {
  if (isUndividedName(name)) return entry.marks.stored(wholeName(name))
  const family = familyName(name)
  const is2015 = entry.edition === 2015
  const printed = joinParts([is2015 ? family.toUpperCase() : family, gbGiven(name, entry)], ' ')
  return joinParts([printed, (name.suffix ?? '').replace(/\.$/, '')], is2015 ? entry.marks.comma : ' ')
}

/**
 * Returns the initials, followed by those of particles in lower case; the 2025 edition prints given names in pinyin in
 * full.
 */
function gbGiven({ family = '', given = '', ...name }: CslName, { edition }: GbEntry): string {
  if (edition === 2025 && isPinyinName(family, given)) return given
  const particles = (name['dropping-particle'] ?? '').split(/\s+/).map((word) => word.charAt(0))
  return joinParts([...initials(given, edition === 2025 ? 'hyphenated' : 'separate'), ...particles], ' ')
}

/**
 * Returns the whole name; of a foreigner's Chinese name only the family name: 里德 (GB/T 7714-2015, 8.1.1; 2025, 7.1.1).
 */
const wholeName = (name: CslName): string =>
  isTransliterated(name.family ?? '', name.given ?? '') ? familyName(name) : displayName(name)

/** Returns a name as a text cites it: 王利平, Park; PARK in the 2015 edition. */
export function gbCitedName(name: CslName, entry: GbEntry): string {
  if (isUndividedName(name)) return wholeName(name)
  return entry.edition === 2015 ? familyName(name).toUpperCase() : familyName(name)
}

const MAX_NAMES = 3

/** Prints the first three names, then 等 or et al. if there are more. */
export function gbNames(names: CslName[] | undefined, entry: GbEntry): string {
  if (!names || names.length === 0) return ''
  const named = names.filter((name) => !isOthersName(name))
  const printed = named.slice(0, MAX_NAMES).map((name) => gbName(name, entry))
  if (named.length > MAX_NAMES || named.length < names.length)
    printed.push(isChineseWorded(entry) ? '等' : 'et al.')
  return printed.join(entry.marks.comma)
}

/** Prints the translators: `谢远涛，译` or `Smith J，trans.`; "" without any. */
export function gbTranslators(entry: GbEntry): string {
  const names = gbNames(entry.item.translator, entry)
  if (names === '') return ''
  return `${names}${entry.marks.comma}${isChineseWorded(entry) ? '译' : 'trans.'}`
}

/**
 * Returns the names responsible for a work: its authors, else the editors of a work without a container; undefined
 * without either.
 */
export function responsibleNames(item: CslItem): CslName[] | undefined {
  if (item.author) return item.author
  return item['container-title'] === undefined ? item.editor : undefined
}

/**
 * Returns the year of an author-date entry with its letter: `2011b`, `[2020b]` where only the visit is dated, `n.d.-a`.
 */
function gbYear(entry: GbEntry): string {
  const { item, yearSuffix } = entry
  const issued = yearText(item.issued)
  if (issued !== '') return `${issued}${yearSuffix}`
  const visited = yearText(item.accessed)
  if (visited !== '') return `[${visited}${yearSuffix}]`
  const none = isChineseWorded(entry) ? '无日期' : 'n.d.'
  return yearSuffix === '' ? none : `${none}-${yearSuffix}`
}

/**
 * Returns the beginning of an entry: the names; in the author-date system also the year, with 佚名 or Anon in place of
 * missing names.
 */
export function gbHeading(entry: GbEntry): string {
  const names = gbNames(responsibleNames(entry.item), entry)
  if (entry.system === 'numeric') return names
  const nobody = isChineseWorded(entry) ? '佚名' : 'Anon'
  return `${names === '' ? nobody : names}${entry.marks.comma}${gbYear(entry)}`
}
