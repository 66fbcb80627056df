import { anyOf, phrasePattern, phrases } from '../phrases.ts'

/** Something that a question excludes. */
export interface Negation {
  /** The excluded words, without the negation. */
  text: string
  start: number
  end: number
}

/** Matches an exclusion, and captures the words after it up to the end of the clause: "without labelled data". */
const ENGLISH_NEGATION = new RegExp(
  `${anyOf('negation/exclusions', { language: 'en' })}\\s+(?:(?:any|the|a|an|its)\\s)?([^,.;:?!]{2,80})`,
  'giu',
)
/** Its Chinese counterpart: 「不用标注数据的方法」 excludes 标注数据. */
const CHINESE_NEGATION = new RegExp(
  `${anyOf('negation/exclusions', { language: 'zh' })}(?:任何)?([^，。；：？！,.?!]{1,20}?)(?=${anyOf('negation/exclusion-ends', { language: 'zh' })}|[，。；：？！,.?!]|$)`,
  'gu',
)
/** 有没有 asks whether something exists; 不要紧 and 没有人 exclude nothing that could be searched for. */
const NOT_A_NEGATION = new RegExp(`^${anyOf('negation/excludes-nothing')}`, 'u')
/** Where the words that an English exclusion excludes end: "without labels, how …". */
const ENGLISH_NEGATION_END = new RegExp(`\\s${anyOf('negation/exclusion-ends', { language: 'en' })}.*$`, 'iu')

/**
 * Finds what a question excludes, in UTF-16 offsets: in English first, then in Chinese, each in order. Negations inside a
 * question for reasons are left out.
 */
export function findNegations(text: string): Negation[] {
  const found = [
    ...[...text.matchAll(ENGLISH_NEGATION)].map(({ index, 0: whole, 1: rest = '' }) => {
      const excluded = rest.replace(ENGLISH_NEGATION_END, '').trim()
      return { text: excluded, start: index, end: index + whole.length - rest.length + excluded.length }
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
  const whySpans = findWhySpans(text)
  return found
    .filter(({ text }) => text.length > 1 && !NOT_A_NEGATION.test(text))
    .filter(({ start, end }) => !whySpans.some((each) => each.start < end && start < each.end))
}

const WHY = phrasePattern('cause/why')
/** The noun of a question for reasons: 「不用循环结构的原因」. */
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

/** Returns the offset after the last comma before `at`. */
const clauseStart = (sentence: string, at: number): number =>
  Math.max(sentence.lastIndexOf('，', at), sentence.lastIndexOf(',', at)) + 1

/**
 * Kinds of excluded things. Work that does without one has names of its own, such as "unsupervised" for work without
 * labelled data. The first kind that fits counts.
 */
const ABSENCE_KINDS = ['data', 'reference', 'manual-work', 'training', 'translation'] as const
/** For each kind, the pattern of the excluded things and the names for work without them. */
const ABSENCE_NAMES = ABSENCE_KINDS.map((kind) => ({
  thing: phrasePattern(`negation/${kind}`),
  names: [...phrases('en', `negation/without-${kind}`), ...phrases('zh', `negation/without-${kind}`)],
}))

/** Returns the names that a field uses for the absence of something; empty when none are known. */
export const absenceNames = (text: string): string[] =>
  ABSENCE_NAMES.find(({ thing }) => thing.test(text))?.names ?? []
