import type { ResearchEvent } from '@scinav/contract'
import { withModel } from '../model/with-model.ts'
import type { Research } from '../run/research.ts'
import type { SectionDraft } from './model-draft.ts'
import type { DraftLine, ModelSentence } from './model-sentences.ts'
import { faultySentences, repairSentences } from './repair-sentences.ts'
import type { SectionTask } from './section-task.ts'

/** The corrected sentence for each faulty one; null for one to be removed. */
type SentenceRepairs = ReadonlyMap<ModelSentence, ModelSentence | null>

/** Requests corrections of faulty sentences; a draft from a second attempt is not corrected again. */
export async function* requestRepairs(
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
 * Applies the corrections: sentences that the model gave up, and those with a web address, are removed; others that it
 * did not correct are kept with their marks. A subheading without text goes with its text.
 */
export function applyRepairs(
  { lines }: SectionDraft,
  changes: SentenceRepairs,
): { lines: DraftLine[]; removed: number } {
  /** The number of removed sentences. */
  let removed = 0
  const repairedLines = lines.map(({ kind, sentences }) => ({
    kind,
    sentences: sentences.flatMap((sentence) => {
      const repaired = changes.has(sentence) ? changes.get(sentence) : sentence
      const isKept = repaired && repaired.fault?.kind !== 'address'
      if (!isKept) removed += 1
      return isKept ? [repaired] : []
    }),
  }))
  const nonEmpty = repairedLines.filter(({ sentences }) => sentences.length > 0)
  return {
    lines: nonEmpty.filter(
      ({ kind }, at) => kind !== 'heading' || (nonEmpty[at + 1]?.kind ?? 'heading') !== 'heading',
    ),
    removed,
  }
}
