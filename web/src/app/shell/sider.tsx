import { Link } from 'react-router'
import { useHomeState } from '../../api/specified.state.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useSiteName } from '../entry/page-title.ts'
import { MenuTree } from './menu-tree.tsx'
import { RecentChats } from './recent-chats.tsx'
import styles from './sider.module.css'

interface Props {
  collapsed: boolean
  onToggle: () => void
}

/** Renders the sidebar of wide windows with the menu. */
export function Sider({ collapsed, onToggle }: Props) {
  return (
    <aside className={styles.sider} data-collapsed={collapsed}>
      <Brand collapsed={collapsed} />
      <div className={styles.scroll}>
        <MenuTree collapsed={collapsed} />
        {!collapsed && <RecentChats />}
      </div>
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.toggle}
          aria-label={collapsed ? '展开导航' : '收起导航'}
          onClick={onToggle}
        >
          <Icon name="panel" />
          {!collapsed && <span>收起</span>}
        </button>
      </div>
    </aside>
  )
}

/** Renders the installation's logo and name as a link to /home. */
export function Brand({ collapsed }: { collapsed: boolean }) {
  const name = useSiteName()
  const logo = useHomeState(({ logoInfo }) => logoInfo.logo_url)
  return (
    <Link className={styles.brand} to="/home" aria-label={`${name}，首页`}>
      {logo ? <img src={logo} alt="" height={24} /> : <BrandMark />}
      {!collapsed && <span>{name}</span>}
    </Link>
  )
}
