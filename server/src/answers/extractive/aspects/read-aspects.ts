import { isChineseText } from '@scinav/search'
import { type PhraseLanguage, words } from '../../../language/phrases.ts'
import { cutLong } from '../../../language/text/cut-long.ts'
import { sentenceSpans, type TextSpan } from '../../../language/text/sentences.ts'
import { CUES, type Cues } from './aspect-cues.ts'
import { ASPECTS, type Aspect, aspectLogits, NEAR_LOGIT, STATED_LOGITS } from './aspect-model.ts'

/** A span of an abstract that states an aspect. */
export interface AspectMatch extends TextSpan {
  aspect: Aspect
  /** The certainty of the match: higher is surer, comparable within one abstract. */
  score: number
}

interface AbstractSentence extends TextSpan {
  /** The log odds that it states each aspect, by its words and its place. */
  logits: Record<Aspect, number>
  /** The labelled part of a structured abstract that it belongs to; null when no label precedes it. */
  section: Aspect | null
  /** Whether it begins with the label of that part. */
  has_label: boolean
}

/** What a label before a part of the abstract adds to log odds: it is the author's own classification. */
const SECTION_LABEL_SCORE = 5
const SAME_SECTION_SCORE = 3
const OTHER_SECTION_SCORE = -2.5
/**
 * Lowers the score of a further aspect of a sentence; `SHARED_ASPECTS` often share a sentence with another and are
 * exempt.
 */
const COMPETING_ASPECT_PENALTY = 1.25
const SHARED_ASPECTS: ReadonlySet<Aspect> = new Set(['data', 'limitation'])
/** Bounds the sentences that are read. */
const MAX_SENTENCES = 200

/**
 * Finds the aspects that the sentences of an abstract state, best first. The score of a sentence for an aspect is its log
 * odds by a trained model and what its part of a structured abstract adds. Returns nothing for languages other than
 * Chinese and English. Offsets refer to `text`.
 *
 * @param how `nearly` includes matches that only come near an aspect.
 */
export function readAspects(text: string, how: 'surely' | 'nearly' = 'surely'): AspectMatch[] {
  const script = isChineseText(text) ? 'zh' : 'en'
  if (script === 'en' && !isEnglish(text)) return []
  const sentences = splitAbstract(text, script)
  const structured = new Set(sentences.flatMap(({ section }) => section ?? [])).size > 1
  const candidates = sentences.flatMap((sentence) =>
    ASPECTS.map((aspect) => ({
      sentence,
      aspect,
      rawScore: sentence.logits[aspect] + sectionScore(aspect, sentence, structured),
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
    if (score < (how === 'surely' ? STATED_LOGITS[aspect] : NEAR_LOGIT)) continue
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

/** Scores a sentence by its part of a structured abstract; data may also be stated in the part on methods. */
function sectionScore(aspect: Aspect, { section, has_label }: AbstractSentence, structured: boolean): number {
  if (section === aspect) return has_label ? SECTION_LABEL_SCORE : SAME_SECTION_SCORE
  if (!structured || aspect === 'limitation' || (aspect === 'data' && section === 'method')) return 0
  return OTHER_SECTION_SCORE
}

/** Bounds a quote in UTF-16 units; Chinese needs fewer characters for the same content. */
const MAX_QUOTE_CHARS = { zh: 160, en: 380 }

/** Splits an abstract into sentences; long ones are cut at semicolons, then at other clause marks. */
function splitAbstract(text: string, language: PhraseLanguage): AbstractSentence[] {
  const maxChars = MAX_QUOTE_CHARS[language]
  const spans = sentenceSpans(text)
    .flatMap((span) => (span.end - span.start > maxChars ? splitAtSemicolons(text, span) : [span]))
    .flatMap((span) => cutLong(text, span, maxChars))
    .slice(0, MAX_SENTENCES)
  let section: Aspect | null = null
  return spans.map(({ start, end }, index) => {
    const sentence = text.slice(start, end)
    const label = sectionLabel(sentence, CUES[language])
    section = label ?? section
    const logits = aspectLogits(sentence, language, { index, count: spans.length })
    return { start, end, logits, section, has_label: label !== null }
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
