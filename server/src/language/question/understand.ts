import { chipKey, type UnderstoodChip, type UnderstoodQuestion } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import type { TextSpan } from '../text/sentences.ts'
import {
  type ConstraintSpan,
  type Constraints,
  findConstraints,
  findPossibleAuthors,
  findPossibleVenue,
} from './constraints.ts'
import { extractQuestion } from './extract-question.ts'
import { findNegations, type Negation } from './negation.ts'
import { normalizeQuestion } from './normalize-question.ts'
import { splitQuestion } from './parts.ts'
import { readQuestion } from './question.ts'
import { questionType } from './question-type.ts'

/** A question as the client sends it. */
export interface QuestionInput {
  question: string
  /** Keys (`chipKey`) of the chips that the user removed. */
  without_chips: readonly string[]
  /** Years given next to the question: 「2019—2025」; empty for none. */
  period?: string
}

/** A question as the rules read it; a model's plan may go beyond it. */
export interface QuestionUnderstanding {
  /** The question without the spans that narrow it: what is searched for within the constraints. */
  text: string
  constraints: Constraints
  negated: Negation[]
  /** Whether the user removed the topic of the earlier turns. */
  without_topic: boolean
  /** The reading as shown to the user and recorded. */
  shown: UnderstoodQuestion
}

/** Bounds the text in which constraints are sought, in UTF-16 units. */
const MAX_QUESTION_CHARS = 1_000
/** An author search with more papers than this does not match one person's name. */
const MAX_AUTHOR_PAPERS = 3_000

/**
 * Reads a question by rules: its constraints (years, authors and venues that the library has, resource types) and what
 * it excludes. A constraint whose chip the user removed does not apply, but its words are not searched for either.
 */
export async function understandQuestion(
  ctx: Context,
  { question, without_chips, period = '' }: QuestionInput,
): Promise<QuestionUnderstanding> {
  const extracted = await extractQuestion(ctx, normalizeQuestion(question))
  const corrected = await findCorrections(ctx, extracted.slice(0, MAX_QUESTION_CHARS))
  const text = applyCorrections(extracted, corrected)
  const beginning = text.slice(0, MAX_QUESTION_CHARS)
  const listed = questionType(beginning) === 'list'
  const current_year = ctx.now().getFullYear()
  const periodBounds = findConstraints(period.slice(0, MAX_QUESTION_CHARS), {
    listed: true,
    current_year,
  }).filter(({ chip }) => chip.kind === 'year')
  const spans = [
    ...findConstraints(beginning, { listed, current_year }),
    ...(listed ? await findKnownNames(ctx, beginning) : []),
  ]
  // Constraints of the question itself come last because the last year wins.
  const applied = [...periodBounds, ...spans].filter(({ chip }) => !without_chips.includes(chipKey(chip)))
  const negated = findNegations(beginning)
  const parts = splitQuestion(beginning)
  const appliedNegations = negated.filter((each) => !without_chips.includes(chipKey(negationChip(each))))
  const years = applied.findLast(({ chip }) => chip.kind === 'year')
  const effective = applied.filter((bound) => bound.chip.kind !== 'year' || bound === years)
  const chips = [...effective.map(({ chip }) => chip), ...negated.map(negationChip)]
  return {
    text: removeSpans(text, [...spans, ...negated]),
    constraints: mergeConstraints(effective),
    negated: appliedNegations,
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

/** Merges bounds into one: names and types are collected, and the last year wins. */
function mergeConstraints(bounds: ConstraintSpan[]): Constraints {
  const constraints = bounds.map(({ constraint }) => constraint)
  return {
    ...Object.assign({}, ...constraints),
    author: constraints.flatMap(({ author = [] }) => author),
    source: constraints.flatMap(({ source = [] }) => source),
    resource_type: constraints.flatMap(({ resource_type = [] }) => resource_type),
  }
}

/** Removes spans from a text, the last first so that the offsets of the others stay valid. */
function removeSpans(text: string, spans: TextSpan[]): string {
  return spans
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)
    .replace(/\s+/g, ' ')
    .trim()
}

const overlapsAny = (spans: TextSpan[], { start, end }: TextSpan): boolean =>
  spans.some((other) => start < other.end && other.start < end)

/** Returns the authors and venues that a question names and the library has. */
async function findKnownNames(ctx: Context, text: string): Promise<ConstraintSpan[]> {
  const engine = await ctx.library.current()
  const names: ConstraintSpan[] = []
  for (const { name, start, end } of findPossibleAuthors(text)) {
    if (overlapsAny(names, { start, end })) continue
    const { total } = await engine.search({
      query: '',
      conditions: [{ field: 'author', operator: 'equals', value: name, join: 'and' }],
      size: 0,
    })
    if (total === 0 || total > MAX_AUTHOR_PAPERS) continue
    const chip: UnderstoodChip = { kind: 'author', value: name, label: `作者 ${name}` }
    names.push({ start, end, chip, constraint: { author: [name] } })
  }
  const venue = findPossibleVenue(text)
  if (!venue || overlapsAny(names, venue)) return names
  const { total } = await engine.search({ query: '', filters: { source: [venue.name] }, size: 0 })
  if (total === 0) return names
  const chip: UnderstoodChip = { kind: 'venue', value: venue.name, label: `发表于 ${venue.name}` }
  return [...names, { start: venue.start, end: venue.end, chip, constraint: { source: [venue.name] } }]
}

/**
 * Returns the words of a question that no paper has, each with its likely spelling. A correction that the question
 * reader would drop is left out: "brines" in "extraction from brines" must not become "brings".
 */
export async function findCorrections(
  ctx: Pick<Context, 'library'>,
  text: string,
): Promise<UnderstoodQuestion['corrected']> {
  const { query } = readQuestion(text)
  const engine = await ctx.library.current()
  const corrected = await engine.findMisspelt(query)
  return corrected.filter((each) => {
    const words = readQuestion(applyCorrections(text, [each])).query.toLowerCase()
    return words.includes(each.to.toLowerCase())
  })
}

/** Applies corrections to a question; words in other scripts than Han are replaced only as whole words. */
function applyCorrections(text: string, corrected: UnderstoodQuestion['corrected']): string {
  return corrected.reduce((rest, { from, to }) => {
    const isHan = /^\p{Script=Han}/u.test(from)
    return rest.replace(isHan ? new RegExp(from, 'gu') : new RegExp(`(?<!\\p{L})${from}(?!\\p{L})`, 'gu'), to)
  }, text)
}
