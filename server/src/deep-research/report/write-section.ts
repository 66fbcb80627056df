import type { ReportSection, ResearchEvent, SectionChart } from '@scinav/contract'
import { breath } from '../../foundation/breath.ts'
import { readAsked } from '../plan/read-asked.ts'
import type { Research } from '../research/research.ts'
import { say } from '../research/say.ts'
import { writeAgreement } from './agreement.ts'
import { chartOf, writeDistribution } from './distribution.ts'
import { writeEvidence } from './evidence-section.ts'
import { writeInsufficient } from './insufficient.ts'
import { writeLimits } from './limits.ts'
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

/** Writes one section from what stands in the state, piece by piece. */
export async function* writeSection(research: Research, section: Planned): AsyncGenerator<ResearchEvent> {
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
  }
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
