/** Something that a question excludes. */
export interface Negation {
  /** The excluded words, without the negation. */
  text: string
  start: number
  end: number
}

const ENGLISH_NEGATION =
  /\b(?:(?:without|with no|w\/o)(?: (?:using|requiring|needing|relying on|access to|the use of|recourse to))?|(?:not|\p{L}{2,5}n['’]t|never)(?: to)? (?:use|using|need|needing|require|requiring|rely on|relying on|look at|looking at|depend on|depending on|consult)|(?:needs?|using|uses?|requires?|requiring) no|instead of|rather than|other than|except(?: for)?|excluding|(?<!\b(?:tell|told|set|keep|kept|know)(?:s|ing)?\s(?:[\p{L}-]{1,20}\s){0,3})apart from)\s+(?:(?:any|the|a|an|its)\s)?([^,.;:?!]{2,80})/giu
const CHINESE_NEGATION =
  /(?:不(?:用|需要|需|要|使用|依赖|借助|依靠|靠|看|利用|采用|考虑|包含|含有|含(?![糊蓄混])|涉及)|未(?:使用|采用|利用)|无需|无须|毋需|没有|除了|(?<![消去删清扣免解移剔切铲根废拆破驱开摘擦抹])除(?![法以数草冰湿尘噪])|不包括|排除)(?:任何)?([^，。；：？！,.?!]{1,20}?)(?=以外|之外|还|怎|如何|是否|能否|的[^的\s，。；：？！,.?!]{0,12}(?:办法|方法|系统|模型|论文|文献|工作|研究|翻译|情况)|就|也|而|来|能|可|，|。|；|：|？|！|,|\.|\?|!|$)/gu
/** 有没有 asks whether something exists; 不要紧 and 没有人 exclude nothing that could be searched for. */
const NOT_A_NEGATION = /^(?:人(?!工|类|名|物|脸|口)|问题|什么|哪|关系|紧|关于|一|更|用)/u
const ENGLISH_NEGATION_END =
  /\s(?:what|which|how|who|and (?:what|which|how|who)|was|were|is|are|that|to|in|for|be)\b.*$/iu

/** Finds what a question excludes, in UTF-16 offsets. Negations inside a question for reasons are left out. */
export function findNegations(text: string): Negation[] {
  const found = [
    ...[...text.matchAll(ENGLISH_NEGATION)].map(({ index, 0: whole, 1: rest = '' }) => {
      const kept = rest.replace(ENGLISH_NEGATION_END, '').trim()
      return { text: kept, start: index, end: index + whole.length - rest.length + kept.length }
    }),
    ...[...text.matchAll(CHINESE_NEGATION)]
      .filter(({ index, 0: whole }) => !(whole.startsWith('没有') && text.charAt(index - 1) === '有'))
      // One of two compared options is no condition: 用词典好还是不用词典好.
      .filter(({ index }) => !text.slice(Math.max(0, index - 2), index).endsWith('还是'))
      .map(({ index, 0: whole, 1: rest = '' }) => ({
        text: rest.trim(),
        start: index,
        end: index + whole.length,
      })),
  ]
  const why = findWhySpans(text)
  return found
    .filter(({ text }) => text.length > 1 && !NOT_A_NEGATION.test(text))
    .filter(({ start, end }) => !why.some((each) => each.start < end && start < each.end))
}

const WHY = /为什么|为何|何以|为啥|怎么会|缘何|\b(?:why|how come)\b/iu
/** 「不用循环结构的原因」. */
const REASON = /的?(?:原因|理由)/u
const SENTENCE_TEXT = /[^。？！?!\n]+/gu

/** Finds the spans that ask for reasons, as in 「为什么不用循环结构」: a negation there is the subject and excludes nothing. */
function findWhySpans(text: string): { start: number; end: number }[] {
  return [...text.matchAll(SENTENCE_TEXT)].flatMap(({ index, 0: sentence }) => {
    const why = sentence.search(WHY)
    const at = why >= 0 ? why : sentence.search(REASON)
    // 「除了成本，为什么……」: an earlier clause is not part of the span.
    return at < 0 ? [] : { start: index + clauseStart(sentence, at), end: index + sentence.length }
  })
}

const clauseStart = (sentence: string, at: number): number =>
  Math.max(sentence.lastIndexOf('，', at), sentence.lastIndexOf(',', at)) + 1

/** Pattern of an excluded thing, and the names that fields use for work without it. */
const ABSENCE_NAMES: [RegExp, string[]][] = [
  [
    /\b(?:data|corpus|corpora|annotat\p{L}*|label\p{L}*|treebanks?|examples?|supervision|summar\p{L}*|texts?|signals?)\b|数据|语料|标注|树库|样本|样例|监督/iu,
    [
      'unsupervised',
      'zero-shot',
      'self-supervised',
      'weakly supervised',
      '无监督',
      '零样本',
      '自监督',
      '弱监督',
    ],
  ],
  [
    /\breference/iu,
    ['reference-free', 'referenceless', 'quality estimation', 'unsupervised', '无参考', '质量估计'],
  ],
  [/参考/u, ['reference-free', 'referenceless', 'quality estimation', '无参考', '质量估计']],
  [
    /\b(?:human|manual|hand)\b|人工|手工/iu,
    ['unsupervised', 'automatic', 'fully automatic', '无监督', '自动'],
  ],
  [/\btrain\p{L}*\b|训练|微调|fine-?tun/iu, ['training-free', 'zero-shot', 'in-context', '免训练', '零样本']],
  [/\b(?:pivot|translat\p{L}*)\b|翻译/iu, ['direct', 'end-to-end', '直接', '端到端']],
]

/** Returns the names that a field uses for the absence of something; empty when none are known. */
export const absenceNames = (text: string): string[] =>
  ABSENCE_NAMES.find(([words]) => words.test(text))?.[1] ?? []
