/** What of a folder makes the tree. */
interface FolderNode {
  id: string
  parent_id: string | null
}

/** The tree of one dataset's folders. A top folder has depth 1. */
export function buildFolderTree<Row extends FolderNode>(rows: Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byParent = Map.groupBy(rows, (row) => row.parent_id)
  const children = (id: string | null): Row[] => byParent.get(id) ?? []

  function depth(id: string | null): number {
    let count = 0
    for (let at = id; at !== null; at = byId.get(at)?.parent_id ?? null) count += 1
    return count
  }

  /** A folder and everything below it, from above. */
  function subtree(id: string): string[] {
    const found = [id]
    for (const each of found) found.push(...children(each).map((child) => child.id))
    return found
  }

  /** How many levels a folder and what is below it take. */
  function height(id: string): number {
    return Math.max(...subtree(id).map(depth)) - depth(id) + 1
  }

  /** Those whose parent is not in the tree. */
  const tops = (): Row[] => rows.filter(({ parent_id }) => parent_id === null || !byId.has(parent_id))

  return { rows, tops, size: byId.size, find: (id: string) => byId.get(id), children, depth, height, subtree }
}
