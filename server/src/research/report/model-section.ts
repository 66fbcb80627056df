import type { ResearchEvent, ResearchEvidence } from '@scinav/contract'
import { areOpenToModels } from '../../knowledge/passages/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { withModel } from '../model/with-model.ts'
import { type Research, researchEvent } from '../run/research.ts'
import {
  draftSection,
  faultySentences,
  repairSentences,
  type SectionDraft,
  type SectionTask,
} from './model-draft.ts'
import type { DraftLine, ModelSentence } from './model-sentences.ts'
import { stepEvidence } from './outline.ts'
import type { SectionContext } from './section-context.ts'

const MAX_EVIDENCE = 12
/** Minimum number of sources from which a model writes a section. */
const MIN_SOURCES = { evidence: 1, agreement: 2 }
const NOTHING_SUPPORTED = '模型写的句子都没有原文支持'

/**
 * Writes a section with the model of the run: a draft from at most twelve pieces of evidence, in which every sentence
 * is checked, and faulty sentences are corrected once or removed.
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
  const changes = yield* requestRepairs(research, sectionTask, { about, title, draft })
  const { lines, removed } = applyRepairs(draft, changes)
  if (lines.length === 0) {
    yield researchEvent('fallback', { ...task, reason: NOTHING_SUPPORTED })
    return null
  }
  writeLines(writing, lines)
  return { removed }
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

/** Returns the task of a section; null when the section is not written by a model or has too little evidence. */
function toSectionTask({ state, question, section, revising }: SectionContext): SectionTask | null {
  const { kind, step_id, title } = section
  if (kind !== 'evidence' && kind !== 'agreement') return null
  const evidence = kind === 'evidence' ? stepEvidence(state, step_id) : interleaveSources(state.evidence)
  if (new Set(evidence.map(({ source_id }) => source_id)).size < MIN_SOURCES[kind]) return null
  const step = state.steps.find((each) => each.step_id === step_id)
  return {
    state,
    language: question.language,
    kind,
    title: step?.title ?? title,
    goal: step?.goal ?? '',
    evidence: evidence.slice(0, MAX_EVIDENCE),
    revising,
  }
}

/** Orders evidence in rounds: the first piece of every source, then the second pieces. */
function interleaveSources(evidence: ResearchEvidence[]): ResearchEvidence[] {
  const counts = new Map<string, number>()
  return evidence
    .map((each) => {
      const at = counts.get(each.source_id) ?? 0
      counts.set(each.source_id, at + 1)
      return { each, at }
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

/** The corrected sentence for each faulty one; null for one to be removed. */
type SentenceRepairs = ReadonlyMap<ModelSentence, ModelSentence | null>

/** Requests corrections of faulty sentences; a draft from a second attempt is not corrected again. */
async function* requestRepairs(
  research: Research,
  sectionTask: SectionTask,
  { about, title, draft }: { about: string; title: string; draft: SectionDraft },
): AsyncGenerator<ResearchEvent, SentenceRepairs> {
  if (draft.isSecondAttempt || faultySentences(draft).length === 0) return new Map()
  const task = { task: 'repair' as const, about, title }
  const repairs = yield* withModel(research, task, (call) => repairSentences(call, sectionTask, draft))
  return repairs ?? new Map()
}

/**
 * Applies the corrections: sentences without support are removed, and sentences with unsupported figures or names are
 * kept with a mark.
 */
function applyRepairs(
  { lines }: SectionDraft,
  changes: SentenceRepairs,
): { lines: DraftLine[]; removed: number } {
  let removed = 0
  const repairedLines = lines.map(({ item, sentences }) => ({
    item,
    sentences: sentences.flatMap((sentence) => {
      const repaired = changes.has(sentence) ? changes.get(sentence) : sentence
      const isKept = repaired && (repaired.fault === null || repaired.fault.kind === 'missing')
      if (!isKept) removed += 1
      return isKept ? [repaired] : []
    }),
  }))
  return { lines: repairedLines.filter(({ sentences }) => sentences.length > 0), removed }
}

function writeLines({ question, out }: SectionContext, lines: DraftLine[]): void {
  const gap = question.language === 'en' ? ' ' : ''
  for (const [at, line] of lines.entries()) {
    if (at > 0) out.write(line.item && lines[at - 1]?.item ? '\n' : '\n\n')
    if (line.item) out.write('- ')
    writeSentences(out, line.sentences, gap)
  }
  out.write('\n')
}

function writeSentences(out: SectionContext['out'], sentences: ModelSentence[], gap: string): void {
  for (const [at, { parts }] of sentences.entries()) {
    if (at > 0) out.write(gap)
    for (const part of parts) {
      if (typeof part === 'string') out.write(part)
      else out.cite(part)
    }
  }
}
