import type { api, ParsedInputOf } from '@scinav/contract'
import { expandDatasetPart, requireDataset } from '../../knowledge/datasets/index.ts'
import { requireOwnFiles } from '../../knowledge/passages/index.ts'
import { requirePapers } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'

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
