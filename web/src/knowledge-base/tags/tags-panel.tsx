import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { type MenuAction, MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { type Dataset, mayEdit, mayManage } from '../list/lists.ts'
import styles from './tags.module.css'
import { type Tag, type TagValues, useTagActions } from './use-tag-actions.ts'

/** Renders all tags of a knowledge base: create, rename, color, merge, delete. */
export function TagsPanel({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const groups = useRead(api.datasets.tagGroups, { dataset_id: dataset.id })
  const { save } = useTagActions(dataset.id)
  const [isCreating, setCreating] = useState(false)
  const groupNames = (groups.data ?? []).flatMap(({ group_name }) => group_name ?? [])
  const allTags = (groups.data ?? []).flatMap(({ tags }) => tags)
  return (
    <Panel title={`${inCorners(dataset.name)}的标签`} width={560} fit onClose={onClose}>
      {mayEdit(dataset) && !isCreating && (
        <div className={styles.make}>
          <QuietButton icon="plus" onPress={() => setCreating(true)}>
            新建标签
          </QuietButton>
        </div>
      )}
      {isCreating && (
        <TagForm
          groups={groupNames}
          onSave={async (values) => refusalOf(await save(values))}
          onClose={() => setCreating(false)}
        />
      )}
      <ReadView
        of={groups}
        what="标签"
        isEmpty={(list) => list.length === 0}
        empty={{ title: '还没有标签', note: '标签把散在各个文件夹里的文献归到一起' }}
      >
        {(list) =>
          list.map(({ group_name, tags }) => (
            <section key={group_name ?? ''} className={styles.group} aria-label={group_name ?? '未分组'}>
              <h3>{group_name ?? '未分组'}</h3>
              <ul>
                {tags.map((tag) => (
                  <TagRow key={tag.id} dataset={dataset} tag={tag} allTags={allTags} groups={groupNames} />
                ))}
              </ul>
            </section>
          ))
        }
      </ReadView>
    </Panel>
  )
}

const refusalOf = (
  answer: { success: true } | { success: false; message: string; issues?: { message: string }[] },
) => (answer.success ? undefined : (answer.issues?.[0]?.message ?? answer.message))

interface RowProps {
  dataset: Dataset
  tag: Tag
  allTags: Tag[]
  /** Names of the existing groups. */
  groups: string[]
}

function TagRow({ dataset, tag, allTags, groups }: RowProps) {
  const actions = useTagActions(dataset.id)
  /** The action that waits for the user's input. */
  const [action, setAction] = useState<'edit' | 'merge' | 'remove'>()
  const close = () => setAction(undefined)
  if (action === 'edit')
    return (
      <li>
        <TagForm
          tag={tag}
          groups={groups}
          onSave={async (values) => refusalOf(await actions.save(values, tag.id))}
          onClose={close}
        />
      </li>
    )
  const menu: MenuAction[] = [
    { name: '编辑', icon: 'edit', run: () => setAction('edit') },
    ...(allTags.length > 1
      ? [{ name: '并入另一个标签', icon: 'copy', run: () => setAction('merge') } as const]
      : []),
    { name: '删除', icon: 'trash', apart: true, run: () => setAction('remove') },
  ]
  return (
    <li className={styles.row}>
      <span className={styles.dot} data-colour={tag.colour ?? 'grey'} />
      <span className={styles.name}>{tag.name}</span>
      {action === 'merge' && (
        <MergeSelect
          tag={tag}
          allTags={allTags}
          onMerge={(into) => void actions.merge(tag, into).then(close)}
        />
      )}
      {action === 'remove' ? (
        <>
          <span className={styles.quiet}>{formatCount(tag.document_count)} 篇会失去它</span>
          <QuietButton label={`删除标签 ${tag.name}`} onPress={() => void actions.remove(tag)}>
            删除
          </QuietButton>
        </>
      ) : (
        <span className={styles.quiet}>{formatCount(tag.document_count)} 篇</span>
      )}
      {action && <QuietButton onPress={close}>取消</QuietButton>}
      {!action && mayManage(dataset) && (
        <MenuButton label={`更多操作：${tag.name}`} button={<Icon name="more" />} actions={menu} />
      )}
    </li>
  )
}

interface MergeSelectProps {
  tag: Tag
  allTags: Tag[]
  onMerge: (into: Tag) => void
}

/** Renders the choice of the tag that another one is merged into. */
function MergeSelect({ tag, allTags, onMerge }: MergeSelectProps) {
  const mergeInto = (id: string) => {
    const into = allTags.find((other) => other.id === id)
    if (into) onMerge(into)
  }
  return (
    <select
      className={fields.choice}
      aria-label={`把${inCorners(tag.name)}并入`}
      value=""
      onChange={({ target }) => mergeInto(target.value)}
    >
      <option value="" disabled>
        并入…
      </option>
      {allTags
        .filter(({ id }) => id !== tag.id)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </select>
  )
}

/** The colors of tags, by the values that the server stores. */
const tagColors = [
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
  /** Resolves to why the values were refused, or undefined. */
  onSave: (values: TagValues) => Promise<string | undefined>
  onClose: () => void
}

/** Maximum length of a tag's name and of its group's, in characters. */
const MAX_NAME_CHARS = 30

/** Renders the form for a tag's name, group and color. */
function TagForm({ tag, groups, onSave, onClose }: Props) {
  const [name, setName] = useState(tag?.name ?? '')
  const [group_name, setGroup] = useState(tag?.group_name ?? '')
  const [color, setColor] = useState<TagValues['colour']>(
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
      <label>
        分组（选填）
        <input
          className={fields.field}
          value={group_name}
          maxLength={MAX_NAME_CHARS}
          list="tag-groups"
          onChange={({ target }) => setGroup(target.value)}
        />
        <datalist id="tag-groups">
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
      </label>
      <fieldset className={`${styles.colours} ${styles.wide}`}>
        <legend className="sr-only">颜色</legend>
        {tagColors.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="tag-colour"
              checked={color === value}
              onChange={() => setColor(value)}
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
