import { isChineseText } from '@scinav/search'
import { anyOf, phrasePattern } from '../../../language/phrases.ts'
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
  /** Its position, 0 for the first sentence to 1 for the last. */
  place: number
  /** The number of sentences. */
  of: number
  /** The part of a structured abstract that it belongs to, and (`begins`) whether it opens that part. */
  part: Aspect | null
  begins: boolean
}

/** The least score of an aspect that is stated. */
const MIN_SCORE = 2
/** The least score of a match that only comes near an aspect. */
const MIN_NEAR_SCORE = 0.75
const STRONG_CUE_SCORE = 2
const REPEATED_STRONG_CUE_SCORE = 0.75
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
/** Adjusts the data score: for a number in the sentence, and for data that nothing marks as this paper's own. */
const DATA_COUNT_SCORE = 0.75
const NOT_OWN_SCORE = -1.25
const OWN_WORK = phrasePattern('data/own-work')
/** Bounds the sentences that are read. */
const MAX_SENTENCES = 200

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
  const pieces = splitAbstract(text, cues)
  const divided = new Set(pieces.flatMap(({ part }) => part ?? [])).size > 1
  const all = pieces.flatMap((piece) =>
    ASPECTS.map((aspect) => ({ piece, aspect, score: aspectScore(piece, aspect, cues, { divided, how }) })),
  )
  const taken = new Set<AbstractSentence>()
  const stated: AspectMatch[] = []
  for (const { piece, aspect, score } of all.toSorted((one, other) => other.score - one.score)) {
    const left = taken.has(piece) && !SHARED_ASPECTS.has(aspect) ? score - COMPETING_ASPECT_PENALTY : score
    if (left < (how === 'surely' ? MIN_SCORE : MIN_NEAR_SCORE)) continue
    taken.add(piece)
    stated.push({ aspect, score: left, start: piece.start, end: piece.end })
  }
  return stated.toSorted((one, other) => other.score - one.score)
}

const LETTER_RUN = /\p{L}+/gu
const ENGLISH_FUNCTION_WORD = new RegExp(
  `(?<!\\p{L})${anyOf('sentences/function-words', { bounds: 'any' })}(?!\\p{L})`,
  'giu',
)
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

function positionScore(aspect: Aspect, place: number): number {
  const [first, middle, last] = POSITION_WEIGHTS[aspect]
  return place < 0.5 ? first + (middle - first) * place * 2 : middle + (last - middle) * (place - 0.5) * 2
}

function aspectScore(
  piece: AbstractSentence,
  aspect: Aspect,
  cues: Cues,
  { divided, how }: { divided: boolean; how: 'surely' | 'nearly' },
): number {
  const { text, place, part, begins } = piece
  const counts = aspect === 'data' && DATA_COUNT.test(text) ? 1 : 0
  const strong = countDistinct(text, cues.strong[aspect]) + counts
  const weak = Math.min(MAX_WEAK_CUES, countDistinct(text, cues.weak[aspect]))
  const said =
    (strong > 0 ? STRONG_CUE_SCORE + Math.min(2, strong - 1) * REPEATED_STRONG_CUE_SCORE : 0) +
    weak * WEAK_CUE_SCORE
  if (said === 0 && part !== aspect) return opensWithProblem(piece, aspect, cues) ? MIN_SCORE : 0
  if (strong === 0 && how === 'surely' && STRONG_CUE_ASPECTS.has(aspect) && part !== aspect) return 0
  const own =
    (aspect === 'data' ? ownWorkScore(text) : 0) + countDistinct(text, cues.not[aspect]) * NEGATIVE_CUE_SCORE
  const value = said + own + positionScore(aspect, place) + sectionScore(aspect, part, { begins, divided })
  return opensWithProblem(piece, aspect, cues) ? Math.max(MIN_SCORE, value) : value
}

/**
 * Abstracts of several sentences mostly open with the problem, so a first sentence without a method cue counts as one.
 */
const opensWithProblem = ({ text, place, of, part }: AbstractSentence, aspect: Aspect, cues: Cues): boolean =>
  aspect === 'problem' &&
  place === 0 &&
  of > 2 &&
  part === null &&
  countDistinct(text, cues.strong.method) === 0

const ownWorkScore = (text: string): number =>
  (/\d/.test(text) ? DATA_COUNT_SCORE : 0) + (OWN_WORK.test(text) ? 0 : NOT_OWN_SCORE)

const countDistinct = (text: string, cue: RegExp): number =>
  new Set(Array.from(text.matchAll(cue), ([found]) => found.toLowerCase())).size

/** Scores a sentence by its part of a structured abstract; data may also be stated in the part on methods. */
function sectionScore(
  aspect: Aspect,
  part: Aspect | null,
  { begins, divided }: { begins: boolean; divided: boolean },
): number {
  if (part === aspect) return begins ? SECTION_LABEL_SCORE : SAME_SECTION_SCORE
  if (!divided || aspect === 'limitation' || (aspect === 'data' && part === 'method')) return 0
  return OTHER_SECTION_SCORE
}

/** Bounds a quote in UTF-16 units; Chinese needs fewer characters for the same content. */
const MAX_QUOTE_CHARS = { zh: 160, en: 380 }

/** Splits an abstract into sentences; long ones are cut at semicolons, then at other clause marks. */
function splitAbstract(text: string, cues: Cues): AbstractSentence[] {
  const most = cues === CUES.zh ? MAX_QUOTE_CHARS.zh : MAX_QUOTE_CHARS.en
  const spans = sentenceSpans(text)
    .flatMap((span) => (span.end - span.start > most ? splitAtSemicolons(text, span) : [span]))
    .flatMap((span) => cutLong(text, span, most))
    .slice(0, MAX_SENTENCES)
  let part: Aspect | null = null
  return spans.map(({ start, end }, at) => {
    const piece = text.slice(start, end)
    const label = sectionLabel(piece, cues)
    part = label ?? part
    const place = spans.length === 1 ? 0.5 : at / (spans.length - 1)
    return { start, end, text: piece, place, of: spans.length, part, begins: label !== null }
  })
}

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

/** Returns the aspect whose label opens a sentence: `【方法】…`, `目的:…`, `RESULTS …`; null without a label. */
function sectionLabel(piece: string, { labels }: Cues): Aspect | null {
  const bare = piece.replace(/^[\s【[（(<〔]+/u, '')
  const lower = bare.slice(0, 32).toLowerCase()
  const found = labels.find(({ label }) => {
    if (!lower.startsWith(label)) return false
    const next = bare.charAt(label.length)
    if (/[:：]/u.test(next)) return true
    if (bare.length < piece.length && /[】\]）)>〕]/u.test(next)) return true
    return /\s/u.test(next) && isUpperCase(bare.slice(0, label.length))
  })
  return found?.aspect ?? null
}

/** Before a space only an upper-case label counts; Chinese text equals its upper case and qualifies too. */
const isUpperCase = (label: string): boolean => label.toUpperCase() === label
