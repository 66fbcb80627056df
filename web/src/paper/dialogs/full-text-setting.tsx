import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { toast } from '../../ui/toasts/toast.state.ts'
import {
  defaultTemplates,
  FULL_TEXT_SETTING,
  isWebTemplate,
  type LinkTemplate,
  placeholders,
} from './full-text.ts'
import styles from './full-text-panel.module.css'

interface Props {
  templates: readonly LinkTemplate[]
  onDone: () => void
}

/** Renders the user's own full-text links for editing: a name and an address with placeholders each. */
export function FullTextSetting({ templates, onDone }: Props) {
  const [rows, setRows] = useState(() => templates.map((one, key) => ({ ...one, key })))
  const save = useWrite(api.user.saveSetting, { refreshes: [api.user.setting] })
  const change = (key: number, to: Partial<LinkTemplate>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...to } : row)))

  const store = async () => {
    const value = rows
      .map(({ name, url }) => ({ name: name.trim(), url: url.trim() }))
      .filter(({ name, url }) => name || url)
    const bad = value.find(({ name, url }) => !name || !isWebTemplate(url))
    if (bad) return toast(`${inCorners(bad.name || bad.url)}需要名称和以 http 开头的网址`, { tone: 'bad' })
    const answer = await save.mutateAsync({ ...FULL_TEXT_SETTING, value })
    if (!answer.success) return toast(`没有保存：${answer.message}`, { tone: 'bad' })
    toast('已保存全文链接')
    onDone()
  }
  return (
    <>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.key}>
            <input
              className={fields.field}
              aria-label="名称"
              placeholder="名称"
              maxLength={20}
              value={row.name}
              onChange={(event) => change(row.key, { name: event.target.value })}
            />
            <input
              className={fields.field}
              aria-label={`${row.name || '新链接'} 的网址`}
              placeholder="https://…{title}"
              maxLength={500}
              value={row.url}
              onChange={(event) => change(row.key, { url: event.target.value })}
            />
            <QuietButton
              label={`删除 ${row.name}`}
              onPress={() => setRows((now) => now.filter(({ key }) => key !== row.key))}
              icon="trash"
            >
              {null}
            </QuietButton>
          </li>
        ))}
      </ul>
      <QuietButton
        icon="plus"
        onPress={() => setRows((now) => [...now, { name: '', url: '', key: nextKey(now) }])}
      >
        添加链接
      </QuietButton>
      <QuietButton
        icon="retry"
        onPress={() => setRows(defaultTemplates.map((one, key) => ({ ...one, key })))}
      >
        恢复默认
      </QuietButton>
      <p className={styles.note}>网址里可以写：</p>
      <dl className={styles.marks}>
        {placeholders.map(({ name, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.foot}>
        <ActionButton name="返回" onPress={onDone} />
        <ActionButton name="保存" onPress={() => void store()} busy={save.isPending} primary />
      </div>
    </>
  )
}

const nextKey = (rows: { key: number }[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1
