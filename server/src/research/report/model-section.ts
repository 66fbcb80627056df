import type { ReportSection, ResearchEvent } from '@scinav/contract'
import { areOpenToModels } from '../../knowledge/passages/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { withModel } from '../model/with-model.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { dropUnsupportedCells, tableRows } from './comparison.ts'
import { draftSection } from './model-draft.ts'
import { type DraftLine, draftMarks } from './model-sentences.ts'
import { outlineEntry } from './outline.ts'
import type { SectionContext } from './section-context.ts'
import { sectionEvidence } from './section-evidence.ts'
import { applyRepairs, requestRepairs } from './section-repairs.ts'
import type { SectionTask, WrittenKind } from './section-task.ts'
import { verifyLines } from './verify-lines.ts'
import { writeLines } from './write-lines.ts'

/** The kinds of sections that a model writes, see `WrittenKind`. */
const WRITTEN_KINDS: ReadonlySet<ReportSection['kind']> = new Set<WrittenKind>([
  'opening',
  'body',
  'evidence',
  'agreement',
  'open',
  'conclusion',
])

/** Minimum number of sources from which a model writes a section. */
const MIN_SOURCES = { evidence: 1, body: 1, agreement: 2, opening: 2, open: 2, conclusion: 2 }
/** Reason of a section whose sentences were all removed. */
const NOTHING_SUPPORTED = '模型写的句子都没有原文支持'

/**
 * Writes a section with the model of the run: a draft from the works that were read, in which the figures and names of
 * cited sentences are checked; faulty sentences are corrected once, and removed if the model gives them up.
 *
 * @returns the number of removed sentences; null when the model did not write the section and nothing was written.
 */
export async function* writeSectionByModel(
  research: Research,
  writing: SectionContext,
): AsyncGenerator<ResearchEvent, { removed: number } | null> {
  const sectionTask = toSectionTask(writing)
  if (!sectionTask) return null
  const { section_id: about, title } = writing.section
  const task = { task: 'section' as const, about, title }
  const draft = yield* withModel(research, task, async (call) => {
    if (call.model.external) await requireExternalModelAllowed(research, sectionTask)
    return draftSection(call, sectionTask)
  })
  if (!draft) return null
  const verified = { ...draft, lines: yield* requestVerdicts(research, writing, draft.lines) }
  const changes = yield* requestRepairs(research, sectionTask, { about, title, draft: verified })
  const { lines, removed } = applyRepairs(verified, changes)
  if (draftMarks(lines).length === 0) {
    yield researchEvent('fallback', { ...task, reason: NOTHING_SUPPORTED })
    return null
  }
  writeLines(writing, lines)
  return { removed }
}

/** Returns the task of a section; null when the section is not written by a model or has too little evidence. */
function toSectionTask(writing: SectionContext): SectionTask | null {
  const { state, question, section, revising } = writing
  const { step_id, title } = section
  if (!WRITTEN_KINDS.has(section.kind)) return null
  const kind = section.kind as WrittenKind
  const evidence = sectionEvidence(writing)
  if (new Set(evidence.map(({ source_id }) => source_id)).size < MIN_SOURCES[kind]) return null
  const step = state.steps.find((each) => each.step_id === step_id)
  const goal = step?.goal ?? outlineEntry(state, section.section_id)?.purpose ?? ''
  return { state, language: question.language, kind, title: step?.title ?? title, goal, evidence, revising }
}

/**
 * Checks the knowledge bases of the evidence again, since they may have been closed to external models after the
 * search.
 *
 * @throws AppError `model.closed`.
 */
async function requireExternalModelAllowed({ ctx }: Research, { evidence }: SectionTask): Promise<void> {
  const ids = [...new Set(evidence.flatMap(({ document_id }) => document_id ?? []))]
  if (ids.length > 0 && !(await areOpenToModels(ctx, ids))) throw new AppError('model.closed')
}

/** Has the model verify the cited claims of lines, and returns the lines with its verdicts; unchanged when it fails. */
async function* requestVerdicts(
  research: Research,
  { section: { section_id: about, title } }: Pick<SectionContext, 'section'>,
  lines: DraftLine[],
): AsyncGenerator<ResearchEvent, DraftLine[]> {
  const task = { task: 'check' as const, about, title }
  return (yield* withModel(research, task, (call) => verifyLines(research, call, lines))) ?? lines
}

/**
 * Writes a table of the synthesis, its cells verified as the sentences of other sections are; what their sources do not
 * support is left out.
 *
 * @returns the number of cells left out; null when there is no table.
 */
export async function* writeTable(
  research: Research,
  writing: SectionContext,
): AsyncGenerator<ResearchEvent, { removed: number } | null> {
  const rows = tableRows(writing)
  if (rows.length === 0) return null
  const { lines, removed } = dropUnsupportedCells(yield* requestVerdicts(research, writing, rows))
  writeLines(writing, lines)
  return { removed }
}
