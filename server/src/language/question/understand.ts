import { chipKey, type Understood, type UnderstoodChip } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { type Bound, boundsIn, type Constraints, namesIn, venueIn } from './constraints.ts'
import { corrections, withCorrections } from './correct-words.ts'
import { type Negation, negationsIn } from './negation.ts'
import { partsOf } from './parts.ts'
import { questionType } from './question-type.ts'
import { toThePoint } from './to-the-point.ts'
import { writtenQuestion } from './written.ts'

/** What is asked, as it came in. */
export interface AskedText {
  question: string
  /** Chips that the person took away, as `chipKey` names them. */
  without_chips: readonly string[]
  /** Years that stand beside the question: 「2019—2025」; empty for none. */
  period?: string
}

/** A question as the library is asked it; the rules' reading, which a model's plan may go beyond. */
export interface Understanding {
  /** The question with what narrows taken out of it: what is searched for within the constraints. */
  text: string
  constraints: Constraints
  negated: Negation[]
  /** The subject of the turns before was taken away. */
  without_topic: boolean
  /** For the reader, and for the record. */
  shown: Understood
}

/** So much of a text is read for what narrows it. */
const LONGEST = 1_000
/** More papers than this have nobody's name. */
const MOST_OF_AN_AUTHOR = 3_000

/**
 * Reads a question by rules: what narrows it (years, authors and venues that the library knows, types) and what it does
 * not want. What was taken away by its chip is looked for no more.
 */
export async function understand(
  ctx: Context,
  { question, without_chips, period = '' }: AskedText,
): Promise<Understanding> {
  const written = await toThePoint(ctx, writtenQuestion(question))
  const corrected = await corrections(ctx, written.slice(0, LONGEST))
  const text = withCorrections(written, corrected)
  const read = text.slice(0, LONGEST)
  const listed = questionType(read) === 'list'
  const now = ctx.now().getFullYear()
  const beside = boundsIn(period.slice(0, LONGEST), { listed: true, now }).filter(
    ({ chip }) => chip.kind === 'year',
  )
  const found = [...boundsIn(read, { listed, now }), ...(listed ? await knownNames(ctx, read) : [])]
  // What the question itself says goes before what stands beside it.
  const bounds = [...beside, ...found].filter(({ chip }) => !without_chips.includes(chipKey(chip)))
  const negated = negationsIn(read)
  const parts = partsOf(read)
  const kept = negated.filter((each) => !without_chips.includes(chipKey(negationChip(each))))
  const years = bounds.findLast(({ chip }) => chip.kind === 'year')
  const shown = bounds.filter((bound) => bound.chip.kind !== 'year' || bound === years)
  const chips = [...shown.map(({ chip }) => chip), ...negated.map(negationChip)]
  return {
    text: withoutSpans(text, [...found, ...negated]),
    constraints: joined(shown),
    negated: kept,
    without_topic: without_chips.some((chip) => chip.startsWith('topic:')),
    shown: {
      text,
      chips: chips.filter((chip) => !without_chips.includes(chipKey(chip))),
      searched_as: null,
      corrected,
      parts: parts.length > 1 ? parts : [],
      lead: null,
      results: null,
    },
  }
}

const negationChip = ({ text }: Negation): UnderstoodChip => ({
  kind: 'not',
  value: text,
  label: `不含 ${text}`,
})

function joined(bounds: Bound[]): Constraints {
  const each = bounds.map(({ constraint }) => constraint)
  return {
    ...Object.assign({}, ...each),
    author: each.flatMap(({ author = [] }) => author),
    source: each.flatMap(({ source = [] }) => source),
    resource_type: each.flatMap(({ resource_type = [] }) => resource_type),
  }
}

function withoutSpans(text: string, spans: { start: number; end: number }[]): string {
  const cut = spans.toSorted((a, b) => b.start - a.start)
  return cut
    .reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Authors and venues that a question names and the library has. */
async function knownNames(ctx: Context, text: string): Promise<Bound[]> {
  const engine = await ctx.library.current()
  const bounds: Bound[] = []
  for (const { name, start, end } of namesIn(text)) {
    const overlaps = bounds.some((other) => start < other.end && other.start < end)
    if (overlaps) continue
    const { total } = await engine.search({
      query: '',
      conditions: [{ field: 'author', operator: 'equals', value: name, join: 'and' }],
      size: 0,
    })
    if (total === 0 || total > MOST_OF_AN_AUTHOR) continue
    const chip: UnderstoodChip = { kind: 'author', value: name, label: `作者 ${name}` }
    bounds.push({ start, end, chip, constraint: { author: [name] } })
  }
  const venue = venueIn(text)
  if (!venue || bounds.some((other) => venue.start < other.end && other.start < venue.end)) return bounds
  const { total } = await engine.search({ query: '', filters: { source: [venue.name] }, size: 0 })
  if (total === 0) return bounds
  const chip: UnderstoodChip = { kind: 'venue', value: venue.name, label: `发表于 ${venue.name}` }
  return [...bounds, { start: venue.start, end: venue.end, chip, constraint: { source: [venue.name] } }]
}
