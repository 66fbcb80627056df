import type { api, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../context/context.ts'
import { requireDataset } from '../../datasets/index.ts'
import { requirePapers } from '../../papers/index.ts'
import { ownFiles } from '../../passages/index.ts'

/** What is asked along with the words of a question; stored with the research. */
export type ResearchRequest = Omit<ParsedInputOf<typeof api.deepResearch.begin>, 'question'> & {
  /** What its reader is told of its engine. */
  notices?: string[]
  /** What it finds goes to a model outside. */
  outside?: boolean
}

/**
 * What a research may look in has to be the caller's to read.
 *
 * @throws AppError `paper.not_found`, `dataset.not_found`, `file.not_found`, as for unknown ids.
 */
export async function requireSources(
  ctx: Context,
  { paper_ids, dataset_ids, file_ids }: ResearchRequest['sources'],
): Promise<void> {
  await requirePapers(ctx, paper_ids)
  for (const id of dataset_ids) await requireDataset(ctx, id, 'read')
  await ownFiles(ctx, file_ids)
}
