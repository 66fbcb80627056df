import { phrasePattern } from '../phrases.ts'
import type { ConstraintSpan } from './constraints.ts'
import { matchSpan, yearConstraint } from './year-constraint.ts'

/**
 * Resource types that a question may name; `type` is the number in a record. The first that matches counts.
 */
const TYPE_RULES: { pattern: RegExp; type: number; label: string }[] = [
  { pattern: phrasePattern('resource-types/theses'), type: 4, label: '学位论文' },
  { pattern: phrasePattern('resource-types/journal-articles'), type: 1, label: '期刊论文' },
  { pattern: phrasePattern('resource-types/conference-papers'), type: 5, label: '会议论文' },
  { pattern: phrasePattern('resource-types/books'), type: 2, label: '专著' },
  { pattern: phrasePattern('resource-types/patents'), type: 7, label: '专利' },
  { pattern: phrasePattern('resource-types/preprints'), type: 9, label: '预印本' },
]

/**
 * Finds the years that a question names and, when it asks for a list of papers (`listed`), the resource type; at most
 * one span of each.
 */
export function findConstraints(
  text: string,
  { listed, current_year }: { listed: boolean; current_year: number },
): ConstraintSpan[] {
  return [yearConstraint(text, { listed, current_year }), listed ? typeConstraint(text) : null].filter(
    (bound) => bound !== null,
  )
}

/** Returns the type of publication that a question names, by the first rule that matches; null without one. */
function typeConstraint(text: string): ConstraintSpan | null {
  for (const { pattern, type, label } of TYPE_RULES) {
    const found = pattern.exec(text)
    if (found)
      return {
        ...matchSpan(found),
        chip: { kind: 'type', value: String(type), label },
        constraint: { resource_type: [type] },
      }
  }
  return null
}
