import { type Disambiguation, type GivenLevels, noDisambiguation, type RenderingStyle } from './cite-state.ts'
import { type Candidate, Disambiguator } from './disambiguator.ts'
import { givenLevelsOf } from './given-levels.ts'
import { suffixLetters } from './numbers.ts'
import type { Reference } from './reference.ts'
import { someNode } from './rendering.ts'
import type { StyleNode } from './style-tree.ts'

/** What is decided for all cites of a document. */
export interface Disambiguations {
  byId: ReadonlyMap<string, Disambiguation>
  givenLevels: GivenLevels | undefined
}

/**
 * Decides what ambiguous cites print in addition, in the order of the specification: names, given names, what tests of
 * `disambiguate` add, year suffixes. Year suffixes follow the order of the references given.
 *
 * Source: CSL 1.0.2, specification, "Disambiguation".
 *
 * @param references in the order of the bibliography, with their numbers.
 * @returns what is decided, for every reference; a style that distinguishes nothing gets decisions that add nothing.
 */
export function disambiguate(
  rendering: RenderingStyle,
  references: readonly { reference: Reference; citationNumber: number }[],
): Disambiguations {
  const candidates = references.map((item): Candidate => ({ ...item, settled: noDisambiguation() }))
  const byId = new Map(candidates.map(({ reference, settled }) => [reference.id, settled]))
  if (!needsDisambiguation(rendering)) return { byId, givenLevels: undefined }
  const givenLevels = givenLevelsOf(rendering, candidates)
  const disambiguator = new Disambiguator(rendering, givenLevels)
  const isAmbiguous = (group: readonly Candidate[]) => group.length > 1
  const ambiguous = disambiguator
    .partition(candidates)
    .filter(isAmbiguous)
    .flatMap((group) => disambiguator.addNames(group))
    .flatMap((group) => disambiguator.addConditions(group))
  if (rendering.style.citation.addYearSuffix)
    for (const group of ambiguous)
      for (const [index, { settled }] of group.entries()) settled.yearSuffix = suffixLetters(index)
  return { byId, givenLevels }
}

/** Returns whether a style asks for any way of distinguishing cites. */
function needsDisambiguation({ style }: RenderingStyle): boolean {
  const { citation } = style
  return (
    citation.addNames ||
    citation.addGivenName ||
    citation.addYearSuffix ||
    citation.layouts.some((layout) => someNode(layout.children, hasDisambiguateTest))
  )
}

/**
 * Returns whether an element itself (not its children) tests `disambiguate`, by which an ambiguous cite prints more.
 */
const hasDisambiguateTest = (node: StyleNode): boolean =>
  node.kind === 'choose' &&
  node.branches.some((branch) =>
    branch.conditions.some(({ tests }) => tests.some(({ attribute }) => attribute === 'disambiguate')),
  )
