/** This module recognizes the surname in Chinese names in Latin letters, where the source does not mark it. */

/** The most common surnames, which cover far more than nine in ten people. */
const PINYIN_SURNAMES = new Set(
  'ai an bai bao bi cai cao cen chai chang chen cheng chi chu cui dai deng di ding dong dou du duan fan fang fei feng fu gan gao ge geng gong gu guan guo han hao he hong hou hu hua huang huo ji jia jian jiang jiao jin jing ju kang ke kong lai lan lang lei leng li lian liang liao lin ling liu long lou lu luo lv ma mao mei meng mi miao mo mou mu ni nie ning niu ou pan pang pei peng ping pu qi qian qiao qin qiu qu quan rao ren rong ruan sang sha shan shang shao shen sheng shi shu si song su sui sun tan tang tao tian tong tu wan wang wei wen weng wu xi xia xian xiang xiao xie xin xing xiong xu xue yan yang yao ye yi yin ying you yu yuan yue yun zang zeng zha zhan zhang zhao zhen zheng zhong zhou zhu zhuang zhuo zong zou zuo'.split(
    ' ',
  ),
)

const PINYIN_SYLLABLE =
  '(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?(?:i(?:a(?:ng?|o)?|e|ng?|ong|u)?|u(?:a(?:ng?|i)?|e|i|n|o)?|a(?:ng?|i|o)?|e(?:ng?|i|r)?|o(?:ng|u)?|ve?)'
const GIVEN_NAME = new RegExp(`^${PINYIN_SYLLABLE}-?${PINYIN_SYLLABLE}$`, 'i')
const COMPOUND_SURNAME =
  /^(?:ouyang|sima|zhuge|shangguan|situ|murong|huangfu|gongsun|dongfang|xiahou|duanmu|weichi|yuchi)$/i

/** Returns whether a word is a Chinese surname in pinyin, as opposed to initials: `LI`, `Zhang`. */
export function isPinyinSurname(word: string): boolean {
  return PINYIN_SURNAMES.has(word.toLowerCase())
}

/**
 * Returns whether two words are a Chinese name with the surname first: `Guo Zhiqiang`, `Li Yun-Xia`. The second word
 * must be a given name of two syllables that is not itself a surname.
 */
export function isFamilyFirst(words: readonly string[]): boolean {
  const [first = '', second = ''] = words
  return (
    words.length === 2 &&
    isPinyinSurname(first) &&
    GIVEN_NAME.test(second) &&
    !isPinyinSurname(second) &&
    !COMPOUND_SURNAME.test(second)
  )
}
