/** The fields of a folder that define the tree. */
interface FolderNode {
  id: string
  parent_id: string | null
}

/** Builds the tree of a dataset's folders. A top-level folder has depth 1. */
export function buildFolderTree<Row extends FolderNode>(rows: Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byParent = Map.groupBy(rows, (row) => row.parent_id)
  const children = (id: string | null): Row[] => byParent.get(id) ?? []

  function depth(id: string | null): number {
    let count = 0
    for (let at = id; at !== null; at = byId.get(at)?.parent_id ?? null) count += 1
    return count
  }

  /** Returns a folder and all folders below it, parents before children. */
  function subtree(id: string): string[] {
    const found = [id]
    for (const each of found) found.push(...children(each).map((child) => child.id))
    return found
  }

  /** Returns the number of levels that a folder and the folders below it span. */
  function height(id: string): number {
    return Math.max(...subtree(id).map(depth)) - depth(id) + 1
  }

  /** Returns the folders whose parent is not in the tree. */
  const tops = (): Row[] => rows.filter(({ parent_id }) => parent_id === null || !byId.has(parent_id))

  return { rows, tops, size: byId.size, find: (id: string) => byId.get(id), children, depth, height, subtree }
}
