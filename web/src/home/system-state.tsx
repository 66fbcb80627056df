import { api, type OutputOf } from '@scinav/contract'
import { useRead } from '../api/use-read.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './home-screen.module.css'

type System = OutputOf<typeof api.admin.system>

/** Renders, for operators, which parts of the installation are configured, and how to configure the others. */
export function SystemState() {
  const system = useRead(api.admin.system, {})
  return (
    <section className={styles.system} aria-labelledby="system-title">
      <h2 id="system-title">系统状态</h2>
      <ReadView of={system} what="系统状态">
        {(data) => <SystemParts system={data} />}
      </ReadView>
    </section>
  )
}

/** Renders a one-line summary with collapsed details, because a new installation runs without any of these parts. */
function SystemParts({ system }: { system: System }) {
  const parts = system.parts.toSorted((a, b) => Number(a.ready) - Number(b.ready))
  const unsetCount = parts.filter(({ ready }) => !ready).length
  return (
    <details className={styles.parts}>
      <summary>{unsetCount > 0 ? `运行正常，${unsetCount} 项可以设置` : '运行正常，各项都已设置'}</summary>
      <ul>
        {parts.map((part) => (
          <li key={part.id} className={styles.part} data-ready={part.ready}>
            <Icon name={part.ready ? 'check' : 'warning'} />
            <div>
              <div className={styles.title}>
                {part.name}
                {!part.ready && <span className={styles.todo}>待设置</span>}
              </div>
              <div className={styles.note}>{part.note}</div>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.version}>
        版本 {system.version}，<RelativeTime at={system.started_at} />
        启动
      </p>
    </details>
  )
}
