import { api, type OutputOf } from '@scinav/contract'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { readingAddress } from '../../paper/addresses.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { parseTags, useListAddress } from '../list/list-address.ts'
import type { Dataset } from '../list/lists.ts'
import styles from './overview.module.css'

type Hit = OutputOf<typeof api.passages.hitTest>['list'][number]

interface Props {
  dataset: Dataset
  /** Whether an enclosing dialog already shows the heading, which is then left out. */
  isNamed?: boolean
}

/** Renders a retrieval test: which passages of the list an answer to a question would be based on. */
export function HitTest({ dataset, isNamed = false }: Props) {
  const [query, setQuery] = useState('')
  return (
    <section className={styles.test} aria-label="在全文中查找">
      {!isNamed && <h2>在全文中查找</h2>}
      <p className={styles.quiet}>看一个问题会找到哪些段落</p>
      <SearchField
        label="要找的内容"
        placeholder="输入一个问题，回车"
        maxLength={MAX_QUERY_CHARS}
        value={query}
        onSearch={setQuery}
      />
      {query && <Hits key={query} dataset={dataset} query={query} />}
    </section>
  )
}

/** Renders the passages that a question finds in a list, or in the open folder. */
function Hits({ dataset, query }: { dataset: Dataset; query: string }) {
  const { address } = useListAddress()
  const hits = useRead(api.passages.hitTest, {
    query,
    dataset_ids: [dataset.id],
    folder_ids: address.folder_id ? [address.folder_id] : [],
    tag_ids: parseTags(address.tags),
  })
  return (
    <ReadView
      of={hits}
      what="段落"
      isEmpty={({ list }) => list.length === 0}
      empty={{ title: '没有找到相关段落', note: '换一种说法，或看看文献是否已可检索' }}
    >
      {({ list, took_ms }) => {
        // Never 0, because shares are divided by it.
        const bestScore = Math.max(...list.map(({ score }) => score), Number.MIN_VALUE)
        return (
          <>
            <ol>
              {list.map((hit, index) => (
                <HitRow key={hit.passage_id} hit={hit} number={index + 1} share={hit.score / bestScore} />
              ))}
            </ol>
            <p className={styles.foot}>
              {list.length} 段 · {Math.round(took_ms)} 毫秒 · 条长表示与第一段相比的得分
            </p>
          </>
        )
      }}
    </ReadView>
  )
}

interface HitRowProps {
  hit: Hit
  /** Counted from 1. */
  number: number
  /** The score as a fraction of the best one, 0–1. */
  share: number
}

/** Renders a passage with its source; `share` is its score relative to the best one. */
function HitRow({ hit, number, share }: HitRowProps) {
  const [open, setOpen] = useState(false)
  const { document_id, paper_id, page, title, document_name, heading_path, text, highlights } = hit
  const name = plainText(title || (document_name ?? ''))
  const quote = text.slice(0, MAX_QUOTE_CHARS)
  const to = document_id
    ? readingAddress({ document_id }, { page, quote, dataset_id: hit.dataset_id ?? '' })
    : readingAddress({ paper_id: paper_id ?? '' })
  return (
    <li className={styles.hit}>
      <p className={styles.place}>
        <span>{number}</span>
        <Link to={to} title={name}>
          <span className={styles.title}>{name}</span>
          {page !== null && <span> · 第 {page} 页</span>}
          {hit.kind === 'abstract' && <span> · 题录</span>}
        </Link>
        <span className={styles.share} aria-hidden="true">
          <i style={{ width: `${Math.round(share * 100)}%` }} />
        </span>
      </p>
      {heading_path.length > 0 && <p className={styles.headings}>{heading_path.join(' › ')}</p>}
      <p className={styles.text} data-open={open}>
        {highlightMatches(text, highlights)}
      </p>
      {text.length > MAX_FOLDED_CHARS && (
        <QuietButton
          expanded={open}
          label={`${open ? '收起' : '展开'}第 ${number} 段`}
          onPress={() => setOpen(!open)}
        >
          {open ? '收起' : '展开'}
        </QuietButton>
      )}
    </li>
  )
}

/** The longest question that the server accepts, in characters. */
const MAX_QUERY_CHARS = 2_000
/** Number of characters of a passage used to locate it on the page. */
const MAX_QUOTE_CHARS = 160
/** Longer passages are folded; so many characters fit on about five lines. */
const MAX_FOLDED_CHARS = 110

/**
 * Renders a text with its matched spans highlighted; one that overlaps an earlier one or exceeds the text is left out.
 */
function highlightMatches(text: string, matches: Hit['highlights']): ReactNode[] {
  const parts: ReactNode[] = []
  let offset = 0
  for (const { start, end } of matches.toSorted((a, b) => a.start - b.start)) {
    if (start < offset || end > text.length) continue
    parts.push(text.slice(offset, start), <mark key={start}>{text.slice(start, end)}</mark>)
    offset = end
  }
  return [...parts, text.slice(offset)]
}
