import { isChineseText } from '@scinav/search'
import { phrasePattern, words } from '../../../language/phrases.ts'
import { cutLong, sentenceSpans, type TextSpan } from '../../../language/text/sentences.ts'
import { ASPECTS, type Aspect, CUES, type Cues } from './aspect-cues.ts'

/** A span of an abstract that states an aspect. */
export interface AspectMatch extends TextSpan {
  aspect: Aspect
  /** The certainty of the match: higher is surer, comparable within one abstract. */
  score: number
}

interface AbstractSentence extends TextSpan {
  text: string
  /** Its place in the abstract, 0 for the first sentence to 1 for the last. */
  position: number
  /** The number of sentences in the abstract. */
  sentence_count: number
  /** The labelled part of a structured abstract that it belongs to; null when no label precedes it. */
  section: Aspect | null
  /** Whether it begins with the label of that part. */
  has_label: boolean
}

/** The least score of an aspect that is stated; all scores below are on this scale. */
const MIN_SCORE = 2
/** The least score of a match that only comes near an aspect. */
const MIN_NEAR_SCORE = 0.75
/** What the first strong cue of a sentence adds, each further one, each weak one, and each that speaks against it. */
const STRONG_CUE_SCORE = 2
const REPEATED_STRONG_CUE_SCORE = 0.75
/** The most strong cues that count after the first. */
const MAX_REPEATED_STRONG_CUES = 2
const WEAK_CUE_SCORE = 0.5
const MAX_WEAK_CUES = 3
const NEGATIVE_CUE_SCORE = -1.25
/** Aspects that need a strong cue, because their weak cues are common in sentences on other aspects. */
const STRONG_CUE_ASPECTS: ReadonlySet<Aspect> = new Set(['data', 'limitation'])
/** A label before a part of the abstract is the author's own classification and outweighs cues. */
const SECTION_LABEL_SCORE = 5
const SAME_SECTION_SCORE = 3
const OTHER_SECTION_SCORE = -2.5
/**
 * Lowers the score of a further aspect of a sentence; `SHARED_ASPECTS` often share a sentence with another and are
 * exempt.
 */
const COMPETING_ASPECT_PENALTY = 1.25
const SHARED_ASPECTS: ReadonlySet<Aspect> = new Set(['data', 'limitation'])
/** A count of the items that data consist of. */
const DATA_COUNT = phrasePattern('data/count')
/** Raises the data score for a number in the sentence. */
const DATA_COUNT_SCORE = 0.75
/** Lowers the data score when nothing marks the data as this paper's own. */
const NOT_OWN_SCORE = -1.25
const OWN_WORK = phrasePattern('data/own-work')
/** Bounds the sentences that are read. */
const MAX_SENTENCES = 200
/** A shorter abstract need not open with the problem. */
const MIN_SENTENCES_WITH_PROBLEM = 3

/**
 * Finds the aspects that the sentences of an abstract state, best first. The score of a sentence for an aspect is the
 * sum of its strong, weak and negative cues, its position and its part of a structured abstract. Returns nothing for
 * languages other than Chinese and English. Offsets refer to `text`.
 *
 * @param how `nearly` includes matches that only come near an aspect.
 */
export function readAspects(text: string, how: 'surely' | 'nearly' = 'surely'): AspectMatch[] {
  const script = isChineseText(text) ? 'zh' : 'en'
  if (script === 'en' && !isEnglish(text)) return []
  const cues = CUES[script]
  const sentences = splitAbstract(text, cues)
  const structured = new Set(sentences.flatMap(({ section }) => section ?? [])).size > 1
  const candidates = sentences.flatMap((sentence) =>
    ASPECTS.map((aspect) => ({
      sentence,
      aspect,
      rawScore: aspectScore(sentence, aspect, cues, { structured, how }),
    })),
  )
  // The best aspect of a sentence takes it; further aspects compete with that one.
  const taken = new Set<AbstractSentence>()
  const stated: AspectMatch[] = []
  for (const { sentence, aspect, rawScore } of candidates.toSorted(
    (one, other) => other.rawScore - one.rawScore,
  )) {
    const competes = taken.has(sentence) && !SHARED_ASPECTS.has(aspect)
    const score = competes ? rawScore - COMPETING_ASPECT_PENALTY : rawScore
    if (score < (how === 'surely' ? MIN_SCORE : MIN_NEAR_SCORE)) continue
    taken.add(sentence)
    stated.push({ aspect, score, start: sentence.start, end: sentence.end })
  }
  return stated.toSorted((one, other) => other.score - one.score)
}

