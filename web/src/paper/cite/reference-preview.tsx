import { api, type NationalOptions, type OutputOf } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import type { WholeResult } from '../paper-action.state.ts'
import styles from './references-panel.module.css'

/** Maximum number of papers in the preview. */
const MAX_PREVIEWED = 200
/** Maximum number of search results that the server exports. */
const MAX_EXPORTED_RESULTS = 10_000

interface ReferencePreviewProps {
  source: ReferenceSource
  style: string
  /** The options of the GB/T 7714 styles. */
  national: NationalOptions
  format: ReferenceFormat
  /** Removes papers from the references. */
  onDrop: (ids: string[]) => void
}

/**
 * Renders the references as they will be copied or exported, with notices about what is wrong with those in the preview.
 * For a whole search, only their number is shown.
 */
export function ReferencePreview({ source, style, national, format, onDrop }: ReferencePreviewProps) {
  if ('query' in source)
    return (
      <div className={styles.preview}>
        <p>将写出检索到的全部 {formatCount(Math.min(source.total, MAX_EXPORTED_RESULTS))} 篇文献。</p>
      </div>
    )
  const chosen = chosenIds(source) ?? []
  const ids = chosen.slice(0, MAX_PREVIEWED)
  const isPapers = 'paper_id_list' in source
  if (ids.length === 0) return <p className={styles.preview}>列表里没有文献了。</p>
  return (
    <div className={styles.preview}>
      {isPapers && <RetractedNotice ids={ids} onDrop={onDrop} />}
      {chosen.length > MAX_PREVIEWED && (
        <Notice>
          这里只显示前 {MAX_PREVIEWED} 篇，下载的文件含全部 {chosen.length} 篇。
        </Notice>
      )}
      <Entries
        ids={ids}
        source={isPapers ? { paper_id_list: ids } : { document_ids: ids }}
        style={style}
        national={national}
        format={previewOf(format)}
      />
    </div>
  )
}

/** Returns the preview format; Word and table files are previewed as text. */
const previewOf = (format: ReferenceFormat) => (format === 'docx' || format === 'csv' ? 'text' : format)

interface EntriesProps {
  ids: string[]
  source: { paper_id_list: string[] } | { document_ids: string[] }
  style: string
  national: NationalOptions
  format: Exclude<ReferenceFormat, 'docx' | 'csv'>
}

/** Renders the references as the chosen style prints them. */
function Entries({ ids, source, style, national, format }: EntriesProps) {
  const printed = useRead(
    api.citation.preview,
    { ...source, style, national, format },
    { keepPrevious: true },
  )
  return (
    <ReadView of={printed} what="引用">
      {({ items, text, missing: goneIds, lacking: incomplete }) => (
        <>
          <MissingFieldsNotice ids={ids} incomplete={incomplete} isOfPapers={'paper_id_list' in source} />
          {goneIds.length > 0 && (
            <Notice tone="warning">{goneIds.length} 篇已不在本馆文献中，不会写进文件。</Notice>
          )}
          {isStyled(format) ? (
            <EntryList items={items} ids={ids.filter((id) => !goneIds.includes(id))} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and must do so by the keyboard too
            <pre className={styles.source} tabIndex={0}>
              {text}
            </pre>
          )}
        </>
      )}
    </ReadView>
  )
}

/** Renders printed entries; `ids` are those of their works, in the same order. */
const EntryList = ({ items, ids }: { items: string[]; ids: string[] }) => (
  <ol className={styles.entries} aria-label="参考文献">
    {items
      .map((entry, index) => ({ entry, id: ids[index] ?? index }))
      .map(({ entry, id }) => (
        <li key={id}>{entry}</li>
      ))}
  </ol>
)

// The numbers in the notices below are places in the list that the user chose, from 1.

interface RetractedNoticeProps {
  ids: string[]
  onDrop: ReferencePreviewProps['onDrop']
}

/** Warns which of the papers in the preview have been retracted. */
function RetractedNotice({ ids, onDrop }: RetractedNoticeProps) {
  const { data } = useRead(api.papers.byIds, { paper_id_list: ids }, { keepPrevious: true })
  const retracted = (data?.list ?? []).filter(({ id, status }) => status === 'retracted' && ids.includes(id))
  if (retracted.length === 0) return null
  const numbers = retracted.map(({ id }) => ids.indexOf(id) + 1).join('、')
  return (
    <Notice
      tone="warning"
      action={<ActionButton name="从列表去掉" onPress={() => onDrop(retracted.map(({ id }) => id))} />}
    >
      第 {numbers} 篇已撤稿。
    </Notice>
  )
}

/** Maximum number of papers listed with their missing fields. */
const MAX_NAMED_PAPERS = 5

interface MissingFieldsNoticeProps {
  ids: string[]
  /** The works whose records lack fields. */
  incomplete: OutputOf<typeof api.citation.preview>['lacking']
  /** Whether they are papers of the library; else they are the user's own documents. */
  isOfPapers: boolean
}

/** Lists which fields the references will lack because the records lack them. */
function MissingFieldsNotice({ ids, incomplete, isOfPapers }: MissingFieldsNoticeProps) {
  // 0 for a work that the list no longer has while its preview is still shown.
  const numbered = incomplete.map(({ id, fields }) => ({ number: ids.indexOf(id) + 1, fields }))
  const shown = numbered.filter(({ number }) => number > 0)
  if (shown.length === 0) return null
  const named = shown
    .slice(0, MAX_NAMED_PAPERS)
    .map(({ number, fields }) => `第 ${number} 篇缺${fields.join('、')}`)
    .join('；')
  return (
    <Notice>
      {named}
      {shown.length > MAX_NAMED_PAPERS && `；另有 ${shown.length - MAX_NAMED_PAPERS} 篇也有缺项`}
      {isOfPapers
        ? '。本馆记录里没有这些内容，引用前请补全。'
        : '。引用前请补全，自己的文件可以用「编辑题录」填写。'}
    </Notice>
  )
}

/** The available citation styles and file formats. */
export type Styles = OutputOf<typeof api.citation.styles>
/** The id of a format in which references can be copied or exported. */
export type ReferenceFormat = Styles['formats'][number]['id']

/** The works to reference: chosen papers, chosen documents of lists, or all results of a search. */
export type ReferenceSource = { paper_id_list: string[] } | { document_ids: string[] } | WholeResult

/** Returns the ids of the papers or documents; undefined for a search. */
export function chosenIds(source: ReferenceSource): string[] | undefined {
  if ('paper_id_list' in source) return source.paper_id_list
  return 'document_ids' in source ? source.document_ids : undefined
}

/** Whether a format prints entries in a citation style; the others export fields, whatever the style. */
export const isStyled = (format: ReferenceFormat): boolean => ['text', 'md', 'docx'].includes(format)
