import { type Appearance, setAppearance, useAppearance } from '../ui/appearance.state.ts'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import styles from './settings.module.css'

const choices: { value: Appearance; name: string; icon: IconName }[] = [
  { value: 'light', name: '浅色', icon: 'sun' },
  { value: 'dark', name: '深色', icon: 'moon' },
  { value: 'system', name: '跟随系统', icon: 'device' },
]

/** Light, dark, or as the device says. Takes effect at once, on every device of the account. */
export function AppearanceSetting() {
  const appearance = useAppearance((state) => state.appearance)
  return (
    <>
      <p className={styles.quiet}>选择后立即生效，并保存在账号里。</p>
      <div className={styles.choices} role="radiogroup" aria-label="外观">
        {choices.map(({ value, name, icon }) => (
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
