import type { ReportSection, ResearchEvent, SectionChart } from '@scinav/contract'
import { breath } from '../../platform/foundation/breath.ts'
import { readAsked } from '../plan/read-asked.ts'
import type { Research } from '../research/research.ts'
import { say } from '../research/say.ts'
import { writeAgreement, writeTable } from './agreement.ts'
import { chartOf, writeDistribution } from './distribution.ts'
import { writeEvidence } from './evidence-section.ts'
import { writeInsufficient } from './insufficient.ts'
import { writeLimits } from './limits.ts'
import type { Revising } from './model-draft.ts'
import { sectionByModel } from './model-section.ts'
import { frameOf, type Planned } from './outline.ts'
import { writeScope } from './scope-section.ts'
import { sectionText } from './section-text.ts'
import type { Writing } from './writing.ts'

const WRITERS: Record<ReportSection['kind'], (writing: Writing) => Iterable<void>> = {
  scope: writeScope,
  evidence: writeEvidence,
  agreement: writeAgreement,
  distribution: writeDistribution,
  limits: writeLimits,
  insufficient: writeInsufficient,
}

/** Writes one section from what stands in the state: by the model where there is one, else piece by piece from quotes. */
export async function* writeSection(
  research: Research,
  section: Planned,
  revising?: Revising,
): AsyncGenerator<ResearchEvent> {
  const { section_id } = section
  const before = research.state()
  const restart = before.sections.some((each) => each.section_id === section_id)
  yield say('section.started', { ...section, restart })
  const asked = await readAsked(research.ctx, before)
  const frame = frameOf(before)
  const out = sectionText(before, frame)
  const writing: Writing = {
    state: before,
    row: research.row,
    request: research.request,
    asked,
    frame,
    section,
    out,
    revising,
  }
  const byModel = yield* sectionByModel(research, writing)
  if (byModel) {
    if (section.kind === 'agreement' && asked.kind === 'comparison') for (const _row of writeTable(writing));
    yield* delta(section_id, out.taken())
    const { removed } = byModel
    return yield say('section.done', {
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
  if (fallback) out.write(`${frame.fellBack(fallback.reason)}\n\n`)
  for (const _piece of WRITERS[section.kind](writing)) {
    yield* delta(section_id, out.taken())
    await breath()
  }
  yield* delta(section_id, out.taken())
  const chart: SectionChart | null = section.kind === 'distribution' ? chartOf(before, frame) : null
  yield say('section.done', { section_id, citations: out.citations(), chart })
}

function* delta(section_id: string, text: string) {
  if (text !== '') yield say('report.delta', { section_id, text })
}
