import { useUser } from '../api/session.state.ts'
import { type Appearance, setAppearance, useAppearance } from '../ui/appearance.state.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import { AnswersSetting } from './answers-setting.tsx'
import { DataSetting } from './data-setting.tsx'
import { ProfileSetting } from './profile-setting.tsx'
import { SecuritySetting } from './security-setting.tsx'
import styles from './settings.module.css'
import { TokensList } from './tokens-list.tsx'
import { TokensServers } from './tokens-servers.tsx'

/** The pages of the settings, by their names in the address; the first is shown for any other name. */
const pages = [
  { id: 'profile', name: '个人资料', Page: ProfileSetting },
  { id: 'security', name: '安全', Page: SecuritySetting },
  { id: 'appearance', name: '外观', Page: AppearanceSetting },
  { id: 'answers', name: '回答', Page: AnswersSetting },
  { id: 'tools', name: '工具与令牌', Page: TokensSetting },
  { id: 'data', name: '我的数据', Page: DataSetting },
] as const

/** Renders the user's settings; the address holds the open page. */
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

/** The choices of the appearance, in the order in which they are shown. */
const appearanceOptions: { value: Appearance; name: string; icon: IconName }[] = [
  { value: 'light', name: '浅色', icon: 'sun' },
  { value: 'dark', name: '深色', icon: 'moon' },
  { value: 'system', name: '跟随系统', icon: 'device' },
]

/** Renders the choice of the appearance. It takes effect at once, on every device of the account. */
function AppearanceSetting() {
  const appearance = useAppearance((state) => state.appearance)
  return (
    <>
      <p className={styles.quiet}>选择后立即生效，并保存在账号里。</p>
      <div className={styles.choices} role="radiogroup" aria-label="外观">
        {appearanceOptions.map(({ value, name, icon }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="appearance"
              value={value}
              checked={appearance === value}
              onChange={() => setAppearance(value)}
            />
            <Icon name={icon} size={24} />
            {name}
          </label>
        ))}
      </div>
    </>
  )
}

/** Renders the MCP servers for chats, and the access tokens for other programs. */
function TokensSetting() {
  return (
    <>
      <div className={styles.block}>
        <h3>对话可用的工具</h3>
        <TokensServers />
      </div>
      <div className={styles.block}>
        <h3>访问令牌</h3>
        <TokensList />
      </div>
    </>
  )
}
