import { api } from '@scinav/contract'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { langOf } from '../../paper/paper.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { Icon } from '../../ui/icons/icon.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { highlightColors, useAnnotationActions } from '../bar/use-annotation-actions.ts'
import { openAnnotation, showLocation, useReading } from '../state/reading.state.ts'
import type { Annotation, ReadingTarget } from '../state/target.ts'
import styles from './panels.module.css'

interface Props {
  target: ReadingTarget
  annotation: Annotation
  /** Whether the user may show the note to the other members of the dataset. */
  mayShare: boolean
}

/**
 * Renders a highlight or a note: its quote, which leads to its location, its comment or the form for it, and a menu.
 */
export function NoteRow({ target, annotation, mayShare }: Props) {
  const isCurrent = useReading((state) => state.annotation === annotation.id)
  const isEditing = useReading((state) => state.isEditing && state.annotation === annotation.id)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const { quote, comment, tags, page, anchor, is_mine, creator, colour } = annotation
  const about = [
    page !== null && `第 ${page} 页`,
    anchor === 'lost' && '未能定位',
    anchor === 'whole' && '整篇',
    !is_mine && creator.nick_name,
    annotation.visibility === 'dataset' && '成员可见',
  ]
  return (
    <li ref={row} className={styles.note} data-colour={colour} data-current={isCurrent}>
      <button
        type="button"
        className={styles.place}
        title="看原处"
        disabled={anchor === 'whole' || anchor === 'lost'}
        onClick={() => {
          openAnnotation(annotation.id)
          showLocation(annotation)
        }}
      >
        {quote && <q lang={langOf(quote)}>{quote}</q>}
        <span className={styles.small}>{about.filter(Boolean).join(' · ')}</span>
      </button>
      {isEditing ? (
        <NoteForm annotation={annotation} />
      ) : (
        <>
          {comment && <p className={styles.comment}>{comment}</p>}
          {tags.length > 0 && (
            <p className={styles.tags}>
              {tags.map((tag) => (
                <span key={tag} className={styles.tag}>
                  {tag}
                </span>
              ))}
            </p>
          )}
        </>
      )}
      <NoteMenu target={target} annotation={annotation} mayShare={mayShare} />
    </li>
  )
}

function NoteMenu({ target, annotation, mayShare }: Props) {
  const { remove } = useAnnotationActions(target)
  const change = useAnnotationChange()
  const { id, is_mine, may_delete, visibility, quote, comment } = annotation
  const isShown = visibility === 'dataset'
  const otherVisibility: Annotation['visibility'] = isShown ? 'private' : 'dataset'
  const actions = [
    ...(is_mine ? [{ name: '编辑', icon: 'edit' as const, run: () => openAnnotation(id, true) }] : []),
    ...(is_mine
      ? highlightColors.map(({ colour, name }) => ({
          name: `改成${name}色`,
          icon: 'marker' as const,
          run: () => void change({ id, colour }),
        }))
      : []),
    ...(is_mine && mayShare
      ? [
          {
            name: isShown ? '只给自己看' : '给资料库的成员看',
            icon: 'users' as const,
            run: () => void change({ id, visibility: otherVisibility }),
          },
        ]
      : []),
    ...(may_delete
      ? [{ name: '删除', icon: 'trash' as const, startsGroup: true, run: () => void remove(annotation) }]
      : []),
  ]
  if (actions.length === 0) return null
  return (
    <MenuButton
      label={`笔记的操作：${(comment || quote || '整篇').slice(0, 40)}`}
      button={<Icon name="more" size={16} />}
      actions={actions}
    />
  )
}

/** Returns the function that changes an annotation; resolves to whether it succeeded, and reports a failure in a toast. */
function useAnnotationChange() {
  const changing = useWrite(api.annotations.update, { refreshes: [api.annotations.list] })
  return async (input: Parameters<typeof changing.mutateAsync>[0]) => {
    const answer = await changing.mutateAsync(input)
    if (!answer.success) toast(`没有改：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
}

/** Maximum number of tags that the server accepts. */
const MAX_TAGS = 20

/** Renders the form for comment and tags. Ctrl+Enter saves, Escape discards. */
function NoteForm({ annotation }: { annotation: Annotation }) {
  const [comment, setComment] = useState(annotation.comment)
  const [tags, setTags] = useState(annotation.tags.join('，'))
  const change = useAnnotationChange()
  const close = () => openAnnotation(annotation.id)
  const save = async () => {
    const list = tags
      .split(/[,，;；]/)
      .map((tag) => tag.trim())
      .filter(Boolean)
    if (await change({ id: annotation.id, comment, tags: [...new Set(list)].slice(0, MAX_TAGS) })) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={onKeyDown}>
      <textarea
        aria-label="笔记"
        placeholder="写下想法，Ctrl + Enter 保存"
        rows={4}
        maxLength={20_000}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written into
        autoFocus
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <input
        className={fields.field}
        aria-label="标签，用逗号分开"
        placeholder="标签，用逗号分开"
        maxLength={400}
        value={tags}
        onChange={({ target }) => setTags(target.value)}
      />
      <div className={styles.actions}>
        <ActionButton name="保存" primary onPress={() => void save()} />
        <ActionButton name="取消" onPress={close} />
      </div>
    </form>
  )
}
