import { type api, type OutputOf, type ParsedInputOf, resourceAccess } from '@scinav/contract'
import { z } from 'zod'
import type { Context } from '../../platform/context/context.ts'
import { readDictionary } from '../dictionaries/index.ts'

type Resources = typeof api.resources

const idShape = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)
const resourceClassShape = z.strictObject({ id: idShape, name: z.string().min(2).max(20) })
const resourceShape = z.strictObject({
  id: idShape,
  name: z.string().trim().min(2).max(60),
  access: z.enum(resourceAccess),
  url: z.url({ protocol: /^https$/ }),
  description: z.string().trim().min(10).max(120),
})

/** The categories of literature databases; each has its own file in `config/resources`. */
export const RESOURCE_CLASSES = readDictionary('resources/classes.json', z.array(resourceClassShape).min(1))

/** All literature databases, ordered by category. */
export const RESOURCES = RESOURCE_CLASSES.flatMap(({ id }) =>
  readDictionary(`resources/${id}.json`, z.array(resourceShape)).map((each) => ({ ...each, class_id: id })),
)

const RESOURCES_BY_CLASS = Map.groupBy(RESOURCES, ({ class_id }) => class_id)
const SEARCH_TEXT_BY_ID = new Map(
  RESOURCES.map(({ id, name, description, url }) => [id, `${name}\n${description}\n${url}`.toLowerCase()]),
)

/** Lists the categories of literature databases with the number of databases in each. */
export async function listClasses(_ctx: Context): Promise<OutputOf<Resources['classes']>> {
  return RESOURCE_CLASSES.map(({ id, name }) => ({
    id,
    name,
    count: RESOURCES_BY_CLASS.get(id)?.length ?? 0,
  }))
}

/**
 * Returns one page of the literature databases with a category, access and one of the ids, where these are given; every
 * word of the keyword must occur in name, description or address.
 */
export async function listResources(_ctx: Context, input: ParsedInputOf<Resources['list']>) {
  const { class_id, keyword = '', access, page_num, page_size } = input
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const ids = new Set(input.ids)
  const matching = RESOURCES.filter(
    (each) =>
      (!class_id || each.class_id === class_id) &&
      (!access || each.access === access) &&
      (ids.size === 0 || ids.has(each.id)) &&
      words.every((word) => SEARCH_TEXT_BY_ID.get(each.id)?.includes(word)),
  )
  const list = matching.slice((page_num - 1) * page_size, page_num * page_size)
  return { list, total: matching.length, page_num, page_size }
}
