import { setAppearance, useAppearance } from '../../ui/appearance.state.ts'
import buttons from '../../ui/buttons/shell-button.module.css'
import { Icon } from '../../ui/icons/icon.tsx'

/** Switches between light and dark. */
export function AppearanceButton() {
  const dark = useAppearance((state) => state.dark)
  const name = dark ? '切换为浅色外观' : '切换为深色外观'
  return (
    <button
      type="button"
      className={buttons.icon}
      title={name}
      aria-label={name}
      onClick={() => setAppearance(dark ? 'light' : 'dark')}
    >
      <Icon name={dark ? 'moon' : 'sun'} size={20} />
    </button>
  )
}
