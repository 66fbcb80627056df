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
export const isPinyinName = (family: string, given: string): boolean =>
  PINYIN_SURNAMES.has(withoutUmlaut(family.toLowerCase())) &&
  given.length > 1 &&
  /^\p{Lu}[\p{Ll}']+$/u.test(given) &&
  GIVEN_NAME.test(withoutUmlaut(given))

const withoutUmlaut = (name: string): string => name.replaceAll('ü', 'v')
