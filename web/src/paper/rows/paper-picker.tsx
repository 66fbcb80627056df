import { api } from '@scinav/contract'
import { useId, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { LiveSearchField } from '../../ui/fields/live-search-field.tsx'
import { useDebounced } from '../../ui/timing.ts'
import { plainText } from '../highlight/markup.ts'
import type { Paper } from '../paper.ts'
import styles from './paper-picker.module.css'
import { type PaperStanding, StatusLabel, StatusMark } from './status-mark.tsx'

/** A chosen paper. */
export interface PickedPaper extends Partial<PaperStanding> {
  id: string
  title: string
}

interface Props {
  label: string
  /** Maximum number of chosen papers; 0 for no limit. */
  max: number
  /** The initial search text. */
  initialText?: string
  /** The chosen papers. */
  papers: readonly PickedPaper[]
  /** Called with all chosen papers when one is added or removed. */
  onChange: (papers: PickedPaper[]) => void
}

/** Maximum number of papers offered of a search or of those recently viewed. */
const MAX_OFFERED = 8
/** Maximum number of papers offered of a list. */
const LIST_PAGE_SIZE = 50

/** Renders the choice of papers: recently viewed ones, those of a list, or by title, author or DOI. */
export function PaperPicker({ label, max, initialText = '', papers, onChange }: Props) {
  const [text, setText] = useState(initialText)
  const [list, setList] = useState('')
  const query = useDebounced(text.trim())
  const isFull = max > 0 && papers.length >= max
  const offered = useOfferedPapers(query, list)
  const unpicked = offered.papers.filter(({ id }) => !papers.some((paper) => paper.id === id))
  return (
    <fieldset className={styles.papers}>
      <legend>
        {label}
        {max > 0 && `（最多 ${max} 篇，已选 ${papers.length} 篇）`}
      </legend>
      <PickedPapers papers={papers} onChange={onChange} />
      {!isFull && (
        <>
          <div className={styles.ways}>
            <LiveSearchField
              label="查找文献"
              placeholder="输入题名、作者或 DOI"
              value={text}
              onChange={setText}
            />
            <ListSelect list={list} onList={setList} off={text.trim() !== ''} />
          </div>
          <ul className={styles.found} aria-label="可选的文献">
            {unpicked.map((paper) => (
              <li key={paper.id}>
                <button type="button" onClick={() => onChange([...papers, toPicked(paper)])}>
                  {plainText(paper.title)}
                  <StatusLabel status={paper.status} status_notice={paper.status_notice} />
                  <small>{authorsAndYear(paper)}</small>
                </button>
              </li>
            ))}
          </ul>
          {offered.emptyText && <p className={styles.none}>{offered.emptyText}</p>}
        </>
      )}
    </fieldset>
  )
}

/** Renders the chosen papers, each with a button to remove it. */
export function PickedPapers({ papers, onChange }: Pick<Props, 'papers' | 'onChange'>) {
  if (papers.length === 0) return null
  return (
    <ul className={styles.picked} aria-label="已选文献">
      {papers.map((paper) => (
        <li key={paper.id}>
          <span>{plainText(paper.title)}</span>
          {paper.status && <StatusMark status={paper.status} status_notice={paper.status_notice ?? null} />}
          <QuietButton
            icon="close"
            label={`去掉：${plainText(paper.title)}`}
            onPress={() => onChange(papers.filter(({ id }) => id !== paper.id))}
          />
        </li>
      ))}
    </ul>
  )
}

/** Returns what the list of picked papers needs of an offered one. */
const toPicked = ({ id, title, status, status_notice }: OfferedPaper): PickedPaper => ({
  id,
  title,
  status,
  status_notice,
})

interface ListSelectProps {
  /** Id of the chosen list; `''` for recently viewed papers. */
  list: string
  onList: (id: string) => void
  /** Whether the choice is disabled. */
  off: boolean
}

/** Renders the choice of the list to offer papers from while no text is typed. */
function ListSelect({ list, onList, off }: ListSelectProps) {
  const id = useId()
  const all = useRead(api.datasets.all, {})
  const { readingDataset = [], projectDataset = [], aiDataset = [] } = all.data ?? {}
  const lists = [...readingDataset, ...projectDataset.flatMap(({ datasets }) => datasets), ...aiDataset]
  return (
    <>
      <label htmlFor={id} className="sr-only">
        从哪里选
      </label>
      <select
        id={id}
        className={fields.choice}
        value={list}
        disabled={off}
        onChange={({ target }) => onList(target.value)}
      >
        <option value="">最近看过</option>
        {lists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}

/** The fields of a paper that the picker shows. */
type OfferedPaper = Pick<
  Paper,
  'id' | 'title' | 'authors_short' | 'publish_date' | 'status' | 'status_notice'
>

/** Returns the papers that match a query; without one, those of a list or the recently viewed ones. */
function useOfferedPapers(
  query: string,
  dataset_id: string,
): { papers: OfferedPaper[]; emptyText: string | false } {
  const hasQuery = query !== ''
  const usesList = !hasQuery && dataset_id !== ''
  const views = useRead(api.papers.views, { page_size: MAX_OFFERED }, { enabled: !hasQuery && !usesList })
  const listed = useRead(
    api.datasets.documents,
    { dataset_id, current_page: 1, page_size: LIST_PAGE_SIZE, sort: 'added' },
    { enabled: usesList },
  )
  const found = useRead(
    api.papers.search,
    { query, page_size: MAX_OFFERED, facets: false },
    { enabled: hasQuery, keepPrevious: true },
  )
  if (hasQuery) return toOffered(found.data?.list, '本馆文献中没有找到，换个写法试试')
  if (usesList)
    return toOffered(
      listed.data?.list.flatMap(({ paper }) => paper ?? []),
      '这个清单里还没有文献',
    )
  return toOffered(
    views.data?.list.flatMap(({ paper }) => paper ?? []),
    '最近没有看过文献，请输入题名、作者或 DOI 查找',
  )
}

/** Returns papers, with the text to show when they have loaded and there are none. */
const toOffered = (papers: OfferedPaper[] | undefined, emptyText: string) => ({
  papers: papers ?? [],
  emptyText: papers?.length === 0 && emptyText,
})

/** Number of authors that are named. */
const MAX_AUTHORS = 3

/** Returns the first three authors and the year, such as `Li，Wang · 2023`; '' without either. */
const authorsAndYear = ({ authors_short, publish_date }: OfferedPaper): string =>
  [authors_short.slice(0, MAX_AUTHORS).join('，'), /\d{4}/.exec(publish_date ?? '')?.[0]]
    .filter(Boolean)
    .join(' · ')
