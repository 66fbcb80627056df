import type { api, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../context.ts'
import { listDocuments } from '../datasets/document.service.ts'
import { invalid } from '../errors.ts'
import { papersByIds, requirePapers } from '../papers/paper.service.ts'
import { requireApplication } from './applications.service.ts'
import { knowledgeBaseAgent } from './list.service.ts'
import { questionsFrom, type Source } from './start-questions.ts'

const OF_DATASET = 20

/**
 * Questions to begin with: about papers, else about a dataset by its most cited papers, else those that an application
 * suggests.
 *
 * @throws AppError `paper.not_found`, `dataset.not_found`, `application.not_found`; `input.invalid` where nothing is given.
 */
export async function startQuestions(
  ctx: Context,
  { paper_id_list, dataset_id, application_id }: ParsedInputOf<typeof api.tools.questions>,
): Promise<string[]> {
  if (paper_id_list.length > 0) return questionsFrom(await papers(ctx, paper_id_list))
  if (dataset_id) return ofDataset(ctx, dataset_id)
  if (application_id) return requireApplication(application_id).suggested_questions
  throw invalid('paper_id_list', '请给出文献、知识库或应用')
}

async function papers(ctx: Context, ids: string[]): Promise<Source[]> {
  await requirePapers(ctx, ids)
  return (await papersByIds(ctx, [...new Set(ids)])).map(sourceOf)
}

const sourceOf = ({ title, keywords }: Source): Source => ({ title, keywords })

async function ofDataset(ctx: Context, dataset_id: string): Promise<string[]> {
  const part = { current_page: 1, page_size: OF_DATASET, sort: 'citations' as const, tag_ids: [] }
  const { list } = await listDocuments(ctx, { dataset_id, ...part })
  const sources = list.map(({ paper, name }) => (paper ? sourceOf(paper) : { title: name, keywords: [] }))
  if (sources.length > 0) return questionsFrom(sources)
  return (await knowledgeBaseAgent(ctx)).suggested_questions
}
