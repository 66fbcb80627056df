/**
 * Surnames of mainland China as GB/T 28039 spells them. Those that are more often names of other romanizations or
 * languages, such as Chang, Ha and Kan, are not included.
 */
const PINYIN_SURNAMES = new Set(
  'ai an ao ba bai ban bao bei ben bi bian bie bing bo bu cai cang cao cen chai chao che chen cheng chi chu cong cui dai dang deng di diao ding dong dongfang dou du duan fan fang fei feng fu gan gao ge geng gong gongsun gou gu guan guang gui guo hai han hang hao he heng hong hou hu hua huai huan huang huangfu hui huo ji jia jian jiang jiao jin jing ju kang ke kong kou kuai kuang kui lai lan lang lao lei leng li lian liang liao lin ling linghu liu long lou lu luan luo lv lyu ma mao mei meng mi miao min ming mo mou mu murong nai nangong ni nian nie ning niu nong ou ouyang pan pang pei peng pi ping pu qi qian qiang qiao qie qin qiu qu quan que ran rao ren rong ru ruan rui sang sha shan shang shangguan shao she shen sheng shi shou shu shuai shuang shui si sikong sima situ song su sui sun suo tan tang tao teng tian tong tou tu tuoba wan wang wei wen weng wo wu xi xia xiahou xian xiang xiao xie xin xing xiong xiu xu xuan xuanyuan xue xun yan yang yao ye yi yin ying yong you yu yuan yuchi yue yun yuwen zai zan zang zeng zha zhai zhan zhang zhangsun zhao zhen zheng zhi zhong zhongli zhou zhu zhuang zhuge zhuo zi zong zou zu zuo'.split(
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
 * two syllables: Wang, Shanshan. Names with a hyphen, `Kai-lin`, or in another romanization are not.
 */
export const isPinyinName = (family: string, given: string): boolean =>
  PINYIN_SURNAMES.has(withoutUmlaut(family.toLowerCase())) &&
  given.length > 1 &&
  /^\p{Lu}[\p{Ll}']+$/u.test(given) &&
  GIVEN_NAME.test(withoutUmlaut(given))

const withoutUmlaut = (name: string): string => name.replaceAll('ü', 'v')
