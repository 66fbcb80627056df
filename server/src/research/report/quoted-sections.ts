// Writers of the sections that are made of quotations and fixed sentences, one function per kind of section. They yield
// wherever other tasks may get a turn.

import type { ResearchEvidence } from '@scinav/contract'
import { outlineEntry, stepEvidence } from './outline.ts'
import { groupBySource, type SectionContext, sourceName } from './section-context.ts'
import { notedEvidence } from './synthesis.ts'

/** Writes a section 主要证据: the evidence of one step by source, each sentence quoted and cited. */
export function* writeEvidence(writing: SectionContext): Generator<void> {
  const { state, frame, section, out } = writing
  const evidence = stepEvidence(state, section.step_id)
  const sources = groupBySource(evidence)
  if (sources.length === 0) return out.write(`${frame.nothingQuoted}\n`)
  out.write(`${frame.quotedFrom(sources.length, evidence.length)}\n`)
  for (const quotes of sources) yield* writeSourceQuotes(writing, quotes, { withAspects: true })
  out.write('\n')
}

/** Maximum number of works that are quoted where a section of a survey could not be written by the model. */
const MAX_QUOTED_WORKS = 6

/** Writes a section of a survey from quotations: the first sentence of the works that it would have been written from. */
export function* writeSurveyQuotes(writing: SectionContext): Generator<void> {
  const { state, section } = writing
  const works = outlineEntry(state, section.section_id)?.source_ids
  const evidence = notedEvidence(state).filter(({ source_id }) => !works || works.includes(source_id))
  for (const [first] of groupBySource(evidence).slice(0, MAX_QUOTED_WORKS))
    if (first) yield* writeSourceQuotes(writing, [first], { withAspects: false })
  writing.out.write('\n')
}

/** Writes the section 证据不足: the queries that were tried, the little evidence found, and suggestions. */
export function* writeInsufficient(writing: SectionContext): Generator<void> {
  const { state, frame, out } = writing
  const sources = groupBySource(state.evidence)
  out.write(frame.fewSources(sources.length))
  if (state.engine === 'extractive') out.write(`${frame.sentenceGap}${frame.withoutModel}`)
  out.write('\n')
  for (const quotes of sources) yield* writeSourceQuotes(writing, quotes, { withAspects: false })
  const searches = [...state.searches, ...state.steps.flatMap((step) => step.searches)]
  out.write(`\n\n${frame.triedSearches}\n`)
  for (const query of new Set(searches.map((search) => search.query))) out.write(`\n- ${frame.query(query)}`)
  out.write(`\n\n${[...state.warnings.map((text) => `${text}。`), frame.suggestions].join('\n\n')}\n`)
}

/** Writes the quotations of one source as a list item, followed by the name of the source. */
function* writeSourceQuotes(
  { state, question, frame, out }: SectionContext,
  quotes: ResearchEvidence[],
  { withAspects }: { withAspects: boolean },
): Generator<void> {
  for (const [at, each] of quotes.entries()) {
    out.write(at === 0 ? '\n- ' : '\n\n  ')
    if (withAspects && each.aspect) out.write(`**${frame.aspects[each.aspect]}**${frame.colon}`)
    out.quote(each)
    yield
  }
  const source_id = quotes[0]?.source_id ?? ''
  out.write(`\n\n  ${sourceName(state, source_id, { frame, language: question.language })}`)
}
