import type { ResearchEvent, ResearchEvidence } from '@scinav/contract'
import { areOpen } from '../../knowledge/passages/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { withModel } from '../model/with-model.ts'
import type { Research } from '../research/research.ts'
import { say } from '../research/say.ts'
import { type Draft, draftSection, faultyIn, repaired, type ToWrite } from './model-draft.ts'
import type { Line, Sentence } from './model-sentences.ts'
import { evidenceOfStep } from './step-evidence.ts'
import type { Writing } from './writing.ts'

const MOST_EVIDENCE = 12
const NOTHING_HELD = '模型写的句子都没有原文支持'

/**
 * Has the model of a research write a section: a draft from at most twelve pieces of evidence, every sentence checked,
 * what does not hold put right once or left out.
 *
 * @returns how many sentences were left out; null where the model did not write it, and nothing was written.
 */
export async function* sectionByModel(
  research: Research,
  writing: Writing,
): AsyncGenerator<ResearchEvent, { removed: number } | null> {
  const wanted = wantedOf(writing)
  if (!wanted) return null
  const { section_id: about, title } = writing.section
  const part = { task: 'section' as const, about, title }
  const draft = yield* withModel(research, part, async (asking) => {
    if (asking.model.external) await requireOpen(research, wanted)
    return draftSection(asking, wanted)
  })
  if (!draft) return null
  const changes = yield* changesOf(research, writing, { wanted, draft })
  const { lines, removed } = settled(draft, changes)
  if (lines.length === 0) {
    yield say('fallback', { ...part, reason: NOTHING_HELD })
    return null
  }
  tell(writing, lines)
  return { removed }
}

/** A knowledge base may have been closed since its texts were found. @throws AppError `model.closed`. */
async function requireOpen({ ctx }: Research, { evidence }: ToWrite): Promise<void> {
  const ids = [...new Set(evidence.flatMap(({ document_id }) => document_id ?? []))]
  if (ids.length > 0 && !(await areOpen(ctx, ids))) throw new AppError('model.closed')
}

/** What a section is written from; null where a model has nothing to write. */
function wantedOf({ state, asked, section, revising }: Writing): ToWrite | null {
  const { kind, step_id, title } = section
  if (kind !== 'evidence' && kind !== 'agreement') return null
  const evidence = kind === 'evidence' ? evidenceOfStep(state, step_id) : acrossSources(state.evidence)
  if (new Set(evidence.map(({ source_id }) => source_id)).size < (kind === 'agreement' ? 2 : 1)) return null
  const step = state.steps.find((each) => each.step_id === step_id)
  return {
    state,
    language: asked.language,
    kind,
    title: step?.title ?? title,
    goal: step?.goal ?? '',
    evidence: evidence.slice(0, MOST_EVIDENCE),
    revising,
  }
}

/** The first piece of every source, then the second ones. */
function acrossSources(evidence: ResearchEvidence[]): ResearchEvidence[] {
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

type Changes = ReadonlyMap<Sentence, Sentence | null>

/** What was put right; a section that had to be written twice is not sent back a third time. */
async function* changesOf(
  research: Research,
  { section: { section_id: about, title } }: Writing,
  { wanted, draft }: { wanted: ToWrite; draft: Draft },
): AsyncGenerator<ResearchEvent, Changes> {
  if (draft.again || faultyIn(draft).length === 0) return new Map()
  const part = { task: 'repair' as const, about, title }
  return (yield* withModel(research, part, (asking) => repaired(asking, wanted, draft))) ?? new Map()
}

/** The lines as they stand in the report: what its evidence does not say is out, figures that it lacks keep their mark. */
function settled({ lines }: Draft, changes: Changes): { lines: Line[]; removed: number } {
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

function tell({ asked, out }: Writing, lines: Line[]): void {
  const gap = asked.language === 'en' ? ' ' : ''
  for (const [at, line] of lines.entries()) {
    if (at > 0) out.write(line.item && lines[at - 1]?.item ? '\n' : '\n\n')
    if (line.item) out.write('- ')
    tellSentences(out, line.sentences, gap)
  }
  out.write('\n')
}

function tellSentences(out: Writing['out'], sentences: Sentence[], gap: string): void {
  for (const [at, { parts }] of sentences.entries()) {
    if (at > 0) out.write(gap)
    for (const part of parts) {
      if (typeof part === 'string') out.write(part)
      else out.cite(part)
    }
  }
}
