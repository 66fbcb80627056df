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
  const wanted = sectionTask(writing)
  if (!wanted) return null
  const { section_id: about, title } = writing.section
  const part = { task: 'section' as const, about, title }
  const draft = yield* withModel(research, part, async (asking) => {
    if (asking.model.external) await requireExternalModelAllowed(research, wanted)
    return draftSection(asking, wanted)
  })
  if (!draft) return null
  const changes = yield* requestRepairs(research, writing, { wanted, draft })
  const { lines, removed } = applyRepairs(draft, changes)
  if (lines.length === 0) {
    yield researchEvent('fallback', { ...part, reason: NOTHING_SUPPORTED })
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
function sectionTask({ state, asked, section, revising }: SectionContext): SectionTask | null {
  const { kind, step_id, title } = section
  if (kind !== 'evidence' && kind !== 'agreement') return null
  const evidence = kind === 'evidence' ? stepEvidence(state, step_id) : interleaveSources(state.evidence)
  if (new Set(evidence.map(({ source_id }) => source_id)).size < (kind === 'agreement' ? 2 : 1)) return null
  const step = state.steps.find((each) => each.step_id === step_id)
  return {
    state,
    language: asked.language,
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

type SentenceRepairs = ReadonlyMap<ModelSentence, ModelSentence | null>

/** Requests corrections of faulty sentences; a draft from a second attempt is not corrected again. */
async function* requestRepairs(
  research: Research,
  { section: { section_id: about, title } }: SectionContext,
  { wanted, draft }: { wanted: SectionTask; draft: SectionDraft },
): AsyncGenerator<ResearchEvent, SentenceRepairs> {
  if (draft.again || faultySentences(draft).length === 0) return new Map()
  const part = { task: 'repair' as const, about, title }
  return (yield* withModel(research, part, (asking) => repairSentences(asking, wanted, draft))) ?? new Map()
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
  const settledLines = lines.map(({ item, sentences }) => ({
    item,
    sentences: sentences.flatMap((sentence) => {
      const now = changes.has(sentence) ? changes.get(sentence) : sentence
      const isHeld = now && (now.fault === null || now.fault.kind === 'missing')
      if (!isHeld) removed += 1
      return isHeld ? [now] : []
    }),
  }))
  return { lines: settledLines.filter(({ sentences }) => sentences.length > 0), removed }
}

function writeLines({ asked, out }: SectionContext, lines: DraftLine[]): void {
  const gap = asked.language === 'en' ? ' ' : ''
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
