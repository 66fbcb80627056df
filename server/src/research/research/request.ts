import type { api, ParsedInputOf } from '@scinav/contract'
import { expandDatasetPart, requireDataset } from '../../knowledge/datasets/index.ts'
import { requireOwnFiles } from '../../knowledge/passages/index.ts'
import { requirePapers } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'

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
 * @throws AppError `paper.not_found`, `dataset.not_found`, `folder.not_found`, `file.not_found`, as for unknown ids;
 * `input.invalid` for folders without the one dataset that they are in.
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
