import { api } from '@scinav/contract'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from '../operator.module.css'
import {
  audienceText,
  type MenuEntry,
  type MenuRole,
  type MenuRule,
  type Menus,
  menuRoles,
  parseOrganizations,
  useMenuRules,
} from './menus.ts'

/** Renders the operator's view of the menu: who may open what. */
export function MenusPanel({ onClose }: { onClose: () => void }) {
  const menus = useRead(api.admin.menus, {})
  return (
    <Panel title="菜单与权限" width={920} onClose={onClose}>
      <ReadView
        of={menus}
        what="菜单"
        isEmpty={({ groups }: Menus) => groups.length === 0}
        empty={{ title: '菜单是空的', note: '在 config/menus.json 里加上条目，再重新启动' }}
      >
        {(data) => (
          <>
            <RuleSource menus={data} />
            {data.groups.map(({ name, children }) => (
              <section key={name} className={styles.group}>
                <h3>{name || '不在菜单里的页面'}</h3>
                <ul>
                  {children.map((entry) => (
                    <MenusRow key={entry.path} entry={entry} menus={data} />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </ReadView>
    </Panel>
  )
}

/** Renders whether the file's rules or changed ones apply, and the reset to those of the file. */
function RuleSource({ menus }: { menus: Menus }) {
  const { reset } = useMenuRules(menus)
  return (
    <div className={styles.tools}>
      <p className={styles.words}>停用立即生效：页面打不开，只属于它的接口也回答「没有权限」。</p>
      {menus.overridden && <Button onClick={() => void reset()}>恢复配置文件的规则</Button>}
    </div>
  )
}

/** Renders one menu entry: for whom it is disabled, with the actions to disable or enable it. */
function MenusRow({ entry, menus }: { entry: MenuEntry; menus: Menus }) {
  const { path, name, stopped, needed } = entry
  const [isFormOpen, setFormOpen] = useState(false)
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
      {!isFormOpen && (
        <div className={styles.actions}>
          <Button aria-label={`停用：${name}`} onClick={() => setFormOpen(true)}>
            停用…
          </Button>
          {stopped.length > 0 && (
            <Button aria-label={`开放：${name}`} onClick={() => void rules.open(path, name)}>
              开放
            </Button>
          )}
        </div>
      )}
      {isFormOpen && (
        <MenusForm
          entry={entry}
          onStop={(rule) => rules.stop(rule, name)}
          onDone={() => setFormOpen(false)}
        />
      )}
    </li>
  )
}

interface Props {
  entry: MenuEntry
  /** Adds the rule that disables the entry; resolves to whether that succeeded. */
  onStop: (rule: MenuRule) => Promise<boolean>
  onDone: () => void
}

/** Renders the form that disables one menu entry for a role and, optionally, for certain organizations. */
function MenusForm({ entry: { path, name, needed }, onStop, onDone }: Props) {
  // What operators need cannot be disabled for them.
  const choices = menuRoles.filter(({ value }) => !needed || value === 'user')
  const [role, setRole] = useState<MenuRole | ''>(choices[0]?.value ?? '')
  const [text, setText] = useState('')
  const stop = async () => {
    const rule = { path, roles: role === '' ? [] : [role], organizations: parseOrganizations(text) }
    if (await onStop(rule)) onDone()
  }
  return (
    <fieldset className={styles.rule} aria-label={`停用 ${name}`}>
      <Select
        className={styles.states ?? ''}
        aria-label="对谁停用"
        options={choices.map(({ value, name }) => ({ value, label: name }))}
        value={role}
        onChange={setRole}
      />
      <Input
        className={styles.search ?? ''}
        aria-label="机构"
        placeholder="机构名称，多个用逗号分开；不填是所有机构"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="primary" onClick={() => void stop()}>
        停用
      </Button>
      <Button onClick={onDone}>取消</Button>
    </fieldset>
  )
}
