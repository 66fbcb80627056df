import { api } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { highlightColors } from '../bar/use-annotation-actions.ts'
import { openAnnotation, useReading } from '../state/reading.state.ts'
import type { Annotation, ReadingTarget } from '../state/target.ts'
import type { useAnnotations } from '../state/use-annotations.ts'
import { NoteRow } from './note-row.tsx'
import { NotesFile } from './notes-file.tsx'
import styles from './panels.module.css'

interface Props {
  target: ReadingTarget
  annotations: ReturnType<typeof useAnnotations>
  /** Whether notes can be shown to others: to the members of the dataset, if the text is in one. */
  mayShare: boolean
}

/** With fewer notes, the filters are not shown. */
const MIN_FILTERED_NOTES = 4

/** Renders highlights and notes in text order: filter, write, share, export. */
export function NotesPanel({ target, annotations, mayShare }: Props) {
  const [filter, setFilter] = useState<NotesFilter>(noFilter)
  const addNote = useNoteCreation(target)
  return (
    <>
      <div className={styles.line}>
        <QuietButton icon="plus" onPress={addNote}>
          写一条
        </QuietButton>
        <NotesFile target={target} />
      </div>
      <ReadView
        of={annotations}
        what="笔记"
        isEmpty={({ total }) => total === 0}
        empty={{
          title: '还没有笔记',
          note: '在原文里选中文字，就能标亮或写笔记',
          action: { name: '写一条整篇的笔记', run: addNote },
        }}
      >
        {({ list, lost, total }) => (
          <>
            {total >= MIN_FILTERED_NOTES && <NotesFilters list={list} filter={filter} onFilter={setFilter} />}
            {lost > 0 && <Notice tone="warning">{lost} 条没有在现在的文字里找到位置，列在最后。</Notice>}
            {total > list.length && (
              <p className={styles.small} role="status">
                正在取其余的笔记，已有 {list.length} / {total} 条
              </p>
            )}
            <Notes
              // Another filter starts again from the first page.
              key={JSON.stringify(filter)}
              target={target}
              list={list.filter((annotation) => matchesFilter(annotation, filter))}
              mayShare={mayShare}
            />
          </>
        )}
      </ReadView>
    </>
  )
}

type NotesProps = Pick<Props, 'target' | 'mayShare'> & { list: readonly Annotation[] }

/** Renders one page of the notes that match the filter. */
function Notes({ target, list, mayShare }: NotesProps) {
  const { page, setPage, onPage } = useNotePage(list)
  if (list.length === 0) return <p className={styles.quiet}>没有符合条件的笔记</p>
  return (
    <>
      <ul className={styles.notes}>
        {onPage.map((annotation) => (
          <NoteRow key={annotation.id} target={target} annotation={annotation} mayShare={mayShare} />
        ))}
      </ul>
      <Pages page={page} size={NOTES_PER_PAGE} total={list.length} onPage={setPage} />
    </>
  )
}

/**
 * Returns a function that creates a note on the whole text, in a color that no highlight has, and opens it for editing.
 */
function useNoteCreation(target: ReadingTarget): () => void {
  const creating = useWrite(api.annotations.create, { refreshes: [api.annotations.list] })
  return () =>
    void creating.mutateAsync({ ...target, colour: 'grey' }).then((answer) => {
      if (answer.success) openAnnotation(answer.data.id, true)
      else toast(`没有加上：${answer.message}`, { tone: 'bad' })
    })
}

/** A filter of the notes; `''` does not restrict. */
interface NotesFilter {
  words: string
  colour: string
  tag: string
  /** Whether only the user's own notes are shown. */
  mine: boolean
}

const noFilter: NotesFilter = { words: '', colour: '', tag: '', mine: false }

function matchesFilter({ quote, comment, colour, tags, is_mine }: Annotation, filter: NotesFilter): boolean {
  const words = filter.words.trim().toLowerCase()
  return (
    (words === '' || `${quote} ${comment} ${tags.join(' ')}`.toLowerCase().includes(words)) &&
    (filter.colour === '' || colour === filter.colour) &&
    (filter.tag === '' || tags.includes(filter.tag)) &&
    (!filter.mine || is_mine)
  )
}

interface NotesFiltersProps {
  list: readonly Annotation[]
  filter: NotesFilter
  onFilter: (filter: NotesFilter) => void
}

function NotesFilters({ list, filter, onFilter }: NotesFiltersProps) {
  const used = highlightColors.filter(({ colour }) => list.some((note) => note.colour === colour))
  const tags = [...new Set(list.flatMap((note) => note.tags))]
  const change = (to: Partial<NotesFilter>) => onFilter({ ...filter, ...to })
  return (
    <search className={styles.filters}>
      <input
        type="search"
        className={fields.field}
        aria-label="在笔记里查找"
        placeholder="在笔记里查找"
        maxLength={100}
        value={filter.words}
        onChange={({ target }) => change({ words: target.value })}
      />
      {used.length > 1 && (
        <select
          className={fields.choice}
          aria-label="颜色"
          value={filter.colour}
          onChange={({ target }) => change({ colour: target.value })}
        >
          <option value="">所有颜色</option>
          {used.map(({ colour, name }) => (
            <option key={colour} value={colour}>
              {name}
            </option>
          ))}
        </select>
      )}
      {tags.length > 0 && (
        <select
          className={fields.choice}
          aria-label="标签"
          value={filter.tag}
          onChange={({ target }) => change({ tag: target.value })}
        >
          <option value="">所有标签</option>
          {tags.map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
        </select>
      )}
      {list.some(({ is_mine }) => !is_mine) && (
        <QuietButton pressed={filter.mine} onPress={() => change({ mine: !filter.mine })}>
          只看我的
        </QuietButton>
      )}
    </search>
  )
}

/** Maximum number of notes on a page; more are slow to render and hard to scan. */
const NOTES_PER_PAGE = 100

/** Returns the page of notes to show; it follows the current annotation when that changes. */
function useNotePage(list: readonly Annotation[]) {
  const [page, setPage] = useState(1)
  const current = useReading((state) => state.annotation)
  const index = current === undefined ? -1 : list.findIndex(({ id }) => id === current)
  useEffect(() => {
    if (index >= 0) setPage(Math.floor(index / NOTES_PER_PAGE) + 1)
  }, [index])
  const last = Math.max(1, Math.ceil(list.length / NOTES_PER_PAGE))
  // Notes that are deleted or filtered out can leave fewer pages.
  const shownPage = Math.min(page, last)
  const onPage = list.slice((shownPage - 1) * NOTES_PER_PAGE, shownPage * NOTES_PER_PAGE)
  return { page: shownPage, setPage, onPage }
}
