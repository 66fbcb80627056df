import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import fields from '../../ui/fields/field.module.css'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './tags.module.css'
import type { Tag, TagValues } from './use-tag-actions.ts'

const colours = [
  { value: 'grey', label: '灰' },
  { value: 'purple', label: '紫' },
  { value: 'blue', label: '蓝' },
  { value: 'green', label: '绿' },
  { value: 'orange', label: '橙' },
  { value: 'red', label: '红' },
] as const

interface Props {
  /** When absent, a new tag. */
  tag?: Tag
  /** Existing groups to choose from. */
  groups: string[]
  onSave: (values: TagValues) => Promise<string | undefined>
  onClose: () => void
}

/** Renders the form for a tag's name, group and colour. */
export function TagForm({ tag, groups, onSave, onClose }: Props) {
  const [name, setName] = useState(tag?.name ?? '')
  const [group_name, setGroup] = useState(tag?.group_name ?? '')
  const [colour, setColour] = useState<TagValues['colour']>(
    colours.find(({ value }) => value === tag?.colour)?.value ?? 'grey',
  )
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const refused = await onSave({ name: name.trim(), group_name: group_name.trim(), colour })
    setProblem(refused)
    if (refused === undefined) onClose()
  }
  return (
    <form className={styles.form} aria-label={tag ? `编辑标签 ${tag.name}` : '新建标签'} onSubmit={save}>
      <label>
        名称
        <input
          className={fields.field}
          value={name}
          maxLength={30}
          // biome-ignore lint/a11y/noAutofocus: the form has just been asked for
          autoFocus
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label>
        分组（选填）
        <input
          className={fields.field}
          value={group_name}
          maxLength={30}
          list="tag-groups"
          onChange={({ target }) => setGroup(target.value)}
        />
        <datalist id="tag-groups">
          {groups.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      </label>
      <fieldset className={`${styles.colours} ${styles.wide}`}>
        <legend className="sr-only">颜色</legend>
        {colours.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="tag-colour"
              checked={colour === value}
              onChange={() => setColour(value)}
            />
            <span className={styles.dot} data-colour={value} />
            {label}
          </label>
        ))}
      </fieldset>
      {problem && (
        <div className={styles.wide}>
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      <div className={`${styles.foot} ${styles.wide}`}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" htmlType="submit" disabled={name.trim() === ''}>
          {tag ? '保存' : '新建'}
        </Button>
      </div>
    </form>
  )
}
