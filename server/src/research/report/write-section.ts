import type { ReportSection, ResearchEvent, SectionChart } from '@scinav/contract'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { readResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { writeAgreement } from './agreement.ts'
import { writeComparisonTable } from './comparison-table.ts'
import { sectionChart, writeDistribution } from './distribution-section.ts'
import { writeLimits } from './limits-section.ts'
import { writeSectionByModel, writeTable } from './model-section.ts'
import { type PlannedSection, reportFrame } from './outline.ts'
import { writeEvidence, writeInsufficient, writeSurveyQuotes } from './quoted-sections.ts'
import { writeScope } from './scope-section.ts'
import type { SectionContext } from './section-context.ts'
import type { RevisionInput } from './section-task.ts'
import { createSectionText } from './section-text.ts'

/**
 * How each kind of section is written without the model; the writers yield where other tasks may get a turn.
 */
const SECTION_WRITERS: Record<ReportSection['kind'], (writing: SectionContext) => Iterable<void>> = {
  opening: writeSurveyQuotes,
  body: writeSurveyQuotes,
  table: writeSurveyQuotes,
  open: writeSurveyQuotes,
  conclusion: writeSurveyQuotes,
  scope: writeScope,
  evidence: writeEvidence,
  agreement: writeAgreement,
  distribution: writeDistribution,
  limits: writeLimits,
  insufficient: writeInsufficient,
}

/**
 * Writes one section from the state of the run: with the model if there is one, else from quotations.
 *
 * @param revising the present section and the requested change, when a report is revised.
 */
export async function* writeSection(
  research: Research,
  section: PlannedSection,
  revising?: RevisionInput,
): AsyncGenerator<ResearchEvent> {
  const { section_id } = section
  const before = research.state()
  const restart = before.sections.some((each) => each.section_id === section_id)
  yield researchEvent('section.started', { ...section, restart })
  const question = await readResearchQuestion(research.ctx, before)
  const frame = reportFrame(before)
  const out = createSectionText(before, frame)
  const writing: SectionContext = {
    state: before,
    row: research.row,
    request: research.request,
    question,
    frame,
    section,
    out,
    engineNames: new Map<string, string>(
      research.ctx.providers.engines.all.map(({ id, name }) => [id, name]),
    ),
    revising,
  }
  const byModel =
    section.kind === 'table'
      ? yield* writeTable(research, writing)
      : yield* writeSectionByModel(research, writing)
  if (byModel) yield* finishModelSection(writing, byModel)
  else yield* writeFromQuotations(research, writing)
}

/**
 * Emits a section that the model wrote; one on agreement gets the table of a comparison if no other section
 * has one.
 */
function* finishModelSection(
  writing: SectionContext,
  { removed }: { removed: number },
): Generator<ResearchEvent> {
  const { state, question, section, out } = writing
  const { section_id, kind } = section
  const hasTable = state.synthesis !== null
  if (kind === 'agreement' && question.kind === 'comparison' && !hasTable)
    // The table is short, so nothing waits for a turn between its rows.
    for (const _row of writeComparisonTable(writing));
  yield* deltaEvent(section_id, out.takeNew())
  yield researchEvent('section.done', {
    section_id,
    citations: out.citations(),
    chart: null,
    written_by: 'model',
    removed,
  })
}

/** Writes a section from quotations piece by piece; where the model failed, the section says so first. */
async function* writeFromQuotations(
  research: Research,
  writing: SectionContext,
): AsyncGenerator<ResearchEvent> {
  const { state, frame, section, out } = writing
  const { section_id, kind } = section
  const fallback = research
    .state()
    .fallbacks.find(({ task, about }) => task === 'section' && about === section_id)
  if (fallback) out.write(`${frame.sectionFellBack(fallback.reason)}\n\n`)
  for (const _piece of SECTION_WRITERS[kind](writing)) {
    yield* deltaEvent(section_id, out.takeNew())
    await yieldToEventLoop()
  }
  yield* deltaEvent(section_id, out.takeNew())
  const chart: SectionChart | null = kind === 'distribution' ? sectionChart(state, frame) : null
  yield researchEvent('section.done', { section_id, citations: out.citations(), chart })
}

/** Emits new text of a section, if there is any. */
function* deltaEvent(section_id: string, text: string) {
  if (text !== '') yield researchEvent('report.delta', { section_id, text })
}
