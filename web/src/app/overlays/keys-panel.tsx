import { Panel } from '../../ui/dialogs/panel.tsx'
import { routes } from '../entry/routes.ts'
import { groupsFor } from './keys.ts'
import styles from './keys-panel.module.css'

/** Renders the keyboard shortcuts of a screen and those that work everywhere. */
export function KeysPanel({ path, onClose }: { path: string; onClose: () => void }) {
  const isFramed = routes.some((route) => route.path === path && route.frame === 'layout')
  return (
    <Panel title="快捷键" width={560} fit onClose={onClose}>
      {groupsFor(path, isFramed).map(({ name, keys }) => (
        <section key={name} className={styles.group}>
          <h3>{name}</h3>
          <dl>
            {keys.map(({ press, does }) => (
              <div key={does}>
                <dt>
                  {press.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Panel>
  )
}
