import type { ReportSection, ResearchState } from '@scinav/contract'
import { languageAsked } from '../pasted/calling.ts'
import { shortOf } from '../plan/long-question.ts'
import type { Asked } from '../plan/read-asked.ts'
import { bareEnd } from '../research/bare-end.ts'
import { askedIn, readIn } from '../research/research.ts'
import { FRAMES, type Frame } from './frames.ts'
import { evidenceOfStep } from './step-evidence.ts'

/** A section that is to be written. */
export type Planned = Pick<ReportSection, 'section_id' | 'kind' | 'title' | 'step_id'>

/** Fewer relevant sources make no report. */
const LEAST_SOURCES = 3

/** What the fixed sentences of a report are said in. */
export const frameOf = (state: ResearchState): Frame => FRAMES[languageAsked(state.question)]

const isEnough = (state: ResearchState): boolean => {
  const read = readIn(state)
  const quoted = new Set(state.evidence.map(({ source_id }) => source_id))
  return read.length >= LEAST_SOURCES && quoted.size >= LEAST_SOURCES
}

/** The sections of a report, in their order. */
export function outlineOf(state: ResearchState): Planned[] {
  const frame = frameOf(state)
  const of = (kind: Planned['kind'], title: string): Planned => ({
    section_id: kind,
    kind,
    title,
    step_id: null,
  })
  if (!isEnough(state)) return [of('insufficient', frame.insufficient)]
  const evidence = state.steps
    .filter(({ step_id }) => evidenceOfStep(state, step_id).length > 0)
    .map(
      ({ step_id, title }): Planned => ({
        section_id: `evidence-${step_id}`,
        kind: 'evidence',
        title: frame.evidence(title),
        step_id,
      }),
    )
  return [
    of('scope', frame.scope),
    ...evidence,
    of('agreement', state.engine === 'model' ? frame.agreed : frame.agreement),
    of('distribution', frame.distribution),
    of('limits', frame.limits),
  ]
}

/** What a report is called. */
export const titleOf = (state: ResearchState, named: Asked['named']): string =>
  bareEnd(named?.called ?? shortOf(askedIn(state)))
