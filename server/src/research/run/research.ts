import type { api, ParsedInputOf, ResearchEvent, ResearchState } from '@scinav/contract'
import { expandDatasetPart, requireDataset } from '../../knowledge/datasets/index.ts'
import { requireOwnFiles } from '../../knowledge/passages/index.ts'
import { requirePapers } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { createRunEvents, createRunLeases } from '../../platform/runs/index.ts'
import type { RunRow } from './run.store.ts'

/** Queries about the leases of research runs. */
export const leases = createRunLeases('research_runs')
/** Queries about the events of research runs. */
export const events = createRunEvents('research_events')

/** The options of a research request, stored with the run. */
export type ResearchRequest = Omit<ParsedInputOf<typeof api.deepResearch.begin>, 'question'> & {
  /** Notices for the reader about the choice of the engine. */
  notices?: string[]
  /** The run uses an external model. */
  outside?: boolean
}

/**
 * Checks that the caller may read all selected sources.
 *
 * @throws AppError `paper.not_found`, `dataset.not_found`, `folder.not_found` or `file.not_found`, also for forbidden
 * ids; `input.invalid` for folders without exactly one selected dataset.
 */
export async function requireSources(
  ctx: Context,
  { paper_ids, dataset_ids, folder_ids, file_ids }: ResearchRequest['sources'],
): Promise<void> {
  await requirePapers(ctx, paper_ids)
  for (const id of dataset_ids) await requireDataset(ctx, id, 'read')
  const [first] = dataset_ids
  if (folder_ids.length > 0) {
    if (first === undefined || dataset_ids.length > 1)
      throw invalidInput('sources.folder_ids', '选择文件夹时，请只选它们所在的一个知识库')
    await expandDatasetPart(ctx, first, { folder_ids, tag_ids: [] })
  }
  await requireOwnFiles(ctx, file_ids)
}

type EventBody<Name extends ResearchEvent['event']> = Omit<
  Extract<ResearchEvent, { event: Name }>['data'],
  'run_id' | 'thread_id' | 'seq' | 'ts'
>

/** Creates an event of a research run; the common fields, empty here, are filled in when it is stored. */
export const researchEvent = <Name extends ResearchEvent['event']>(
  event: Name,
  data: EventBody<Name>,
): ResearchEvent =>
  ({ event, data: { ...data, run_id: '', thread_id: '', seq: 0, ts: '' } }) as unknown as ResearchEvent

/** What every phase of a research run receives. */
export interface Research {
  /** Context with the user as actor, so that every search observes the user's permissions. */
  ctx: Context
  /** The run as stored when its worker began. */
  row: RunRow
  request: ResearchRequest
  /** Aborts when the run is cancelled or the process stops. */
  signal: AbortSignal
  /** Returns the present state, including all emitted events. */
  state: () => ResearchState
}

/** Minimum number of relevant sources of a report; with fewer, it only states that the evidence is insufficient. */
export const MIN_REPORT_SOURCES = 3

/** Returns whether steps of the plan failed or were skipped. */
export const isPartial = ({ steps }: Pick<ResearchState, 'steps'>): boolean =>
  steps.some(({ state }) => state === 'failed' || state === 'skipped')

/** Returns the question with the user's answer to the clarifying question. */
export const questionWithAnswer = ({ question, clarification }: ResearchState): string =>
  clarification?.answer ? `${question}（${clarification.answer}）` : question

/** Returns the sources that steps found, without those that only the exploratory search found. */
export const stepSources = ({ read }: ResearchState) => read.filter(({ step_ids }) => step_ids.length > 0)
