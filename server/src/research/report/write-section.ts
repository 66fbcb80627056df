import type { ReportSection, ResearchEvent, SectionChart } from '@scinav/contract'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { readResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { writeAgreement, writeComparisonTable } from './agreement.ts'
import type { RevisionInput } from './model-draft.ts'
import { writeSectionByModel, writeTable } from './model-section.ts'
import { type PlannedSection, reportFrame } from './outline.ts'
import {
  sectionChart,
  writeDistribution,
  writeEvidence,
  writeInsufficient,
  writeLimits,
  writeScope,
  writeSurveyQuotes,
} from './quoted-sections.ts'
import type { SectionContext } from './section-context.ts'
import { createSectionText } from './section-text.ts'

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

/** Writes one section from the state of the run: with the model if there is one, else from quotations. */
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
  if (byModel) {
    const hasTable = before.synthesis !== null
    if (section.kind === 'agreement' && question.kind === 'comparison' && !hasTable)
      // The table is short, so nothing waits for a turn between its rows.
      for (const _row of writeComparisonTable(writing));
    yield* deltaEvent(section_id, out.takeNew())
    const { removed } = byModel
    return yield researchEvent('section.done', {
      section_id,
      citations: out.citations(),
      chart: null,
      written_by: 'model',
      removed,
    })
  }
  const fallback = research
    .state()
    .fallbacks.find(({ task, about }) => task === 'section' && about === section_id)
  if (fallback) out.write(`${frame.sectionFellBack(fallback.reason)}\n\n`)
  for (const _piece of SECTION_WRITERS[section.kind](writing)) {
    yield* deltaEvent(section_id, out.takeNew())
    await yieldToEventLoop()
  }
  yield* deltaEvent(section_id, out.takeNew())
  const chart: SectionChart | null = section.kind === 'distribution' ? sectionChart(before, frame) : null
  yield researchEvent('section.done', { section_id, citations: out.citations(), chart })
}

function* deltaEvent(section_id: string, text: string) {
  if (text !== '') yield researchEvent('report.delta', { section_id, text })
}
