import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { type MenuAction, MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import type { Dataset } from '../list/lists.ts'
import { mayEdit, mayManage } from '../list/rights.ts'
import { TagForm } from './tag-form.tsx'
import styles from './tags.module.css'
import { type Tag, useTagActions } from './use-tag-actions.ts'

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

/** Returns why a tag could not be saved, for its form; undefined when it was saved. */
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

/** Renders a tag with its actions, or the form of the action that was chosen. */
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
    { name: '删除', icon: 'trash', startsGroup: true, run: () => setAction('remove') },
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
