// Lists of applications. An application is described by a file (`application-files.ts`); the calls name it in two ways,
// as the specification does: `tool` where people choose one from the list of applications, `agent` where a screen
// offers one. Only `listed` applications are in the list and its categories: the others belong to a screen, which
// offers them as agents or for a dataset. `index_flag` puts an agent on the home screen, `default_agent` into the list
// of those that any screen may offer. An application is marked when the caller keeps it among the favourites.

import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { categories } from './application-files.ts'
import type { ApplicationDefinition } from './application-shape.ts'
import {
  type ApplicationView,
  allApplications,
  createApplicationView,
  findMarkedIds,
  getApplication,
} from './applications.ts'
import { externalAgents, toExternalAgentView } from './external-agents.ts'

type Tools = typeof api.tools

/** Id of the application that answers questions about knowledge bases. */
const KNOWLEDGE_BASE_ID = 'dataset_chat'

const listedApplications = () => allApplications().filter((each) => each.listed)

/** Returns the categories with the number of listed applications in each. */
export async function listCategories(_ctx: Context): Promise<OutputOf<Tools['categories']>> {
  const byCategory = Map.groupBy(listedApplications(), (each) => each.category_id)
  return categories.map(({ id, name }) => ({ id, name, count: byCategory.get(id)?.length ?? 0 }))
}

/** Returns the listed applications of a category whose name or description contains every word of the keyword. */
export async function listTools(ctx: Context, { category_id, keyword }: ParsedInputOf<Tools['list']>) {
  return toApplicationViews(
    ctx,
    listedApplications().filter(
      (each) => (!category_id || each.category_id === category_id) && matchesKeyword(keyword, each),
    ),
  )
}

/** Returns whether name and description together contain every word. */
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

/** Returns applications as the caller sees them. */
async function toApplicationViews(
  ctx: Context,
  definitions: ApplicationDefinition[],
): Promise<ApplicationView[]> {
  return definitions.map(await createApplicationView(ctx))
}

/**
 * Returns the agents of the home screen, or the default agents. An agent may be in both lists; `index_flag` then has
 * the value of the requested list.
 */
export async function listAgents(ctx: Context, { index_flag }: ParsedInputOf<Tools['agents']>) {
  const agents = allApplications().filter((each) => (index_flag ? each.index_flag : each.default_agent))
  return (await toApplicationViews(ctx, agents)).map((each) => ({ ...each, index_flag }))
}

/**
 * Returns the agent for knowledge bases.
 *
 * @throws AppError `application.not_found` when the operator has removed it.
 */
export function getKnowledgeBaseAgent(ctx: Context): Promise<ApplicationView> {
  return getApplication(ctx, KNOWLEDGE_BASE_ID)
}

/**
 * Returns the applications that can answer questions about a dataset, the agent for knowledge bases first.
 *
 * @throws AppError `dataset.not_found`.
 */
export async function listDatasetApplications(
  ctx: Context,
  { dataset_id }: ParsedInputOf<Tools['ofDataset']>,
) {
  await requireDataset(ctx, dataset_id, 'read')
  const capable = allApplications().filter((each) => each.datasets)
  return toApplicationViews(
    ctx,
    capable.toSorted(
      (one, other) => Number(other.id === KNOWLEDGE_BASE_ID) - Number(one.id === KNOWLEDGE_BASE_ID),
    ),
  )
}

/** Returns the agents of other sites by category, without empty categories. */
export async function listExternal(
  ctx: Context,
  { keyword }: ParsedInputOf<Tools['external']>,
): Promise<OutputOf<Tools['external']>> {
  const marked = await findMarkedIds(ctx)
  const byCategory = externalAgents.categories.map(({ id, name }) => {
    const inCategory = externalAgents.agents.filter((each) => each.category_id === id)
    const list = inCategory.filter((each) => matchesKeyword(keyword, each))
    return { id, name, count: list.length, list: list.map((each) => toExternalAgentView(each, marked)) }
  })
  return byCategory.filter((each) => each.count > 0)
}
