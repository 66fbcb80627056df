import { useUser } from '../api/user-info.state.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import { AppearanceSetting } from './appearance-setting.tsx'
import { DataSetting } from './data-setting.tsx'
import { ProfileSetting } from './profile-setting.tsx'
import { SecuritySetting } from './security-setting.tsx'
import styles from './settings.module.css'
import { TokensSetting } from './tokens-setting.tsx'

const pages = [
  { id: 'profile', name: '个人资料', Page: ProfileSetting },
  { id: 'security', name: '安全', Page: SecuritySetting },
  { id: 'appearance', name: '外观', Page: AppearanceSetting },
  { id: 'tools', name: '工具与令牌', Page: TokensSetting },
  { id: 'data', name: '我的数据', Page: DataSetting },
] as const

/** The person's own settings; which page shows stands in the address. */
export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const { tab, open } = usePanel()
  const shown = pages.find(({ id }) => id === tab) ?? pages[0]
  if (!user) return null
  return (
    <Panel title="设置" width={840} onClose={onClose}>
      <div className={styles.settings}>
        <nav className={styles.pages} aria-label="设置">
          {pages.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-current={id === shown.id ? 'page' : undefined}
              onClick={() => open('settings', id)}
            >
              {name}
            </button>
          ))}
        </nav>
        <section className={styles.page} aria-label={shown.name}>
          <shown.Page user={user} />
        </section>
      </div>
    </Panel>
  )
}
