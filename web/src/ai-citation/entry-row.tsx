import { describeDifference } from '@scinav/contract'
import { Link } from 'react-router'
import { usePaperAddress } from '../paper/addresses.ts'
import { Highlighted } from '../paper/highlight/highlighted.tsx'
import { langOf, type Paper, yearOf } from '../paper/paper.ts'
import { StatusMark } from '../paper/rows/status-mark.tsx'
import { useEngineNames } from '../search/use-engine-names.ts'
import styles from './ai-citation.module.css'
import {
  type CheckedEntry,
  type CheckedReference,
  correctEntries,
  correctEntry,
  importEntry,
} from './check.state.ts'
import { outcomeNames, outcomeOf, searchedSourcesText, warningOf } from './check-labels.ts'

interface Props {
  entry: CheckedEntry
  /** Its number in the list, counted from 1. */
  number: number
  /** Index of an earlier entry with the same paper, counted from 0. */
  repeats: number | undefined
  /** Number of papers in the library, where it is known. */
  papers: number | undefined
}

/** Renders an entry as written, its result, and the differing values of both sides. */
export function EntryRow({ entry, number, repeats, papers }: Props) {
  const { text, checked } = entry
  const outcome = checked && outcomeOf(checked)
  return (
    <tr>
      <td lang={langOf(text)}>
        {!LEADING_NUMBER.test(text) && <span className={styles.number}>{number}</span>}
        {text}
      </td>
      <td className={styles.status} data-status={outcome}>
        {outcome ? outcomeNames[outcome] : '等待核对'}
      </td>
      <td>
        {checked && <CheckExplanation entry={entry} checked={checked} papers={papers} />}
        {correctEntry(entry) && (
          <button type="button" className={styles.correct} onClick={() => correctEntries(new Set([entry]))}>
            改正
          </button>
        )}
        {repeats !== undefined && <p className={styles.warning}>与第 {repeats + 1} 条是同一篇文献</p>}
      </td>
    </tr>
  )
}

/** Matches an entry with a number of its own, such as `[3] Wang`, before which the row shows none. */
const LEADING_NUMBER = /^[[(（【]?\d/

/**
 * Renders what the check of an entry found: the work with the differences, or where it was sought in vain. 收入本馆文献
 * imports a work that only an outside engine has.
 */
function CheckExplanation({
  entry,
  checked,
  papers,
}: {
  entry: CheckedEntry
  checked: CheckedReference
  papers: number | undefined
}) {
  const { status, paper, outside, outside_other, fields } = checked
  if (status === 'unread') return <p>读不出题名和标识符，请写成完整的一条</p>
  if (!paper && !outside) return <MissingNotice checked={checked} papers={papers} />
  const other = checked.other ?? outside_other
  // The record found is that of the identifier: nothing was found by the title.
  const isOnlyOther = paper ? paper.id === checked.other?.id : outside?.key === outside_other?.key
  if (isOnlyOther && other)
    return (
      <>
        <p className={styles.warning}>标识符指向另一篇文献；按题名没有找到这一条</p>
        <FoundRecord record={other} />
      </>
    )
  return (
    <>
      {fields.length > 0 && <FieldDifferences fields={fields} />}
      {other && (
        <>
          <p className={styles.warning}>标识符指向另一篇文献：</p>
          <FoundRecord record={other} />
        </>
      )}
      <FoundRecord record={paper ?? outside} />
      {!paper && (
        <button type="button" className={styles.correct} onClick={() => void importEntry(entry)}>
          收入本馆文献
        </button>
      )}
      <WorkWarning checked={checked} />
    </>
  )
}

/** Renders that an entry was not found, where it was sought, and what follows from that. */
function MissingNotice({ checked, papers }: { checked: CheckedReference; papers: number | undefined }) {
  const nameOf = useEngineNames()
  return (
    <p>
      {searchedSourcesText(checked, papers, nameOf)}中没有找到
      <small>
        {checked.status === 'unanswered'
          ? '有选定的检索来源没有答复，还不能说没有；请稍后再核对这一条'
          : '没有收录不等于不存在；可以补充 DOI 再核对，或到站外检索'}
      </small>
    </p>
  )
}

/** Renders the fields of an entry that differ from the record: as given, and as found. */
function FieldDifferences({ fields }: Pick<CheckedReference, 'fields'>) {
  return (
    <dl className={styles.fields}>
      {fields.map((each) => {
        const { name, given, found, doubt } = describeDifference(each)
        return (
          <div key={name}>
            <dt>{name}</dt>
            {doubt !== null ? (
              <dd>
                写的是「{given}」，题录是「{found}」<small>{doubt}</small>
              </dd>
            ) : (
              <dd>
                <del>{given}</del> → <ins>{found}</ins>
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

/** Renders the warning on the work of an entry, with the notice about it. */
function WorkWarning({ checked }: { checked: CheckedReference }) {
  const warning = warningOf(checked)
  const record = checked.paper ?? checked.outside
  if (!warning || !record) return null
  return (
    <p className={styles.warning}>
      {warning} <StatusMark status={record.status} status_notice={record.status_notice} />
    </p>
  )
}

/** A work that an outside engine has. */
type OutsideWork = NonNullable<CheckedReference['outside']>

/** Renders a paper of the library, or a work of an outside engine. */
function FoundRecord({ record }: { record: Paper | OutsideWork | null }) {
  const { searchOf } = usePaperAddress()
  if (!record) return null
  if (!('id' in record)) return <OutsideRecord work={record} />
  return (
    <Link className={styles.paper} to={{ search: searchOf(record.id) }} lang={langOf(record.title)}>
      <Highlighted text={record.title} />
      <small>{authorsAndYear(record)}</small>
    </Link>
  )
}

/** Renders a work of outside engines with a link to its DOI or page. */
function OutsideRecord({ work }: { work: OutsideWork }) {
  const nameOf = useEngineNames()
  const { title, doi, url, engines } = work
  const to = doi ? `https://doi.org/${doi}` : url
  const content = (
    <>
      <Highlighted text={title} />
      <small>
        {[authorsAndYear(work), `本馆文献中没有，来自 ${engines.map(nameOf).join('、')}`]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
  if (!to || !/^https?:/.test(to))
    return (
      <span className={styles.paper} lang={langOf(title)}>
        {content}
      </span>
    )
  return (
    <a className={styles.paper} href={to} target="_blank" rel="noopener noreferrer" lang={langOf(title)}>
      {content}
    </a>
  )
}

/** Number of authors that are named. */
const MAX_AUTHORS = 3

/** Returns the first three authors and the year, such as `Li，Wang · 2023`; '' without either. */
const authorsAndYear = (record: Paper | OutsideWork): string =>
  [record.authors_short.slice(0, MAX_AUTHORS).join('，'), yearOf(record)].filter(Boolean).join(' · ')
