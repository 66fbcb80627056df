import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Link } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { fieldQuery, searchAddress } from '../paper/addresses.ts'
import { OutsideLink, QuietButton } from '../ui/buttons/quiet-button.tsx'
import { formatCount } from '../ui/figures.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './resources.module.css'
import { YearBars } from './year-bars.tsx'

/** A journal with its figures, as the list returns it. */
export type Journal = OutputOf<typeof api.papers.journals>['list'][number]

/** Which columns are shown; one that is empty in every row is hidden. */
export interface ShownFigures {
  /** The ranks of the journals. */
  ranks: boolean
  /** The citations per paper. */
  means: boolean
}

interface Props {
  journal: Journal
  shown: ShownFigures
  /** Whether the user follows the journal; undefined until that is known. */
  followed: boolean | undefined
  /** Called to follow the journal, or to unfollow it. */
  onFollow: () => void
}

/**
 * Renders one journal: its ranks with list and year, its number of papers in the library, and its citations. Its title
 * leads to its papers; it can be followed.
 */
export function JournalRow({ journal, shown, followed, onFollow }: Props) {
  const { title, title_zh, homepage, paper_count, citation_mean, year_counts } = journal
  const site = webAddress(homepage)
  return (
    <article className={styles.journal} aria-label={title}>
      <div className={styles.about}>
        <h3>
          <Link to={searchAddress(fieldQuery('JN', title))}>{title}</Link>
          {title_zh && title_zh !== title && <span className={styles.quiet}>{title_zh}</span>}
        </h3>
        <Facts journal={journal} />
        {shown.ranks && <Ranks ranks={journal.ranks} />}
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>文献</dt>
          <dd>{formatCount(paper_count)}</dd>
        </div>
        {shown.means && (
          <div>
            <dt>篇均被引</dt>
            <dd>{citation_mean === null ? '—' : citation_mean.toFixed(1)}</dd>
          </div>
        )}
      </dl>
      <div className={styles.years}>
        <YearBars counts={year_counts} />
      </div>
      <div className={styles.actions}>
        <QuietButton
          icon={followed ? 'check' : 'bell'}
          pressed={followed ?? false}
          label={`${followed ? '已订阅' : '订阅'}：${title}`}
          onPress={onFollow}
        >
          {followed ? '已订阅' : '订阅'}
        </QuietButton>
        {site && (
          <OutsideLink to={site} label={`主页：${title}`}>
            主页
          </OutsideLink>
        )}
      </div>
    </article>
  )
}

/** Renders the numbers, publisher and country of a journal, as far as they are known. */
function Facts({ journal: { issn, eissn, publisher, country } }: { journal: Journal }) {
  const facts = [issn && `ISSN ${issn}`, eissn && eissn !== issn && `eISSN ${eissn}`, publisher, country]
  const shown = facts.filter(Boolean)
  return shown.length > 0 ? <p className={styles.quiet}>{shown.join(' · ')}</p> : null
}

/** Returns the columns that at least one shown journal fills. */
export const shownFigures = (journals: readonly Journal[]): ShownFigures => ({
  ranks: journals.some(({ ranks }) => ranks.length > 0),
  means: journals.some(({ citation_mean }) => citation_mean !== null),
})

/** Renders every rank with its list and year; "—" when no imported table contains the journal. */
function Ranks({ ranks }: { ranks: Journal['ranks'] }) {
  return (
    <p className={styles.ranks}>
      <span className={styles.quiet}>级别</span>
      {ranks.length === 0 && <span title="导入的级别表里没有这种期刊">—</span>}
      {ranks.map(({ list, year, category, value, top }) => (
        <span
          key={`${list} ${year} ${category ?? ''}`}
          className={styles.rank}
          data-warning={list === '预警'}
          title={category ?? undefined}
        >
          {[list, year, rankValueText(list, value), top && 'Top'].filter(Boolean).join(' ')}
        </span>
      ))}
    </p>
  )
}

/** Formats a rank: zones are numbers in the tables and shown as 区; a list that only says "listed" needs no value. */
function rankValueText(list: string, value: string): string {
  if (value === list || value === '收录') return ''
  return /^[1-4]$/.test(value) ? `${value} 区` : value
}

/** Returns a text that is a web address; undefined for any other, which must not become a link. */
function webAddress(text: string | null): string | undefined {
  return text && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}

/** Longest name of a subscription that the server accepts, in characters. */
const MAX_NAME_CHARS = 100

/**
 * Returns which journals the user follows (undefined until that is known), and `toggle`, which follows one or unfollows
 * it; the toast can undo that. Journals are named by their titles.
 */
export function useFollowedJournals() {
  const subscriptions = useRead(api.preferences.subscriptions, {})
  const save = useWrite(api.preferences.saveSubscriptions, { refreshes: [api.preferences.subscriptions] })
  const subscriptionTo = (title: string) =>
    subscriptions.data?.find(({ kind, value }) => kind === 'journal' && value === title)

  const follow = async (title: string) => {
    const answer = await save.mutateAsync({
      list: [{ kind: 'journal', value: title, name: title.slice(0, MAX_NAME_CHARS) }],
    })
    if (!answer.success) return toast(`没有订阅：${answer.message}`, { tone: 'bad' })
    const created = answer.data.find(({ kind, value }) => kind === 'journal' && value === title)
    toast(`已订阅${inCorners(title)}，有新文献时在「订阅」里标出`, {
      ...(created && { undo: () => void unfollow(created) }),
    })
  }
  const unfollow = async (subscription: NonNullable<ReturnType<typeof subscriptionTo>>) => {
    const { id, kind, value, name, notify } = subscription
    const answer = await save.mutateAsync({ list: [{ id, kind, value, name, notify, deleted: true }] })
    if (!answer.success) return toast(`没有取消：${answer.message}`, { tone: 'bad' })
    const undo = () => void save.mutateAsync({ list: [{ kind, value, name, notify }] })
    toast(`已取消订阅${inCorners(name)}`, { undo })
  }
  const toggle = (title: string) => {
    const existing = subscriptionTo(title)
    void (existing ? unfollow(existing) : follow(title))
  }
  return { isFollowed: (title: string) => subscriptions.data && subscriptionTo(title) !== undefined, toggle }
}
