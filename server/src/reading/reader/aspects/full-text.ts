import { boxesOf } from '@scinav/documents'
import { isChineseText } from '@scinav/search'
import { aspectLogits } from '../../../answers/index.ts'
import { sentenceSpans } from '../../../language/text/sentences.ts'
import type { BaseContext } from '../../../platform/context/context.ts'
import { createKeyedCache } from '../../../platform/foundation/cache.ts'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import type { ReadyText } from '../text/readable.ts'
import { iterateBlocks, type PlacedBlock, toPageShares } from '../text/text.ts'
import { FULL_TEXT_CUES, type FullTextCues, READING_ASPECTS, type ReadingAspect } from './full-text-cues.ts'

/** A sentence of a full text on an aspect. */
export interface AspectSentence {
  aspect: ReadingAspect
  quote: string
  /** Offsets in the canonical text, in UTF-16 units, `end` exclusive. */
  start: number
  end: number
  /** The page on which the sentence begins, from 1. */
  page: number
  /** In shares of the page, 0–1. */
  boxes: { page: number; x0: number; y0: number; x1: number; y1: number }[]
  /** The headings above the sentence, outermost first. */
  heading_path: string[]
  /** Higher is more certain; comparable within one text. */
  score: number
}

/** The aspects found in a text. */
export interface TextAspects {
  /** Best first; a sentence on several aspects occurs once for each. */
  sentences: AspectSentence[]
  /** Whether only the first part of a long text was read. */
  isCut: boolean
}

/**
 * Length after which no further batch of blocks is read, in characters; only the beginning of longer texts, such as
 * books, is read.
 */
const MAX_TEXT_CHARS = 600_000
/**
 * Scores of a sentence for an aspect, which are added up. Cues count once however often their words are repeated, and
 * a sentence counts from `MIN_SCORE`.
 */
const STRONG_CUE_SCORE = 2
/** For each further strong cue. */
const REPEATED_STRONG_CUE_SCORE = 0.75
const MAX_REPEATED_STRONG_CUES = 2
const WEAK_CUE_SCORE = 0.5
const MAX_WEAK_CUES = 3
const NEGATIVE_CUE_SCORE = -1.25
/** The least log odds of the model that count as a strong cue. */
const STRONG_LOGIT = 0.7
/** The most that log odds of the model add to a strong cue. */
const MAX_LOGIT_SCORE = 2.5
/** For mentioning the authors' own work. */
const OWN_WORK_SCORE = 0.5
/** For the section: on the aspect, the abstract, on another aspect, or on the work of others; 0 for an unknown one. */
const SAME_ASPECT_SECTION_SCORE = 2
const ABSTRACT_SECTION_SCORE = 0.75
const OTHER_ASPECT_SECTION_SCORE = -0.5
const RELATED_WORK_SECTION_SCORE = -2.5
/** What a sentence loses for each aspect but its surest. */
const COMPETING_ASPECT_PENALTY = 1.25
const MIN_SCORE = 2.5
/** Maximum number of sentences returned per aspect. */
const MAX_SENTENCES_PER_ASPECT = 8
/**
 * While a text is read, the sentences of an aspect are cut to the lower number whenever they reach the higher one. More
 * are kept than returned, since some lose to another aspect at the end.
 */
const SENTENCES_BEFORE_CUT = 4 * MAX_SENTENCES_PER_ASPECT
const SENTENCES_AFTER_CUT = 2 * MAX_SENTENCES_PER_ASPECT
/** Length of sentences that are informative and readable, in characters. */
const MIN_SENTENCE_CHARS = { zh: 10, en: 30 }
const MAX_SENTENCE_CHARS = { zh: 260, en: 600 }

/** Words by which authors speak of their own work. */
const OWN_WORK = /\b(?:we|our|this (?:paper|work|study|article))\b|本文|本研究|我们|笔者/iu
/** Aspects that need a cue even within their own section, where otherwise any sentence would count. */
const CUE_REQUIRED_ASPECTS: ReadonlySet<ReadingAspect> = new Set(['limitation', 'novelty'])
const PROSE_BLOCK_TYPES: ReadonlySet<string> = new Set(['paragraph', 'list'])
/** Length to which headings and blocks are cut before they are matched, in characters. */
const MAX_HEADING_CHARS = 200
const MAX_BLOCK_CHARS = 20_000

const DAY_MS = 24 * 60 * 60_000
/** Maximum number of cached results; each takes about ten thousand characters. */
const MAX_CACHED_TEXTS = 64
/** A parse never changes, so its result is cached. */
const aspectCache = createKeyedCache<TextAspects>(MAX_CACHED_TEXTS, DAY_MS)

