import { chipKey, type UnderstoodChip, type UnderstoodQuestion } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import type { TextSpan } from '../text/sentences.ts'
import type { ConstraintSpan, Constraints } from './constraints.ts'
import { applyCorrections, findCorrections } from './corrections.ts'
import { extractQuestion } from './extract-question.ts'
import { findConstraints } from './find-constraints.ts'
import { findKnownNames } from './known-names.ts'
import { findNegations, type Negation } from './negation.ts'
import { normalizeQuestion } from './normalize-question.ts'
import { splitQuestion } from './parts.ts'
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
