import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import styles from '../operator.module.css'
import { type MenuEntry, type MenuRole, type MenuRule, menuRoles, parseOrganizations } from './menus.ts'

interface Props {
  entry: MenuEntry
  onStop: (rule: MenuRule) => Promise<boolean>
  onDone: () => void
}

/** Renders the form that disables one menu entry for a role and, optionally, for certain organizations. */
export function MenusForm({ entry: { path, name, needed }, onStop, onDone }: Props) {
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
