// Generates sentences, names and references for layouts from a seed.
import type { Random } from '../random.ts'

const nouns =
  'sediment membrane catalyst archive dialect harvest turbine enzyme settlement manuscript estuary polymer canopy gradient orchard tariff corridor glacier lattice protein reservoir census landscape'.split(
    ' ',
  )
const verbs =
  'increases limits follows precedes stabilises reflects alters describes explains predicts resembles contradicts'.split(
    ' ',
  )
const adjectives =
  'coastal seasonal porous rural early thermal regional stable narrow collective organic uneven historical mineral'.split(
    ' ',
  )
const SENTENCE_ENDINGS = [
  'under dry conditions',
  'in most samples',
  'during the second survey',
  'within the observed period',
  'at low concentrations',
  'for both groups',
  'after the reform',
]
const hanNouns =
  '沉积物 膜材料 催化剂 档案 方言 收成 涡轮 酶活性 聚落 手稿 河口 聚合物 冠层 梯度 果园 关税 走廊 冰川 晶格 蛋白质 水库 人口 景观 土壤 气候 农户'.split(
    ' ',
  )
const hanVerbs = '提高了 限制了 反映了 改变了 解释了 预测了 接近于 影响了 决定着 促进了'.split(' ')
const hanAdjectives = '沿海的 季节性的 多孔的 乡村的 早期的 区域性的 稳定的 狭窄的 历史上的'.split(' ')
const HAN_SENTENCE_ENDINGS = [
  '，且在多数样本中成立',
  '，但在干旱条件下并不明显',
  '，与第二次调查的结果一致',
  '，这在低浓度时尤为突出',
  '，改革以后更是如此',
  '，两组之间没有差别',
]
const FAMILY_NAMES =
  'Aldridge Bergstrom Castellan Dvorak Eskildsen Fairweather Grunwald Hollis Ivarsson Jankovic Kowalczyk Lindqvist Moreau Novak'.split(
    ' ',
  )
const GIVEN_NAMES = 'Maria Jonas Elena Peter Ingrid Tomas Laura Henrik Clara David Nadia Oskar'.split(' ')
const HAN_FAMILY_NAMES = [...'王李张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗']
const HAN_GIVEN_NAMES = '伟 敏 静怡 建国 晓峰 丽华 志强 雨桐 思远 海燕 文博 欣然'.split(' ')

/** Generates text of one language. */
export interface TextGenerator {
  sentence: () => string
  paragraph: (sentences: number) => string
  /** Returns the words of a heading or title. */
  phrase: (words: number) => string
  name: () => string
  institute: () => string
  reference: () => string
  word: () => string
}

function createEnglishGenerator(random: Random): TextGenerator {
  const { pick, below } = random
  const clause = () =>
    `the ${pick(adjectives)} ${pick(nouns)} ${pick(verbs)} the ${pick(nouns)} of the ${pick(adjectives)} ${pick(nouns)}`
  const sentence = () => {
    const text = `${clause()}${random.once(2) ? `, and ${clause()}` : ''} ${pick(SENTENCE_ENDINGS)}.`
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const phrase = (words: number) => {
    const made = Array.from({ length: words }, (_, at) =>
      at % 3 === 2 ? 'and' : at % 3 === 1 ? pick(nouns) : pick(adjectives),
    )
    if (made.at(-1) === 'and') made[made.length - 1] = pick(nouns)
    return capital(made.join(' '))
  }
  const initial = () => `${pick(FAMILY_NAMES)} ${pick(GIVEN_NAMES).charAt(0)}`
  return {
    sentence,
    paragraph: (count) => Array.from({ length: count }, sentence).join(' '),
    phrase,
    name: () =>
      `${pick(GIVEN_NAMES)} ${random.once(3) ? `${pick(GIVEN_NAMES).charAt(0)}. ` : ''}${pick(FAMILY_NAMES)}`,
    institute: () => `Department of ${capital(pick(nouns))} Studies, University of ${pick(FAMILY_NAMES)}`,
    reference: () =>
      `${initial()}, ${initial()}. ${phrase(6 + below(8))}. Journal of ${capital(pick(nouns))} Research, ${1980 + below(44)}, ${1 + below(60)}(${1 + below(12)}): ${below(400) + 10}-${below(400) + 420}.`,
    word: () => pick(nouns),
  }
}

function createChineseGenerator(random: Random): TextGenerator {
  const { pick, below } = random
  const clause = () =>
    `${pick(hanAdjectives)}${pick(hanNouns)}${pick(hanVerbs)}${pick(hanNouns)}与${pick(hanNouns)}的${pick(hanNouns)}`
  const sentence = () =>
    `${random.once(6) ? `在${1950 + below(70)}年前后，` : ''}${clause()}${random.once(2) ? `，${clause()}` : ''}${pick(HAN_SENTENCE_ENDINGS)}。`
  const phrase = (words: number) =>
    Array.from({ length: Math.max(1, Math.round(words / 2)) }, () => pick(hanNouns)).join('与')
  const name = () => pick(HAN_FAMILY_NAMES) + pick(HAN_GIVEN_NAMES)
  return {
    sentence,
    paragraph: (count) => Array.from({ length: count }, sentence).join(''),
    phrase,
    name,
    institute: () => `${pick(['北京', '南方', '江海', '西岭'])}大学${pick(hanNouns)}研究学院`,
    reference: () =>
      `${name()}，${name()}．${phrase(6 + below(8))}研究［J］．${pick(hanNouns)}学报，${1980 + below(44)}，${1 + below(60)}（${1 + below(12)}）：${below(400) + 10}-${below(400) + 420}．`,
    word: () => pick(hanNouns),
  }
}

export const createTextGenerator = (lang: 'zh' | 'en', random: Random): TextGenerator =>
  lang === 'zh' ? createChineseGenerator(random) : createEnglishGenerator(random)
