import { Button } from 'antd'
import { useState } from 'react'
import styles from '../operator.module.css'
import { audienceText, type MenuEntry, type Menus, useMenuRules } from './menus.ts'
import { MenusForm } from './menus-form.tsx'

/** Renders one menu entry: for whom it is disabled, with the actions to disable or enable it. */
export function MenusRow({ entry, menus }: { entry: MenuEntry; menus: Menus }) {
  const { path, name, stopped, needed } = entry
  const [asks, setAsks] = useState(false)
  const rules = useMenuRules(menus)
  return (
    <li className={styles.row} data-off={stopped.length > 0}>
      <div className={styles.words}>
        <div className={styles.line}>
          <span className={styles.name}>{name}</span>
          {name !== path && <span className={styles.quiet}>{path}</span>}
          {stopped.length === 0 && <span className={styles.good}>开放</span>}
          {stopped.map((stop) => (
            <span key={audienceText(stop)} className={styles.bad}>
              对{audienceText(stop)}停用
            </span>
          ))}
        </div>
        {needed && <div className={styles.quiet}>管理菜单要用到它，对管理员始终开放</div>}
      </div>
      {!asks && (
        <div className={styles.actions}>
          <Button aria-label={`停用：${name}`} onClick={() => setAsks(true)}>
            停用…
          </Button>
          {stopped.length > 0 && (
            <Button aria-label={`开放：${name}`} onClick={() => void rules.open(path, name)}>
              开放
            </Button>
          )}
        </div>
      )}
      {asks && (
        <MenusForm entry={entry} onStop={(rule) => rules.stop(rule, name)} onDone={() => setAsks(false)} />
      )}
    </li>
  )
}
