/** Where a record stands in its chat. */
export interface ThreadNode {
  id: string
  parent_id: string | null
}

/** Records that answer to the same place, oldest first. */
export function siblingsOf(places: ThreadNode[], { parent_id }: Pick<ThreadNode, 'parent_id'>): string[] {
  return places.filter((each) => each.parent_id === parent_id).map((each) => each.id)
}

/** The records from the beginning of the chat to one of them, oldest first. */
export function pathTo(places: ThreadNode[], id: string | null): string[] {
  const parents = new Map(places.map((each) => [each.id, each.parent_id]))
  const path: string[] = []
  for (let at: string | null | undefined = id; at && parents.has(at); at = parents.get(at)) path.push(at)
  return path.reverse()
}

/**
 * The records that are read one after the other: of siblings the newest, or the one that leads to `through`.
 *
 * @param places every record of the chat, in the order they were made.
 */
export function selectThread(places: ThreadNode[], through: string | null = null): string[] {
  const newest = new Map(places.map((each) => [each.parent_id, each.id]))
  const thread = pathTo(places, through)
  for (let at = newest.get(thread.at(-1) ?? null); at !== undefined; at = newest.get(at)) thread.push(at)
  return thread
}