const LETTER_RUN = /\p{L}+/gu
const ENGLISH_FUNCTION_WORD = new RegExp(
  `(?<!\\p{L})(?:${words('en', 'sentences/function-words').join('|')})(?!\\p{L})`,
  'giu',
)
/** The least share of function words among the words of an English text. */
const MIN_ENGLISH_SHARE = 0.15
/** Bounds the text from which the language is recognized, in UTF-16 units. */
const LANGUAGE_SAMPLE_CHARS = 2_000

/** Returns whether a text is English; other languages in Latin script have no cues. */
function isEnglish(text: string): boolean {
  const begin = text.slice(0, LANGUAGE_SAMPLE_CHARS)
  const words = begin.match(LETTER_RUN)?.length ?? 0
  return (begin.match(ENGLISH_FUNCTION_WORD)?.length ?? 0) >= words * MIN_ENGLISH_SHARE
}

/** Position weights of an aspect at the beginning, middle and end of an abstract; values between are interpolated. */
const POSITION_WEIGHTS: Record<Aspect, readonly [number, number, number]> = {
  problem: [1.25, -0.75, -2],
  method: [-0.25, 0.75, -0.75],
  data: [-0.5, 0.25, -0.25],
  result: [-1.75, 0, 1],
  limitation: [-4, -1, 0.75],
}

/** @param position 0 for the first sentence to 1 for the last. */
function positionScore(aspect: Aspect, position: number): number {
  const [first, middle, last] = POSITION_WEIGHTS[aspect]
  if (position < 0.5) return first + (middle - first) * position * 2
  return middle + (last - middle) * (position - 0.5) * 2
}

/** Returns how surely a sentence states an aspect; 0 when nothing indicates it. */
function aspectScore(
  sentence: AbstractSentence,
  aspect: Aspect,
  cues: Cues,
  { structured, how }: { structured: boolean; how: 'surely' | 'nearly' },
): number {
  const { text, position, section, has_label } = sentence
  const counts = aspect === 'data' && DATA_COUNT.test(text) ? 1 : 0
  const strong = countDistinct(text, cues.strong[aspect]) + counts
  const weak = Math.min(MAX_WEAK_CUES, countDistinct(text, cues.weak[aspect]))
  const cueScore =
    (strong > 0
      ? STRONG_CUE_SCORE + Math.min(MAX_REPEATED_STRONG_CUES, strong - 1) * REPEATED_STRONG_CUE_SCORE
      : 0) +
    weak * WEAK_CUE_SCORE
  if (cueScore === 0 && section !== aspect) return opensWithProblem(sentence, aspect, cues) ? MIN_SCORE : 0
  if (strong === 0 && how === 'surely' && STRONG_CUE_ASPECTS.has(aspect) && section !== aspect) return 0
  const score =
    cueScore +
    ((aspect === 'data' ? ownWorkScore(text) : 0) +
      countDistinct(text, cues.not[aspect]) * NEGATIVE_CUE_SCORE) +
    positionScore(aspect, position) +
    sectionScore(aspect, section, { has_label, structured })
  return opensWithProblem(sentence, aspect, cues) ? Math.max(MIN_SCORE, score) : score
}

/**
 * Abstracts of several sentences mostly open with the problem, so a first sentence without a method cue counts as one.
 */