/** The section in which a block is. */
interface CurrentSection {
  /** Its headings, outermost first. */
  path: { level: number; text: string }[]
  /** What it is about; null when its headings do not tell. */
  kind: FullTextCues['sections'][number]['section'] | null
}

/**
 * Returns the sentences of a full text by aspect, recognized by cue words and by the sections in which they occur. The
 * result is cached for each parse and must not be changed.
 */
export async function readTextAspects(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  text: ReadyText,
): Promise<TextAspects> {
  const now = ctx.now().getTime()
  const cached = aspectCache.get(text.parse_id, now)
  if (cached) return cached
  const aspects = await scanText(ctx, text)
  aspectCache.set(text.parse_id, aspects, now)
  return aspects
}

/** Reads a text up to the maximum and keeps the best sentences of each aspect. */
async function scanText(ctx: Pick<BaseContext, 'db' | 'now'>, text: ReadyText): Promise<TextAspects> {
  const section: CurrentSection = { path: [], kind: null }
  const best = new Map<ReadingAspect, AspectSentence[]>()
  let isEnough = false
  for await (const blocks of iterateBlocks(ctx, text)) {
    if (isEnough) return { sentences: penalizeCompeting(best), isCut: true }
    for (const placed of blocks) await scanBlock(placed, { section, best, text })
    isEnough = (blocks.at(-1)?.start ?? 0) > MAX_TEXT_CHARS
  }
  return { sentences: penalizeCompeting(best), isCut: false }
}

/** What has been read of a text so far. */
interface ScanState {
  section: CurrentSection
  /** The sentences kept for each aspect, in no particular order. */
  best: Map<ReadingAspect, AspectSentence[]>
  text: ReadyText
}

/** Reads a block: a heading changes the section, and prose adds its sentences to the best. */
async function scanBlock(placed: PlacedBlock, { section, best, text }: ScanState): Promise<void> {
  if (placed.block.type === 'heading') return enterHeading(section, placed)
  if (!isProse(placed, section)) return
  for (const sentence of blockSentences(placed, section, text)) keepBest(best, sentence)
  await yieldToEventLoop()
}

const isProse = ({ block }: PlacedBlock, { kind }: CurrentSection) =>
  PROSE_BLOCK_TYPES.has(block.type) && kind !== 'end'

const cueLanguage = (text: string) => (isChineseText(text) ? 'zh' : 'en')

/** Updates the section at a heading, whose level closes those of the same and lower rank. */
function enterHeading(section: CurrentSection, { block: { text, level = 1 } }: PlacedBlock): void {
  section.path = [...section.path.filter((above) => above.level < level), { level, text }]
  // The nearest heading with a known kind decides.
  const kinds = section.path.toReversed().flatMap((heading) => sectionKind(heading.text) ?? [])
  section.kind = kinds[0] ?? null
}

/** Returns the kind of a section by its heading; null for others. */
function sectionKind(heading: string): CurrentSection['kind'] {
  const text = heading.slice(0, MAX_HEADING_CHARS)
  return (
    FULL_TEXT_CUES[cueLanguage(text)].sections.find(({ pattern }) => text.search(pattern) >= 0)?.section ??
    null
  )
}

/** Yields the sentences of a block that state an aspect, once for each aspect. */
function* blockSentences(
  { block, start }: PlacedBlock,
  section: CurrentSection,
  text: ReadyText,
): Generator<AspectSentence> {
  const body = block.text.slice(0, MAX_BLOCK_CHARS)
  const language = cueLanguage(body)
  for (const span of sentenceSpans(body)) {
    const length = span.end - span.start
    if (length < MIN_SENTENCE_CHARS[language] || length > MAX_SENTENCE_CHARS[language]) continue
    const quote = body.slice(span.start, span.end)
    const logits = aspectLogits(quote, language, null)
    for (const aspect of READING_ASPECTS) {
      const indication = indicationOf(aspect, quote, { language, logits })
      const score = aspectScore(quote, aspect, section, indication)
      if (score < MIN_SCORE) continue
      const boxes = toPageShares(boxesOf(block, span.start, span.end), text)
      yield {
        aspect,
        quote,
        score,
        start: start + span.start,
        end: start + span.end,
        page: boxes[0]?.page ?? block.page,
        boxes,
        heading_path: section.path.map((heading) => heading.text),
      }
    }
  }
}

