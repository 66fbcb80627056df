import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import type { Dataset, ListDocument } from '../list/lists.ts'
import styles from './tags.module.css'
import { type Tag, useTagActions } from './use-tag-actions.ts'

interface Props {
  dataset: Dataset
  documents: ListDocument[]
  onClose: () => void
}

/** Whether all, some or none of the documents have a tag. */
type TagCoverage = boolean | 'mixed'

const tagCoverage = (documents: ListDocument[], { id }: Tag): TagCoverage => {
  const many = documents.filter(({ tags }) => tags.some((tag) => tag.id === id)).length
  return many === 0 ? false : many === documents.length || 'mixed'
}

/** Renders the dialog that adds tags to the selected documents and removes them; a new name creates a tag. */
export function TagPicker({ dataset, documents, onClose }: Props) {
  const tags = useRead(api.datasets.tags, { dataset_id: dataset.id })
  const { save, mark } = useTagActions(dataset.id)
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [words, setWords] = useState('')
  const ids = documents.map(({ id }) => id)
  const found = (tags.data ?? []).filter(({ name }) =>
    name.toLowerCase().includes(words.trim().toLowerCase()),
  )
  const isNew = words.trim() !== '' && !(tags.data ?? []).some(({ name }) => name === words.trim())

  const put = (id: string, on: boolean) => setChanged((now) => new Map(now).set(id, on))
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const [only] = found
    if (!isNew && only) return put(only.id, !(changed.get(only.id) ?? tagCoverage(documents, only)))
    const answer = await save({ name: words.trim() })
    if (!answer.success) return toast(`没有新建：${answer.message}`, { tone: 'bad' })
    put(answer.data.id, true)
    setWords('')
  }
  const apply = async () => {
    const add = [...changed].flatMap(([id, on]) => (on ? id : []))
    const remove = [...changed].flatMap(([id, on]) => (on ? [] : id))
    if (await mark(ids, { add, remove })) onClose()
  }
  const [first] = documents
  const title =
    first && documents.length === 1 ? `${inCorners(first.title)}的标签` : `${documents.length} 篇的标签`
  return (
    <Panel title={title} width={480} fit onClose={onClose}>
      <form onSubmit={make}>
        <input
          className={fields.field}
          aria-label="查找或新建标签"
          placeholder="查找或新建标签"
          maxLength={30}
          value={words}
          // biome-ignore lint/a11y/noAutofocus: the picker has just been asked for
          autoFocus
          onChange={({ target }) => setWords(target.value)}
        />
      </form>
      <ReadView of={tags} what="标签">
        {() => (
          <ul>
            {found.map((tag) => (
              <li key={tag.id}>
                <TagOption
                  tag={tag}
                  carried={changed.get(tag.id) ?? tagCoverage(documents, tag)}
                  onPut={(on) => put(tag.id, on)}
                />
              </li>
            ))}
            {found.length === 0 && (
              <li className={styles.quiet}>{isNew ? '按回车新建这个标签' : '还没有标签'}</li>
            )}
          </ul>
        )}
      </ReadView>
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" disabled={changed.size === 0} onClick={() => void apply()}>
          保存
        </Button>
      </div>
    </Panel>
  )
}

function TagOption({
  tag,
  carried,
  onPut,
}: {
  tag: Tag
  carried: TagCoverage
  onPut: (on: boolean) => void
}) {
  const [box, setBox] = useState<HTMLInputElement | null>(null)
  useEffect(() => {
    if (box) box.indeterminate = carried === 'mixed'
  }, [box, carried])
  return (
    <label className={styles.pick}>
      <input
        ref={setBox}
        type="checkbox"
        checked={carried === true}
        onChange={({ target }) => onPut(target.checked)}
      />
      <span className={styles.dot} data-colour={tag.colour ?? 'grey'} />
      {tag.name}
    </label>
  )
}
