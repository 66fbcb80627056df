import { api, type OutputOf } from '@scinav/contract'
import { Link } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { fileIcon } from '../documents/file-icon.ts'
import { readingAddress, usePaperAddress } from '../paper/addresses.ts'
import { plainText } from '../paper/highlight/markup.ts'
import { pdfAddress } from '../paper/paper.ts'
import { readLoggedFilters, resultsAddress, searchFor } from '../search/search.ts'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './home-screen.module.css'

/** Maximum number of entries shown. */
const MAX_ENTRIES = 6
/** More rows are read than shown, because repeated visits to one item are one entry. */
const FETCH_SIZE = 3 * MAX_ENTRIES

type LoggedSearch = OutputOf<typeof api.papers.searches>['list'][number]
type LoggedView = OutputOf<typeof api.papers.views>['list'][number]

/** An address, or a query for the present one, which opens a paper over this screen. */
type EntryTarget = string | { search: string }

/** An entry of the list: a search or a viewed paper. */
interface RecentEntry {
  id: string
  icon: IconName
  name: string
  /** When it was searched or viewed, ISO 8601. */
  at: string
  to: EntryTarget
}

/** Renders recent searches and visits, newest first; nothing for a new user. */
export function RecentList() {
  const { searchOf } = usePaperAddress()
  const input = { page_num: 1, page_size: FETCH_SIZE }
  const searches = useRead(api.papers.searches, input)
  const views = useRead(api.papers.views, { ...input, files: true })
  const recent = [
    ...(searches.data?.list ?? []).map(recentSearch),
    ...(views.data?.list ?? []).flatMap((view) => recentView(view, searchOf)),
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .filter(isFirstForAddress)
    .slice(0, MAX_ENTRIES)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent-title">
      <div className={styles.head}>
        <h2 id="recent-title">最近</h2>
        <Link to="/home/searchHistory">历史</Link>
      </div>
      <ul>
        {recent.map(({ id, icon, name, at, to }) => (
          <li key={id}>
            <Link className={styles.recent} to={to} title={name}>
              <Icon name={icon} size={16} />
              <span>{name}</span>
              <RelativeTime at={at} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns a text that identifies the target of an entry. */
const entryAddress = ({ to }: RecentEntry) => (typeof to === 'string' ? to : to.search)

/** Whether an entry is the first, that is the latest, of those that lead to its address. */
const isFirstForAddress = (entry: RecentEntry, index: number, entries: RecentEntry[]) =>
  entries.findIndex((other) => entryAddress(other) === entryAddress(entry)) === index

/** Returns the entry of a logged search. */
const recentSearch = ({ id, query, filters, created_at }: LoggedSearch): RecentEntry => ({
  id: `search ${id}`,
  icon: 'search',
  name: query || '全部文献',
  at: created_at,
  to: resultsAddress(searchFor(query, readLoggedFilters(filters))),
})

/**
 * Returns the entry of a view, a link to the reader where there is a text, otherwise to the record; none when the
 * viewed paper or file is gone.
 *
 * @param searchOf returns the query of the present address with the record of a paper opened
 */
function recentView(
  { paper, document, viewed_at: at }: LoggedView,
  searchOf: (id: string) => string,
): RecentEntry[] {
  if (paper) {
    const to = pdfAddress(paper) ? readingAddress({ paper_id: paper.id }) : { search: searchOf(paper.id) }
    return [{ id: `paper ${paper.id}`, icon: 'file', name: plainText(paper.title), at, to }]
  }
  if (!document) return []
  const { id, name, title } = document
  const to = readingAddress({ document_id: id })
  return [{ id: `document ${id}`, icon: fileIcon(name), name: plainText(title), at, to }]
}
