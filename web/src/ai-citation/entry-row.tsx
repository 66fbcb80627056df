import { Link } from 'react-router'
import { usePaperAddress } from '../paper/addresses.ts'
import { Highlighted } from '../paper/highlight/highlighted.tsx'
import { langOf, type Paper, yearOf } from '../paper/paper.ts'
import { warnings } from '../paper/warnings.ts'
import { count } from '../ui/figures.ts'
import styles from './ai-citation.module.css'
import { type Checked, type CheckedEntry, correctEntries, correctedEntry } from './check.state.ts'
import { fieldNames, statusNames } from './check-words.ts'

interface Props {
  entry: CheckedEntry
  number: number
  /** The place of an earlier entry that is the same paper. */
  repeats: number | undefined
  papers: number | undefined
}

/** An entry as it was written, what came of it, and what both sides have. */
export function EntryRow({ entry, number, repeats, papers }: Props) {
  const { text, checked } = entry
  return (
    <tr>
      <td lang={langOf(text)}>
        {!NUMBERED.test(text) && <span className={styles.number}>{number}</span>}
        {text}
      </td>
      <td className={styles.status} data-status={checked?.status}>
        {checked ? statusNames[checked.status] : '等待核对'}
      </td>
      <td>
        {checked && <Why checked={checked} papers={papers} />}
        {correctedEntry(entry) && (
          <button type="button" className={styles.correct} onClick={() => correctEntries(new Set([entry]))}>
            改正
          </button>
        )}
        {repeats !== undefined && <p className={styles.warning}>与第 {repeats + 1} 条是同一篇文献</p>}
      </td>
    </tr>
  )
}

/** An entry that brings its own number needs none of ours. */
const NUMBERED = /^[[(（【]?\d/

function Why({ checked, papers }: { checked: Checked; papers: number | undefined }) {
  const { status, paper, other, fields } = checked
  if (status === 'unread') return <p>读不出题名和标识符，请写成完整的一条</p>
  if (!paper) return <Missing papers={papers} />
  if (other?.id === paper.id)
    return (
      <>
        <p className={styles.warning}>标识符指向另一篇文献；按题名没有在馆藏中找到这一条</p>
        <Title paper={paper} />
      </>
    )
  const warning = warnings[paper.status]
  return (
    <>
      {fields.length > 0 && <Fields fields={fields} />}
      {other && (
        <>
          <p className={styles.warning}>标识符指向另一篇文献：</p>
          <Title paper={other} />
        </>
      )}
      <Title paper={paper} />
      {warning && <p className={styles.warning}>{warning}</p>}
    </>
  )
}

function Missing({ papers }: { papers: number | undefined }) {
  return (
    <p>
      馆藏{papers !== undefined && ` ${count(papers)} 篇`}中没有找到
      <small>没有收录不等于不存在；可以补充 DOI 再核对，或到站外检索</small>
    </p>
  )
}

function Fields({ fields }: Pick<Checked, 'fields'>) {
  return (
    <dl className={styles.fields}>
      {fields.map(({ field, given, found }) => (
        <div key={field}>
          <dt>{fieldNames[field]}</dt>
          <dd>
            <del>{given || '（没有写）'}</del> → <ins>{found || '（馆藏没有记录）'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Title({ paper }: { paper: Paper }) {
  const { searchOf } = usePaperAddress()
  return (
    <Link className={styles.paper} to={{ search: searchOf(paper.id) }} lang={langOf(paper.title)}>
      <Highlighted text={paper.title} />
      <small>{[paper.authors_short.slice(0, 3).join('，'), yearOf(paper)].filter(Boolean).join(' · ')}</small>
    </Link>
  )
}
