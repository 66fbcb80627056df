import type { FolderNode } from './folders.ts'

/** The effect of a key in the tree. */
export type TreeAction =
  | { does: 'stay' }
  | { does: 'go'; id: string }
  | { does: 'fold'; close: boolean }
  | { does: 'open' }
  | { does: 'ask'; kind: 'rename-folder' | 'move-folder' | 'remove-folder' }

const goTo = (target: FolderNode | undefined): TreeAction =>
  target ? { does: 'go', id: target.folder.id } : { does: 'stay' }

type KeyRule = (rows: readonly FolderNode[], at: number, row: FolderNode, open: boolean) => TreeAction

const keyRules: Readonly<Record<string, KeyRule>> = {
  arrowdown: (rows, at) => goTo(rows[at + 1]),
  arrowup: (rows, at) => goTo(rows[at - 1]),
  home: (rows) => goTo(rows[0]),
  end: (rows) => goTo(rows.at(-1)),
  arrowright: (rows, at, _, open) => (open ? goTo(rows[at + 1]) : { does: 'fold', close: false }),
  arrowleft: (rows, _at, { folder }, open) =>
    open ? { does: 'fold', close: true } : goTo(rows.find((row) => row.folder.id === folder.parent_id)),
  enter: () => ({ does: 'open' }),
  ' ': () => ({ does: 'open' }),
  f2: () => ({ does: 'ask', kind: 'rename-folder' }),
  m: () => ({ does: 'ask', kind: 'move-folder' }),
  delete: () => ({ does: 'ask', kind: 'remove-folder' }),
}

/** Returns the effect of a key on the row `at`; undefined when the tree does not handle the key. */
export function treeAction(
  key: string,
  rows: readonly FolderNode[],
  at: number,
  closed: ReadonlySet<string>,
): TreeAction | undefined {
  const row = rows[at]
  if (!row) return undefined
  const open = row.folder.children.length > 0 && !closed.has(row.folder.id)
  return keyRules[key.toLowerCase()]?.(rows, at, row, open)
}
