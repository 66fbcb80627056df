import { Link } from 'react-router'
import { usePaperAddress } from '../paper/addresses.ts'
import { Highlighted } from '../paper/highlight/highlighted.tsx'
import { langOf, type Paper, yearOf } from '../paper/paper.ts'
import { useEngineNames } from '../search/use-engine-names.ts'
import styles from './ai-citation.module.css'
import { type Checked, type CheckedEntry, correctEntries, correctedEntry, takeIn } from './check.state.ts'
import { differenceOf, placesOf, statusNames, warningOf } from './check-words.ts'

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
        {checked && <Why entry={entry} checked={checked} papers={papers} />}
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

function Why({
  entry,
  checked,
  papers,
}: {
  entry: CheckedEntry
  checked: Checked
  papers: number | undefined
}) {
  const { status, paper, outside, outside_other, fields } = checked
  if (status === 'unread') return <p>读不出题名和标识符，请写成完整的一条</p>
  if (!paper && !outside) return <Missing checked={checked} papers={papers} />
  const other = checked.other ?? outside_other
  const isOnlyOther = paper ? paper.id === checked.other?.id : outside?.key === outside_other?.key
  if (isOnlyOther && other)
    return (
      <>
        <p className={styles.warning}>标识符指向另一篇文献；按题名没有找到这一条</p>
        <Found record={other} />
      </>
    )
  const warning = warningOf(checked)
  return (
    <>
      {fields.length > 0 && <Fields fields={fields} />}
      {other && (
        <>
          <p className={styles.warning}>标识符指向另一篇文献：</p>
          <Found record={other} />
        </>
      )}
      <Found record={paper ?? outside} />
      {!paper && (
        <button type="button" className={styles.correct} onClick={() => void takeIn(entry)}>
          收入本馆文献
        </button>
      )}
      {warning && <p className={styles.warning}>{warning}</p>}
    </>
  )
}

function Missing({ checked, papers }: { checked: Checked; papers: number | undefined }) {
  const nameOf = useEngineNames()
  return (
    <p>
      {placesOf(checked, papers, nameOf)}中没有找到
      <small>
        {checked.status === 'unanswered'
          ? '有选定的检索来源没有答复，还不能说没有；请稍后再核对这一条'
          : '没有收录不等于不存在；可以补充 DOI 再核对，或到站外检索'}
      </small>
    </p>
  )
}

function Fields({ fields }: Pick<Checked, 'fields'>) {
  return (
    <dl className={styles.fields}>
      {fields.map((each) => {
        const { name, given, found } = differenceOf(each)
        return (
          <div key={name}>
            <dt>{name}</dt>
            {each.edition ? (
              <dd>
                写的是 {given}，本馆记录是 {found}
                <small>图书可能另有版本，请对照手头的书</small>
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

type Outside = NonNullable<Checked['outside']>

/** A paper of the library, or a work that an engine outside has. */
function Found({ record }: { record: Paper | Outside | null }) {
  const { searchOf } = usePaperAddress()
  if (!record) return null
  if (!('id' in record)) return <FoundOutside work={record} />
  return (
    <Link className={styles.paper} to={{ search: searchOf(record.id) }} lang={langOf(record.title)}>
      <Highlighted text={record.title} />
      <small>{aboutOf(record)}</small>
    </Link>
  )
}

function FoundOutside({ work }: { work: Outside }) {
  const nameOf = useEngineNames()
  const { title, doi, url, engines } = work
  const to = doi ? `https://doi.org/${doi}` : url
  const said = (
    <>
      <Highlighted text={title} />
      <small>
        {[aboutOf(work), `本馆文献中没有，来自 ${engines.map(nameOf).join('、')}`]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
  if (!to || !/^https?:/.test(to))
    return (
      <span className={styles.paper} lang={langOf(title)}>
        {said}
      </span>
    )
  return (
    <a className={styles.paper} href={to} target="_blank" rel="noopener noreferrer" lang={langOf(title)}>
      {said}
    </a>
  )
}

const aboutOf = (record: Paper | Outside): string =>
  [record.authors_short.slice(0, 3).join('，'), yearOf(record)].filter(Boolean).join(' · ')
