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
import { type Dataset, mayEdit, mayManage } from '../list/lists.ts'
import { TagForm } from './tag-form.tsx'
import styles from './tags.module.css'
import { type Tag, useTagActions } from './use-tag-actions.ts'

/** Renders all tags of a knowledge base: create, rename, colour, merge, delete. */
export function TagsPanel({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const groups = useRead(api.datasets.tagGroups, { dataset_id: dataset.id })
  const { save } = useTagActions(dataset.id)
  const [making, setMaking] = useState(false)
  const names = (groups.data ?? []).flatMap(({ group_name }) => group_name ?? [])
  const all = (groups.data ?? []).flatMap(({ tags }) => tags)
  return (
    <Panel title={`${inCorners(dataset.name)}的标签`} width={560} fit onClose={onClose}>
      {mayEdit(dataset) && !making && (
        <div className={styles.make}>
          <QuietButton icon="plus" onPress={() => setMaking(true)}>
            新建标签
          </QuietButton>
        </div>
      )}
      {making && (
        <TagForm
          groups={names}
          onSave={async (values) => refusalOf(await save(values))}
          onClose={() => setMaking(false)}
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
                  <TagRow key={tag.id} dataset={dataset} tag={tag} all={all} groups={names} />
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
  all: Tag[]
  groups: string[]
}

function TagRow({ dataset, tag, all, groups }: RowProps) {
  const actions = useTagActions(dataset.id)
  const [doing, setDoing] = useState<'edit' | 'merge' | 'remove'>()
  const close = () => setDoing(undefined)
  if (doing === 'edit')
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
    { name: '编辑', icon: 'edit', run: () => setDoing('edit') },
    ...(all.length > 1
      ? [{ name: '并入另一个标签', icon: 'copy', run: () => setDoing('merge') } as const]
      : []),
    { name: '删除', icon: 'trash', apart: true, run: () => setDoing('remove') },
  ]
  return (
    <li className={styles.row}>
      <span className={styles.dot} data-colour={tag.colour ?? 'grey'} />
      <span className={styles.name}>{tag.name}</span>
      {doing === 'merge' && (
        <Merge tag={tag} all={all} onMerge={(into) => void actions.merge(tag, into).then(close)} />
      )}
      {doing === 'remove' ? (
        <>
          <span className={styles.quiet}>{formatCount(tag.document_count)} 篇会失去它</span>
          <QuietButton label={`删除标签 ${tag.name}`} onPress={() => void actions.remove(tag)}>
            删除
          </QuietButton>
        </>
      ) : (
        <span className={styles.quiet}>{formatCount(tag.document_count)} 篇</span>
      )}
      {doing && <QuietButton onPress={close}>取消</QuietButton>}
      {!doing && mayManage(dataset) && (
        <MenuButton label={`更多操作：${tag.name}`} button={<Icon name="more" />} actions={menu} />
      )}
    </li>
  )
}

function Merge({ tag, all, onMerge }: { tag: Tag; all: Tag[]; onMerge: (into: Tag) => void }) {
  const take = (id: string) => {
    const into = all.find((each) => each.id === id)
    if (into) onMerge(into)
  }
  return (
    <select
      className={fields.choice}
      aria-label={`把${inCorners(tag.name)}并入`}
      value=""
      onChange={({ target }) => take(target.value)}
    >
      <option value="" disabled>
        并入…
      </option>
      {all
        .filter(({ id }) => id !== tag.id)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </select>
  )
}
