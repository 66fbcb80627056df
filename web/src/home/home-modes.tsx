import { useSearchParams } from 'react-router'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import styles from './home-screen.module.css'

type Mode = 'search' | 'ask'

const modes: readonly { mode: Mode; name: string; icon: IconName }[] = [
  { mode: 'search', name: '检索', icon: 'search' },
  { mode: 'ask', name: '提问', icon: 'chat' },
]

/** What the box of the home screen is for, by `?mode=`. */
export function useMode(): [Mode, (mode: Mode) => void] {
  const [params, setParams] = useSearchParams()
  const mode = params.get('mode') === 'ask' ? 'ask' : 'search'
  const set = (to: Mode) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (to === 'ask') next.set('mode', to)
        else next.delete('mode')
        return next
      },
      { replace: true },
    )
  return [mode, set]
}

/** Chooses what the box is for. */
export function HomeModes({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  return (
    <div className={styles.modes} role="tablist" aria-label="检索或提问">
      {modes.map(({ mode: one, name, icon }) => (
        <button key={one} type="button" role="tab" aria-selected={one === mode} onClick={() => onMode(one)}>
          <Icon name={icon} size={16} />
          {name}
        </button>
      ))}
    </div>
  )
}
