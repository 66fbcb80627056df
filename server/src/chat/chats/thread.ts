/** A record with the record that it answers or continues; null for the first question of a chat. */
export interface ThreadNode {
  id: string
  parent_id: string | null
}

/** Returns the records with the same parent, oldest first. */
export function siblingsOf(nodes: ThreadNode[], { parent_id }: Pick<ThreadNode, 'parent_id'>): string[] {
  return nodes.filter((each) => each.parent_id === parent_id).map((each) => each.id)
}

/** Returns the records from the beginning of a chat to one of its records, oldest first. */
export function pathTo(nodes: ThreadNode[], id: string | null): string[] {
  const parents = new Map(nodes.map((each) => [each.id, each.parent_id]))
  const path: string[] = []
  for (let at: string | null | undefined = id; at && parents.has(at); at = parents.get(at)) path.push(at)
  return path.reverse()
}

/**
 * Returns the records shown as a thread: of siblings the newest one, or the one that leads to `through`.
 *
 * @param nodes all records of the chat, in the order of creation.
 */
export function selectThread(nodes: ThreadNode[], through: string | null = null): string[] {
  const newest = new Map(nodes.map((each) => [each.parent_id, each.id]))
  const thread = pathTo(nodes, through)
  for (let at = newest.get(thread.at(-1) ?? null); at !== undefined; at = newest.get(at)) thread.push(at)
  return thread
}
