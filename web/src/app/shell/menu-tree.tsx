import type { MenuItem } from '@scinav/contract'
import { NavLink } from 'react-router'
import { useHomeState } from '../../api/specified.state.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { hasScreen } from '../entry/routes.ts'
import styles from './sider.module.css'

/** Renders the server's menu in groups; collapsed, only icons are shown. */
export function MenuTree({ collapsed = false }: { collapsed?: boolean }) {
  const groups = menuGroups(useHomeState((state) => state.menuItems))
  return (
    <nav className={styles.menu} aria-label="主导航" data-collapsed={collapsed}>
      {groups.map((group) => (
        <section key={group.name} aria-label={group.name || '常用'}>
          {group.name && !collapsed && <h2>{group.name}</h2>}
          <ul>
            {group.items.map((item) => (
              <MenuLink key={item.path} item={item} collapsed={collapsed} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function MenuLink({ item, collapsed }: { item: MenuItem; collapsed: boolean }) {
  return (
    <li>
      <NavLink to={item.path} {...(collapsed && { title: item.name, 'aria-label': item.name })}>
        <Icon name={item.icon} />
        {!collapsed && <span>{item.name}</span>}
      </NavLink>
    </li>
  )
}

interface MenuGroup {
  /** `''` for entries outside a group. */
  name: string
  items: MenuItem[]
}

/**
 * Arranges the menu tree into groups of links, without entries whose screen this build does not have. Entries without
 * children that follow each other share a group without a name.
 */
export function menuGroups(tree: readonly MenuItem[]): MenuGroup[] {
  const groups: MenuGroup[] = []
  for (const entry of tree) {
    const items = (entry.children.length > 0 ? entry.children : [entry]).filter(({ path }) => hasScreen(path))
    const name = entry.children.length > 0 ? entry.name : ''
    const last = groups.at(-1)
    if (items.length === 0) continue
    if (last?.name === '' && name === '') last.items.push(...items)
    else groups.push({ name, items })
  }
  return groups
}
