import {
  RESEARCH_DEPTHS,
  type ReportSection,
  type ResearchEvidence,
  type ResearchState,
} from '@scinav/contract'
import { questionLanguage } from '../paste/work-names.ts'
import { stepFocus } from '../plan/focus.ts'
import { shortenQuestion } from '../plan/long-question.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'
import { stripEndSigns } from '../run/edit-text.ts'
import { MIN_REPORT_SOURCES, questionWithAnswer, stepSources } from '../run/research.ts'
import { REPORT_FRAMES, type ReportFrame } from './frames.ts'

/** A section of the outline, before it is written. */
export type PlannedSection = Pick<ReportSection, 'section_id' | 'kind' | 'title' | 'step_id'>

/** Returns the fixed sentences of a report in the language of its question. */
export const reportFrame = (state: ResearchState): ReportFrame =>
  REPORT_FRAMES[questionLanguage(state.question)]

/** Returns whether enough sources are read and quoted for a report. */
export const hasEnoughSources = (state: ResearchState): boolean => {
  const sources = stepSources(state)
  const quoted = new Set(state.evidence.map(({ source_id }) => source_id))
  return sources.length >= MIN_REPORT_SOURCES && quoted.size >= MIN_REPORT_SOURCES
}

/** Prefix of the ids of a survey's main sections, followed by their index in the outline of the synthesis. */
const BODY_ID = 'body-'

/** The id of the table that shows phases or branches. */
export const FIGURE_ID = 'figure'

/**
 * Returns the part of the synthesis that a section of kind `body` is written from; undefined for other
 * sections.
 */
export const outlineEntry = ({ synthesis }: ResearchState, section_id: string) =>
  synthesis?.outline[Number(section_id.slice(BODY_ID.length)) - 1]

/**
 * Returns the sections of a report in order: a note on too few sources, a survey, or a section for each step.
 */
export function reportOutline(state: ResearchState): PlannedSection[] {
  const frame = reportFrame(state)
  const planned = (kind: PlannedSection['kind'], title: string): PlannedSection => ({
    section_id: kind,
    kind,
    title,
    step_id: null,
  })
  if (!hasEnoughSources(state)) return [planned('insufficient', frame.insufficient)]
  // A run whose works a model has compared gets a survey, other runs a section for each step.
  const { synthesis } = state
  if (synthesis) {
    const { outline, table, figure, agreements, disagreements, made_by } = synthesis
    // Without a synthesis by the model, the section itself looks for what the works agree on.
    const hasPoints = agreements.length + disagreements.length > 0 || made_by === 'notes'
    return [
      planned('opening', frame.opening),
      ...(figure ? [{ ...planned('table', frame.figures[figure.kind].title), section_id: FIGURE_ID }] : []),
      ...outline.map(({ title }, at) => ({ ...planned('body', title), section_id: `${BODY_ID}${at + 1}` })),
      ...(table.rows.length > 1 ? [planned('table', frame.comparison)] : []),
      ...(hasPoints ? [planned('agreement', frame.agreementByModel)] : []),
      planned('open', frame.openQuestions),
      planned('conclusion', frame.conclusion),
      planned('scope', frame.scope),
      ...(RESEARCH_DEPTHS[state.depth].is_short ? [] : [planned('distribution', frame.distribution)]),
      planned('limits', frame.limits),
    ]
  }
  const evidence = state.steps
    .filter(({ step_id }) => stepEvidence(state, step_id).length > 0)
    .map(
      ({ step_id, title }): PlannedSection => ({
        section_id: `evidence-${step_id}`,
        kind: 'evidence',
        title: frame.evidence(title),
        step_id,
      }),
    )
  return [
    planned('scope', frame.scope),
    ...evidence,
    planned('agreement', state.engine === 'model' ? frame.agreementByModel : frame.agreement),
    planned('distribution', frame.distribution),
    planned('limits', frame.limits),
  ]
}

/** Returns the title of a report. */
export const reportTitle = (state: ResearchState, named: ResearchQuestion['named']): string =>
  stripEndSigns(named?.title ?? shortenQuestion(questionWithAnswer(state)))

/**
 * Returns the evidence for the section of a step. Limitations are reported in the section on limits, unless the step
 * looks for them.
 */
export function stepEvidence({ evidence, steps }: ResearchState, step_id: string | null): ResearchEvidence[] {
  const step = steps.find((each) => each.step_id === step_id)
  const looksForLimits = step !== undefined && stepFocus(step) === 'limitation'
  return evidence.filter(
    (each) => each.step_id === step_id && (looksForLimits || each.aspect !== 'limitation'),
  )
}
