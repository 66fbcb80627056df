import { useSearchParams } from 'react-router'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import styles from './home-screen.module.css'

export type HomeMode = 'search' | 'ask' | 'research' | 'cite'

const modes: readonly { mode: HomeMode; name: string; icon: IconName }[] = [
  { mode: 'search', name: '检索', icon: 'search' },
  { mode: 'ask', name: '提问', icon: 'chat' },
  { mode: 'research', name: '深度研究', icon: 'compass' },
  { mode: 'cite', name: 'AI 引文', icon: 'quote' },
]

/** Returns the purpose of the home screen's box, from `?mode=`, and its setter. */
export function useMode(): [HomeMode, (mode: HomeMode) => void] {
  const [params, setParams] = useSearchParams()
  const named = params.get('mode')
  const mode = modes.find((one) => one.mode === named)?.mode ?? 'search'
  const set = (to: HomeMode) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (to === 'search') next.delete('mode')
        else next.set('mode', to)
        return next
      },
      { replace: true },
    )
  return [mode, set]
}

interface Props {
  mode: HomeMode
  /** The available modes. */
  open: readonly HomeMode[]
  onMode: (mode: HomeMode) => void
}

/** Renders the choice of the box's purpose. */
export function HomeModes({ mode, open, onMode }: Props) {
  const shown = modes.filter((one) => open.includes(one.mode))
  return (
    <div className={styles.modes} role="tablist" aria-label={shown.map(({ name }) => name).join('、')}>
      {shown.map(({ mode: one, name, icon }) => (
        <button key={one} type="button" role="tab" aria-selected={one === mode} onClick={() => onMode(one)}>
          <Icon name={icon} size={16} />
          {name}
        </button>
      ))}
    </div>
  )
}