/** How far the words of a sentence indicate an aspect, as a score, and whether strongly. */
interface Indication {
  score: number
  isStrong: boolean
}

/** @param logits the log odds of the model for the aspects of abstracts. */
function indicationOf(
  aspect: ReadingAspect,
  quote: string,
  { language, logits }: { language: 'zh' | 'en'; logits: ReturnType<typeof aspectLogits> },
): Indication {
  if (aspect === 'conclusion' || aspect === 'novelty')
    return cueIndication(quote, FULL_TEXT_CUES[language].cues[aspect])
  return modelIndication(logits[aspect])
}

function cueIndication(quote: string, { strong, weak, not }: FullTextCues['cues']['novelty']): Indication {
  const strongCues = countDistinct(quote, strong)
  const weakCues = Math.min(MAX_WEAK_CUES, countDistinct(quote, weak))
  if (strongCues + weakCues === 0) return NO_INDICATION
  const repeated = Math.min(MAX_REPEATED_STRONG_CUES, strongCues - 1)
  const strongScore = strongCues > 0 ? STRONG_CUE_SCORE + repeated * REPEATED_STRONG_CUE_SCORE : 0
  const score = strongScore + weakCues * WEAK_CUE_SCORE + countDistinct(quote, not) * NEGATIVE_CUE_SCORE
  return { score, isStrong: strongCues > 0 }
}

/** Scores log odds of the model like cues: strong when they reach `STRONG_LOGIT`, and weak when they are positive. */
function modelIndication(logit: number): Indication {
  if (logit <= 0) return NO_INDICATION
  if (logit < STRONG_LOGIT) return { score: WEAK_CUE_SCORE, isStrong: false }
  const score = STRONG_CUE_SCORE + Math.min(MAX_LOGIT_SCORE, logit - STRONG_LOGIT)
  return { score, isStrong: true }
}

const NO_INDICATION: Indication = { score: 0, isStrong: false }

/** Returns how surely a sentence states an aspect, as a sum of the scores above; 0 when its words do not suffice. */
function aspectScore(
  quote: string,
  aspect: ReadingAspect,
  { kind }: CurrentSection,
  { score, isStrong }: Indication,
): number {
  // Only in a section on the aspect may a sentence lack a strong cue, and for some aspects it then needs a weak one.
  if (!isStrong && kind !== aspect) return 0
  if (score === 0 && CUE_REQUIRED_ASPECTS.has(aspect)) return 0
  return score + (OWN_WORK.test(quote) ? OWN_WORK_SCORE : 0) + sectionScore(aspect, kind)
}

/** Returns what the kind of a section adds to the score of a sentence in it. */
function sectionScore(aspect: ReadingAspect, kind: CurrentSection['kind']): number {
  if (kind === aspect) return SAME_ASPECT_SECTION_SCORE
  if (kind === 'related') return RELATED_WORK_SECTION_SCORE
  if (kind === 'abstract') return ABSTRACT_SECTION_SCORE
  return kind === null ? 0 : OTHER_ASPECT_SECTION_SCORE
}

/** Counts the different words that a cue matches in a text, without regard to case. */
const countDistinct = (text: string, cue: RegExp): number =>
  new Set(Array.from(text.matchAll(cue), ([found]) => found.toLowerCase())).size

/** Adds a sentence to those of its aspect, and drops the worst of them when there are many. */
function keepBest(best: Map<ReadingAspect, AspectSentence[]>, sentence: AspectSentence): void {
  const list = best.get(sentence.aspect) ?? []
  best.set(sentence.aspect, list)
  list.push(sentence)
  if (list.length < SENTENCES_BEFORE_CUT) return
  list.sort((one, other) => other.score - one.score)
  list.length = SENTENCES_AFTER_CUT
}

/** Selects the best sentences of each aspect, best first; a sentence scores less for each aspect after its surest. */
function penalizeCompeting(best: Map<ReadingAspect, AspectSentence[]>): AspectSentence[] {
  /** The offsets of the sentences that were selected for some aspect. */
  const taken = new Set<number>()
  const selected: AspectSentence[] = []
  for (const each of [...best.values()].flat().toSorted((one, other) => other.score - one.score)) {
    const score = taken.has(each.start) ? each.score - COMPETING_ASPECT_PENALTY : each.score
    if (
      score < MIN_SCORE ||
      selected.filter(({ aspect }) => aspect === each.aspect).length >= MAX_SENTENCES_PER_ASPECT
    )
      continue
    taken.add(each.start)
    selected.push({ ...each, score })
  }
  return selected.toSorted((one, other) => other.score - one.score)
}
