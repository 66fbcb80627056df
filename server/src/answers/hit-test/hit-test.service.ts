import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { requireReadableNames } from '../../knowledge/passages/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { findHitEvidence } from '../../retrieval/index.ts'

type HitTest = typeof api.passages.hitTest
type HitTestHit = OutputOf<HitTest>['list'][number]

/**
 * Finds the passages on which the answer to a query would rest, with the same code as chats use, so that people can test
 * what their documents contribute.
 *
 * @throws AppError `dataset.not_found`, `document.not_found`, `folder.not_found`, `tag.not_found` when these do not
 * exist or the caller may not read them.
 */
export async function hitTest(ctx: Context, input: ParsedInputOf<HitTest>): Promise<OutputOf<HitTest>> {
  const { query: question, dataset_ids, document_ids, folder_ids, tag_ids, size } = input
  const began = performance.now()
  await requireReadableNames(ctx, document_ids)
  const [firstDataset = null] = dataset_ids
  const hasOneDataset = dataset_ids.length === 1
  const scope = {
    paper_ids: [],
    dataset_id: hasOneDataset ? firstDataset : null,
    dataset_ids: hasOneDataset ? [] : dataset_ids,
    document_ids,
    folder_ids,
    tag_ids,
    engines: [],
  }
  const { query, found } = await findHitEvidence(ctx, { question, scope, most: size }, ctx.stream.signal)
  const list = found.map(({ evidence, highlights, stated, missing, answers }): HitTestHit => {
    const { passage, paper_id, file, score, coverage } = evidence
    return {
      passage_id: passage.passage_id,
      kind: file ? (passage.kind ?? 'text') : 'abstract',
      document_id: file?.document_id ?? null,
      document_name: file?.name ?? null,
      dataset_id: file?.dataset_id ?? null,
      dataset_name: file?.dataset_name ?? null,
      parse_id: file?.parse_id ?? null,
      paper_id,
      title: passage.heading,
      heading_path: passage.headings ?? [],
      text: passage.text,
      highlights,
      page: passage.page,
      boxes: passage.boxes,
      score,
      why: { said: stated, missing, share: Math.min(1, coverage), answers },
    }
  })
  // To a tenth of a millisecond.
  return { query, list, took_ms: Math.round((performance.now() - began) * 10) / 10 }
}
