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

/** How many of the documents have a tag: all (true), some (`mixed`) or none (false). */
type TagCoverage = boolean | 'mixed'

/** Returns whether all of the documents have a tag, none of them (false), or some (`mixed`). */
const tagCoverage = (documents: ListDocument[], { id }: Tag): TagCoverage => {
  const count = documents.filter(({ tags }) => tags.some((tag) => tag.id === id)).length
  if (count === 0) return false
  return count === documents.length ? true : 'mixed'
}

/** Renders the dialog that adds tags to the selected documents and removes them; a new name creates a tag. */
export function TagPicker({ dataset, documents, onClose }: Props) {
  const tags = useRead(api.datasets.tags, { dataset_id: dataset.id })
  const { save, assign } = useTagActions(dataset.id)
  /** The changes to save, by the id of the tag: all documents get it (true), or all lose it (false). */
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [text, setText] = useState('')
  const ids = documents.map(({ id }) => id)
  const found = (tags.data ?? []).filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const isNew = text.trim() !== '' && !(tags.data ?? []).some(({ name }) => name === text.trim())

  const setTag = (id: string, isSet: boolean) => setChanged((now) => new Map(now).set(id, isSet))
  /** Creates a tag with the typed name, or toggles the first one that matches. */
  const takeText = async (event: FormEvent) => {
    event.preventDefault()
    const [first] = found
    if (!isNew && first) return setTag(first.id, !(changed.get(first.id) ?? tagCoverage(documents, first)))
    const answer = await save({ name: text.trim() })
    if (!answer.success) return toast(`没有新建：${answer.message}`, { tone: 'bad' })
    setTag(answer.data.id, true)
    setText('')
  }
  const apply = async () => {
    const add = [...changed].flatMap(([id, isSet]) => (isSet ? id : []))
    const remove = [...changed].flatMap(([id, isSet]) => (isSet ? [] : id))
    if (await assign(ids, { add, remove })) onClose()
  }
  const [first] = documents
  const title =
    first && documents.length === 1 ? `${inCorners(first.title)}的标签` : `${documents.length} 篇的标签`
  return (
    <Panel title={title} width={480} fit onClose={onClose}>
      <form onSubmit={takeText}>
        <input
          className={fields.field}
          aria-label="查找或新建标签"
          placeholder="查找或新建标签"
          maxLength={MAX_TAG_NAME_CHARS}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the picker has just been asked for
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
      </form>
      <ReadView of={tags} what="标签">
        {() => (
          <ul>
            {found.map((tag) => (
              <li key={tag.id}>
                <TagOption
                  tag={tag}
                  coverage={changed.get(tag.id) ?? tagCoverage(documents, tag)}
                  onChange={(isSet) => setTag(tag.id, isSet)}
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

/** Maximum length of a tag's name, in characters. */
const MAX_TAG_NAME_CHARS = 30

interface TagOptionProps {
  tag: Tag
  coverage: TagCoverage
  onChange: (isSet: boolean) => void
}

/** Renders a tag with a checkbox, which is in its mixed state when only some of the documents have the tag. */
function TagOption({ tag, coverage, onChange }: TagOptionProps) {
  const [box, setBox] = useState<HTMLInputElement | null>(null)
  // The mixed state of a checkbox can only be set by a script.
  useEffect(() => {
    if (box) box.indeterminate = coverage === 'mixed'
  }, [box, coverage])
  return (
    <label className={styles.pick}>
      <input
        ref={setBox}
        type="checkbox"
        checked={coverage === true}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={styles.dot} data-colour={tag.colour ?? 'grey'} />
      {tag.name}
    </label>
  )
}
