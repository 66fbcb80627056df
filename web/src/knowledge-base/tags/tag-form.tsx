import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import fields from '../../ui/fields/field.module.css'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './tags.module.css'
import type { Tag, TagValues } from './use-tag-actions.ts'

/** The colors of tags, by the values that the server stores. */
const tagColors = [
  { value: 'grey', label: '灰' },
  { value: 'purple', label: '紫' },
  { value: 'blue', label: '蓝' },
  { value: 'green', label: '绿' },
  { value: 'orange', label: '橙' },
  { value: 'red', label: '红' },
] as const

/** The color of a tag. */
type TagColor = TagValues['colour']

interface Props {
  /** The tag to change; when absent, the form creates a new one. */
  tag?: Tag
  /** Names of the existing groups to choose from. */
  groups: string[]
  /** Resolves to why the values were refused, or undefined. */
  onSave: (values: TagValues) => Promise<string | undefined>
  onClose: () => void
}

/** Maximum length of a tag's name and of its group's, in characters. */
const MAX_NAME_CHARS = 30

/** Renders the form for a tag's name, group and color. */
export function TagForm({ tag, groups, onSave, onClose }: Props) {
  const [name, setName] = useState(tag?.name ?? '')
  const [group_name, setGroup] = useState(tag?.group_name ?? '')
  const [color, setColor] = useState<TagColor>(
    tagColors.find(({ value }) => value === tag?.colour)?.value ?? 'grey',
  )
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const refusal = await onSave({ name: name.trim(), group_name: group_name.trim(), colour: color })
    setProblem(refusal)
    if (refusal === undefined) onClose()
  }
  return (
    <form className={styles.form} aria-label={tag ? `编辑标签 ${tag.name}` : '新建标签'} onSubmit={save}>
      <label>
        名称
        <input
          className={fields.field}
          value={name}
          maxLength={MAX_NAME_CHARS}
          // biome-ignore lint/a11y/noAutofocus: the form has just been asked for
          autoFocus
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <GroupField group={group_name} groups={groups} onGroup={setGroup} />
      <ColorChoice color={color} onColor={setColor} />
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

interface GroupFieldProps {
  group: string
  /** Existing groups to choose from. */
  groups: readonly string[]
  onGroup: (group: string) => void
}

/** Renders the field for the group, which suggests the existing groups. */
function GroupField({ group, groups, onGroup }: GroupFieldProps) {
  return (
    <label>
      分组（选填）
      <input
        className={fields.field}
        value={group}
        maxLength={MAX_NAME_CHARS}
        list="tag-groups"
        onChange={({ target }) => onGroup(target.value)}
      />
      <datalist id="tag-groups">
        {groups.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  )
}

/** Renders the choice of the color. */
function ColorChoice({ color, onColor }: { color: TagColor; onColor: (color: TagColor) => void }) {
  return (
    <fieldset className={`${styles.colours} ${styles.wide}`}>
      <legend className="sr-only">颜色</legend>
      {tagColors.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="tag-colour" checked={color === value} onChange={() => onColor(value)} />
          <span className={styles.dot} data-colour={value} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
