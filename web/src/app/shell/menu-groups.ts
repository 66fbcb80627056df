import type { MenuItem } from '@scinav/contract'
import { isBuilt } from '../entry/routes.ts'

interface MenuGroup {
  /** `''` for entries that stand outside a group. */
  name: string
  items: MenuItem[]
}

/** Lays the menu tree out in groups of links, without entries whose screen this build does not have. */
export function menuGroups(tree: readonly MenuItem[]): MenuGroup[] {
  const groups: MenuGroup[] = []
  for (const entry of tree) {
    const items = (entry.children.length > 0 ? entry.children : [entry]).filter(({ path }) => isBuilt(path))
    const name = entry.children.length > 0 ? entry.name : ''
    const last = groups.at(-1)
    if (items.length === 0) continue
    if (last?.name === '' && name === '') last.items.push(...items)
    else groups.push({ name, items })
  }
  return groups
}
