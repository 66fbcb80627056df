import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type ApplicationDefinition, categories } from './application-files.ts'
import {
  type ApplicationView,
  allApplications,
  createApplicationView,
  findMarkedIds,
  getApplication,
} from './applications.ts'
import { toExternalAgentView } from './external-agents.ts'
import { externalAgents } from './external-files.ts'

type Tools = typeof api.tools

const KNOWLEDGE_BASE_ID = 'dataset_chat'

const listedApplications = () => allApplications().filter((each) => each.listed)

/** Categories with the number of applications in each. */
export async function listCategories(_ctx: Context): Promise<OutputOf<Tools['categories']>> {
  const of = Map.groupBy(listedApplications(), (each) => each.category_id)
  return categories.map(({ id, name }) => ({ id, name, count: of.get(id)?.length ?? 0 }))
}

/** Applications of a category, whose name and description hold every word. */
export async function listTools(ctx: Context, { category_id, keyword }: ParsedInputOf<Tools['list']>) {
  return toApplicationViews(
    ctx,
    listedApplications().filter(
      (each) => (!category_id || each.category_id === category_id) && matchesKeyword(keyword, each),
    ),
  )
}

/** Whether every word stands in the name or the description. */
function matchesKeyword(
  keyword: string | undefined,
  { name, description }: { name: string; description: string },
): boolean {
  const text = `${name}\n${description}`.toLowerCase()
  return (keyword ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

async function toApplicationViews(ctx: Context, made: ApplicationDefinition[]): Promise<ApplicationView[]> {
  return made.map(await createApplicationView(ctx))
}

/** The agents of the home screen, or those that are there from the start; one of both is in each list as one of it. */
export async function listAgents(ctx: Context, { index_flag }: ParsedInputOf<Tools['agents']>) {
  const listed = allApplications().filter((each) => (index_flag ? each.index_flag : each.default_agent))
  return (await toApplicationViews(ctx, listed)).map((each) => ({ ...each, index_flag }))
}

/** @throws AppError `application.not_found` where the operator took it out. */
export function getKnowledgeBaseAgent(ctx: Context): Promise<ApplicationView> {
  return getApplication(ctx, KNOWLEDGE_BASE_ID)
}

/** Applications that can talk to a dataset, that of knowledge bases first. @throws AppError `dataset.not_found`. */
export async function listDatasetApplications(
  ctx: Context,
  { dataset_id }: ParsedInputOf<Tools['ofDataset']>,
) {
  await requireDataset(ctx, dataset_id, 'read')
  const able = allApplications().filter((each) => each.datasets)
  return toApplicationViews(
    ctx,
    able.toSorted(
      (one, other) => Number(other.id === KNOWLEDGE_BASE_ID) - Number(one.id === KNOWLEDGE_BASE_ID),
    ),
  )
}

/** Agents of other sites by category; categories without any are left out. */
export async function listExternal(
  ctx: Context,
  { keyword }: ParsedInputOf<Tools['external']>,
): Promise<OutputOf<Tools['external']>> {
  const marked = await findMarkedIds(ctx)
  const all = externalAgents.categories.map(({ id, name }) => {
    const within = externalAgents.agents.filter((each) => each.category_id === id)
    const list = within.filter((each) => matchesKeyword(keyword, each))
    return { id, name, count: list.length, list: list.map((each) => toExternalAgentView(each, marked)) }
  })
  return all.filter((each) => each.count > 0)
}
