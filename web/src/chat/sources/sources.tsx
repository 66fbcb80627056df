import { api, type Citation } from '@scinav/contract'
import { useNavigate } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { readingAddress, usePaperAddress } from '../../paper/addresses.ts'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf, type Paper, sourceNameOf, yearOf } from '../../paper/paper.ts'
import { StatusLabel } from '../../paper/rows/status-mark.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { sourceId, useHoveredSource } from './active-answer.ts'
import type { OpenFile } from './file-panel.tsx'
import styles from './sources.module.css'

interface Props {
  citations: readonly Citation[]
  /** The question of the answer, where there are several. */
  question?: string | undefined
  onOpen: (citation: Citation) => void
}

/**
 * Renders the papers and files an answer is based on, in the order of their numbers, each with its number of citations.
 */
export function Sources({ citations, question, onOpen }: Props) {
  const sources = groupBySource(citations)
  const papers = useCitedPapers(citations)
  return (
    <section aria-label="依据">
      <h3 className={styles.head}>依据 {sources.length > 0 && <span>{sources.length} 篇</span>}</h3>
      {question && <p className={styles.of}>{question}</p>}
      {sources.length === 0 && <p className={styles.quiet}>回答引用的文献会列在这里。</p>}
      <ol>
        {sources.map(({ first, count }) => (
          <Source
            key={first.n}
            citation={first}
            count={count}
            paper={papers.get(first.paper_id ?? '')}
            onOpen={onOpen}
          />
        ))}
      </ol>
    </section>
  )
}

interface SourceProps {
  /** The first citation of the source. */
  citation: Citation
  /** Number of its citations. */
  count: number
  /** Undefined while loading, or when it is not in the library. */
  paper: Paper | undefined
  onOpen: (citation: Citation) => void
}

/** Renders a source of an answer with its number; `count` is the number of its citations. */
function Source({ citation, count, paper, onOpen }: SourceProps) {
  const isHovered = useHoveredSource(({ source }) => source === sourceId(citation))
  return (
    <li>
      <button type="button" className={styles.source} data-hot={isHovered} onClick={() => onOpen(citation)}>
        <span className={styles.number}>{citation.n}</span>
        <span className={styles.words}>
          <strong lang={langOf(paper?.title ?? citation.title, paper?.language)}>
            <Highlighted text={paper?.title ?? citation.title} />
          </strong>
          {paper && <StatusLabel status={paper.status} status_notice={paper.status_notice} />}
          {paper && <Facts parts={[firstAuthorText(paper), sourceNameOf(paper), yearOf(paper)]} />}
          <Facts parts={[...citationLocation(citation), `引用 ${count} 处`]} />
        </span>
      </button>
    </li>
  )
}

/** Renders the parts that are known on one line, separated by dots. */
function Facts({ parts }: { parts: (string | null | undefined | false)[] }) {
  return <span className={styles.quiet}>{parts.filter(Boolean).join(' · ')}</span>
}

/** Formats the file and page of a citation, each only where it is known. */
export const citationLocation = ({ file_name, page }: Pick<Citation, 'file_name' | 'page'>): string[] => [
  ...(file_name ? [file_name] : []),
  ...(page === null ? [] : [`第 ${page} 页`]),
]

/** Returns the first citation of each source and the number of its citations, in the order of the numbers. */
function groupBySource(citations: readonly Citation[]): { first: Citation; count: number }[] {
  const byNumber = Map.groupBy(citations, ({ n }) => n)
  return [...byNumber.values()]
    .flatMap((group) => group.slice(0, 1).map((first) => ({ first, count: group.length })))
    .sort((a, b) => a.first.n - b.first.n)
}

/**
 * Reads the papers that citations refer to as the library has them now; deleted and unknown ones are missing from the
 * map.
 */
export function useCitedPapers(citations: readonly Citation[], enabled = true): Map<string, Paper> {
  const inOrder = citations.toSorted((a, b) => a.n - b.n)
  const ids = [...new Set(inOrder.flatMap(({ paper_id }) => paper_id ?? []))]
  const input = { paper_id_list: ids }
  const papers = useRead(api.papers.byIds, input, { enabled: enabled && ids.length > 0, keepPrevious: true })
  return new Map((papers.data?.list ?? []).map((paper) => [paper.id, paper]))
}

/** Formats the first author, with 等 when there are more. */
export function firstAuthorText({ authors_short }: Pick<Paper, 'authors_short'>): string {
  const [first = ''] = authors_short
  return authors_short.length > 1 ? `${first} 等` : first
}

/** The fields of a citation needed to open its source. */
export type CitationTarget = Pick<
  Citation,
  'paper_id' | 'document_id' | 'file_id' | 'file_name' | 'page' | 'quote' | 'boxes'
>

/**
 * Returns the function that opens the source of a citation with its quote highlighted: the page of a document, or the
 * record of a paper; an attached file that is not a document is passed to `onFile`.
 */
export function useOpenCitedSource(onFile: (file: OpenFile) => void): (target: CitationTarget) => void {
  const { open } = usePaperAddress()
  const navigate = useNavigate()
  return ({ paper_id, document_id, file_id, page, quote, boxes, file_name = '附件' }) => {
    if (document_id) void navigate(readingAddress({ document_id }, { page, quote }))
    else if (paper_id) open(paper_id, undefined, quote)
    else if (file_id) onFile({ file_id, name: file_name, page, boxes, quote })
    else toast('这处引用不在本馆文献里，暂时不能在这里打开')
  }
}
