import { boxesOf } from '@scinav/documents'
import { isChinese } from '@scinav/search'
import { sentencesOf } from '../../../language/text/sentences.ts'
import type { BaseContext } from '../../../platform/context/context.ts'
import { breath } from '../../../platform/foundation/breath.ts'
import { cachedByKey } from '../../../platform/foundation/cached.ts'
import type { ReadyText } from '../text/readable.ts'
import { allBlocks, onPages, type PlacedBlock } from '../text/text.ts'
import { FULL_TEXT_CUES, type FullTextCues, READING_ASPECTS, type ReadingAspect } from './full-text-cues.ts'

/** A sentence of a full text that tells an aspect. */
export interface ToldSentence {
  aspect: ReadingAspect
  quote: string
  start: number
  end: number
  page: number
  boxes: { page: number; x0: number; y0: number; x1: number; y1: number }[]
  heading_path: string[]
  /** Higher is surer; comparable within one text. */
  score: number
}

export interface ToldByText {
  /** Best first. */
  sentences: ToldSentence[]
  /** Only the first part of a long text was read. */
  isCut: boolean
}

/** So many characters are read: of what is longer, such as a book, the first. */
const LONGEST = 600_000
const STRONG = 2
const STRONG_AGAIN = 0.75
const WEAK = 0.5
const MOST_WEAK = 3
const NOT = -1.25
const OWN_SECTION = 2
const OTHER_SECTION = -0.5
const OTHERS_WORK = -2.5
const ABSTRACT = 0.75
const OF_THE_PAPER = 0.5
const TAKEN = 1.25
const LEAST = 2.5
/** So many of each aspect are remembered. */
const MOST = 8
/** Sentences that say anything, and that can be read at once. */
const SHORTEST = { zh: 10, en: 30 }
const LONGEST_SENTENCE = { zh: 260, en: 600 }

const OWN = /\b(?:we|our|this (?:paper|work|study|article))\b|本文|本研究|我们|笔者/iu
/** Needs a word that hints at it even in its own section: otherwise any sentence there would tell it. */
const NEEDS_HINT: ReadonlySet<ReadingAspect> = new Set(['limitation', 'novelty'])
const TELLING: ReadonlySet<string> = new Set(['paragraph', 'list'])

const DAY_MS = 24 * 60 * 60_000
/** A parse never changes; some ten thousand characters each. */
const known = cachedByKey<ToldByText>(64, DAY_MS)

interface Section {
  path: { level: number; text: string }[]
  of: FullTextCues['sections'][number]['section'] | null
}

/** What the sentences of a full text tell of it, by words that tell it and by the section they stand in. */
export async function toldByText(ctx: Pick<BaseContext, 'db' | 'now'>, text: ReadyText): Promise<ToldByText> {
  const now = ctx.now().getTime()
  const cached = known.get(text.parse_id, now)
  if (cached) return cached
  const told = await readText(ctx, text)
  known.set(text.parse_id, told, now)
  return told
}

async function readText(ctx: Pick<BaseContext, 'db' | 'now'>, text: ReadyText): Promise<ToldByText> {
  const section: Section = { path: [], of: null }
  const best = new Map<ReadingAspect, ToldSentence[]>()
  for await (const part of allBlocks(ctx, text)) {
    for (const placed of part) await readBlock(placed, { section, best, text })
    if ((part.at(-1)?.start ?? 0) > LONGEST) return { sentences: spread(best), isCut: true }
  }
  return { sentences: spread(best), isCut: false }
}

interface ReadingOn {
  section: Section
  best: Map<ReadingAspect, ToldSentence[]>
  text: ReadyText
}

async function readBlock(placed: PlacedBlock, { section, best, text }: ReadingOn): Promise<void> {
  if (placed.block.type === 'heading') return enter(section, placed)
  if (!isTelling(placed, section)) return
  for (const told of toldBy(placed, section, text)) remember(best, told)
  await breath()
}

const isTelling = ({ block }: PlacedBlock, { of }: Section) => TELLING.has(block.type) && of !== 'end'

const scriptOf = (text: string) => (isChinese(text) ? 'zh' : 'en')

function enter(section: Section, { block: { text, level = 1 } }: PlacedBlock): void {
  section.path = [...section.path.filter((above) => above.level < level), { level, text }]
  const found = section.path.toReversed().flatMap((heading) => sectionOf(heading.text) ?? [])
  section.of = found[0] ?? null
}

const LONGEST_HEADING = 200

function sectionOf(heading: string): Section['of'] {
  const text = heading.slice(0, LONGEST_HEADING)
  return (
    FULL_TEXT_CUES[scriptOf(text)].sections.find(({ pattern }) => text.search(pattern) >= 0)?.section ?? null
  )
}

/** So much of a block is read. */
const LONGEST_BLOCK = 20_000

function* toldBy({ block, start }: PlacedBlock, section: Section, text: ReadyText): Generator<ToldSentence> {
  const body = block.text.slice(0, LONGEST_BLOCK)
  const script = scriptOf(body)
  for (const span of sentencesOf(body)) {
    const length = span.end - span.start
    if (length < SHORTEST[script] || length > LONGEST_SENTENCE[script]) continue
    const quote = body.slice(span.start, span.end)
    for (const aspect of READING_ASPECTS) {
      const score = scoreOf(quote, aspect, section, script)
      if (score < LEAST) continue
      const boxes = onPages(boxesOf(block, span.start, span.end), text)
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

function scoreOf(quote: string, aspect: ReadingAspect, { of }: Section, script: 'zh' | 'en'): number {
  const { strong, weak, not } = FULL_TEXT_CUES[script].cues[aspect]
  const sure = distinct(quote, strong)
  const hints = Math.min(MOST_WEAK, distinct(quote, weak))
  if (sure === 0 && (of !== aspect || (hints === 0 && NEEDS_HINT.has(aspect)))) return 0
  const said = sure > 0 ? STRONG + Math.min(2, sure - 1) * STRONG_AGAIN : 0
  const hinted = hints * WEAK
  const own = OWN.test(quote) ? OF_THE_PAPER : 0
  return said + hinted + own + distinct(quote, not) * NOT + sectionValue(aspect, of)
}

function sectionValue(aspect: ReadingAspect, of: Section['of']): number {
  if (of === aspect) return OWN_SECTION
  if (of === 'other') return OTHERS_WORK
  if (of === 'abstract') return ABSTRACT
  return of === null ? 0 : OTHER_SECTION
}

const distinct = (text: string, cue: RegExp): number =>
  new Set(Array.from(text.matchAll(cue), ([found]) => found.toLowerCase())).size

function remember(best: Map<ReadingAspect, ToldSentence[]>, told: ToldSentence): void {
  const list = best.get(told.aspect) ?? []
  best.set(told.aspect, list)
  list.push(told)
  if (list.length < MOST * 4) return
  list.sort((one, other) => other.score - one.score)
  list.length = MOST * 2
}

/** A sentence that tells one aspect surely tells another less. */
function spread(best: Map<ReadingAspect, ToldSentence[]>): ToldSentence[] {
  const taken = new Set<number>()
  const told: ToldSentence[] = []
  for (const each of [...best.values()].flat().toSorted((one, other) => other.score - one.score)) {
    const score = taken.has(each.start) ? each.score - TAKEN : each.score
    if (score < LEAST || told.filter(({ aspect }) => aspect === each.aspect).length >= MOST) continue
    taken.add(each.start)
    told.push({ ...each, score })
  }
  return told.toSorted((one, other) => other.score - one.score)
}
