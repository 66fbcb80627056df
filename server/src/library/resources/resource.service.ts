import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { RESOURCE_CLASSES, RESOURCES } from './resource-files.ts'

type Resources = typeof api.resources

const RESOURCES_BY_CLASS = Map.groupBy(RESOURCES, ({ class_id }) => class_id)

/** Lists the categories of literature databases with the number of databases in each. */
export async function listClasses(_ctx: Context): Promise<OutputOf<Resources['classes']>> {
  return RESOURCE_CLASSES.map(({ id, name }) => ({
    id,
    name,
    count: RESOURCES_BY_CLASS.get(id)?.length ?? 0,
  }))
}

const SEARCH_TEXT_BY_ID = new Map(
  RESOURCES.map(({ id, name, description, url }) => [id, `${name}\n${description}\n${url}`.toLowerCase()]),
)

/**
 * Lists literature databases by category, access and ids; every keyword must occur in name, description or address.
 */
export async function listResources(_ctx: Context, input: ParsedInputOf<Resources['list']>) {
  const { class_id, keyword = '', access, page_num, page_size } = input
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const ids = new Set(input.ids)
  const found = RESOURCES.filter(
    (each) =>
      (!class_id || each.class_id === class_id) &&
      (!access || each.access === access) &&
      (ids.size === 0 || ids.has(each.id)) &&
      words.every((word) => SEARCH_TEXT_BY_ID.get(each.id)?.includes(word)),
  )
  const list = found.slice((page_num - 1) * page_size, page_num * page_size)
  return { list, total: found.length, page_num, page_size }
}