const opensWithProblem = (
  { text, position, sentence_count, section }: AbstractSentence,
  aspect: Aspect,
  cues: Cues,
): boolean =>
  aspect === 'problem' &&
  position === 0 &&
  sentence_count >= MIN_SENTENCES_WITH_PROBLEM &&
  section === null &&
  countDistinct(text, cues.strong.method) === 0

/** Returns what a data score changes by: more for a number, less unless the data are this paper's own. */
const ownWorkScore = (text: string): number =>
  (/\d/.test(text) ? DATA_COUNT_SCORE : 0) + (OWN_WORK.test(text) ? 0 : NOT_OWN_SCORE)

/** Returns the number of different cues in a text, by their lower-case form. */
const countDistinct = (text: string, cue: RegExp): number =>
  new Set(Array.from(text.matchAll(cue), ([found]) => found.toLowerCase())).size

/** Scores a sentence by its part of a structured abstract; data may also be stated in the part on methods. */
function sectionScore(
  aspect: Aspect,
  section: Aspect | null,
  { has_label, structured }: { has_label: boolean; structured: boolean },
): number {
  if (section === aspect) return has_label ? SECTION_LABEL_SCORE : SAME_SECTION_SCORE
  if (!structured || aspect === 'limitation' || (aspect === 'data' && section === 'method')) return 0
  return OTHER_SECTION_SCORE
}

/** Bounds a quote in UTF-16 units; Chinese needs fewer characters for the same content. */
const MAX_QUOTE_CHARS = { zh: 160, en: 380 }

/** Splits an abstract into sentences; long ones are cut at semicolons, then at other clause marks. */
function splitAbstract(text: string, cues: Cues): AbstractSentence[] {
  const maxChars = cues === CUES.zh ? MAX_QUOTE_CHARS.zh : MAX_QUOTE_CHARS.en
  const spans = sentenceSpans(text)
    .flatMap((span) => (span.end - span.start > maxChars ? splitAtSemicolons(text, span) : [span]))
    .flatMap((span) => cutLong(text, span, maxChars))
    .slice(0, MAX_SENTENCES)
  let section: Aspect | null = null
  return spans.map(({ start, end }, index) => {
    const sentence = text.slice(start, end)
    const label = sectionLabel(sentence, cues)
    section = label ?? section
    const position = spans.length === 1 ? 0.5 : index / (spans.length - 1)
    return {
      start,
      end,
      text: sentence,
      position,
      sentence_count: spans.length,
      section,
      has_label: label !== null,
    }
  })
}

/** Splits a span behind its semicolons; the blanks after them belong to no part. */
function splitAtSemicolons(text: string, { start, end }: TextSpan): TextSpan[] {
  const spans: TextSpan[] = []
  let from = start
  for (const { index } of text.slice(start, end).matchAll(/[;；]\s*(?=\S)/gu)) {
    const to = start + index + 1
    spans.push({ start: from, end: to })
    from = to + (/^\s*/.exec(text.slice(to, end))?.[0].length ?? 0)
  }
  spans.push({ start: from, end })
  return spans
}

/** Bounds the labels of parts of an abstract, in UTF-16 units. */
const MAX_LABEL_CHARS = 32

/** Returns the aspect whose label opens a sentence: `【方法】…`, `目的:…`, `RESULTS …`; null without a label. */
function sectionLabel(sentence: string, { labels }: Cues): Aspect | null {
  // Shorter than the sentence where an opening bracket was removed.
  const bare = sentence.replace(/^[\s【[（(<〔]+/u, '')
  const lower = bare.slice(0, MAX_LABEL_CHARS).toLowerCase()
  const found = labels.find(({ label }) => {
    if (!lower.startsWith(label)) return false
    const next = bare.charAt(label.length)
    if (/[:：]/u.test(next)) return true
    if (bare.length < sentence.length && /[】\]）)>〕]/u.test(next)) return true
    return /\s/u.test(next) && isUpperCase(bare.slice(0, label.length))
  })
  return found?.aspect ?? null
}

/** Before a space only an upper-case label counts; Chinese text equals its upper case and qualifies too. */
const isUpperCase = (label: string): boolean => label.toUpperCase() === label
