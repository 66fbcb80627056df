import { api } from '@scinav/contract'
import type { User } from '../api/session.state.ts'
import { useRead } from '../api/use-read.ts'
import { type Appearance, useAppearance } from '../ui/appearance.state.ts'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './home-screen.module.css'

const appearanceNames: Record<Appearance, string> = { light: '浅色', dark: '深色', system: '跟随系统' }

/** First steps, each with what is the case now. Nothing once all are done. */
export function StartList({ user }: { user: User }) {
  const { open } = usePanel()
  const { appearance, chosen } = useAppearance()
  const sessions = useRead(api.user.sessions, {})
  const places = sessions.data?.length
  if (user.organization !== null && chosen && places === 1) return null

  return (
    <section className={styles.start} aria-labelledby="start-title">
      <h2 id="start-title">开始使用</h2>
      <ul>
        <Step
          done={user.organization !== null}
          title="完善个人资料"
          note={user.organization ?? '填写单位，便于同事认出您'}
          onOpen={() => open('settings', 'profile')}
        />
        <Step
          done={chosen}
          title="选择外观"
          note={`现在是${appearanceNames[appearance]}`}
          onOpen={() => open('settings', 'appearance')}
        />
        <Step
          done={places === 1}
          title="查看登录设备"
          note={sessionNote(places, sessions.isError)}
          onOpen={() => open('settings', 'security')}
        />
      </ul>
    </section>
  )
}

function sessionNote(places: number | undefined, failed: boolean): string {
  if (places === undefined) return failed ? '暂时没有取到登录记录' : '正在查看'
  return places === 1 ? '只有这台设备登录了您的账号' : `有 ${places} 处登录了您的账号，请确认都是您本人`
}

interface StepProps {
  done: boolean
  title: string
  note: string
  onOpen: () => void
}

function Step({ done, title, note, onOpen }: StepProps) {
  return (
    <li>
      <button type="button" className={styles.step} data-done={done} onClick={onOpen}>
        <Icon name={done ? 'check' : 'circle'} />
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {done && <span className="sr-only">（已完成）</span>}
          <span className={styles.note}>{note}</span>
        </span>
        <Icon name="right" size={16} />
      </button>
    </li>
  )
}
