import { api, type OutputOf } from '@scinav/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { searchAddress, usePaperAddress } from '../../paper/addresses.ts'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf } from '../../paper/paper.ts'
import { CitationList } from '../../paper/record/linked-papers.tsx'
import { OutsideLink, QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { showLocation } from '../state/reading.state.ts'
import { useReadingAddress } from '../state/reading-address.ts'
import { hasText, type ReadableText, type ReadingTarget, targetParams } from '../state/target.ts'
import styles from './panels.module.css'
import { PartSteps, usePartNavigation } from './part-steps.tsx'
import { UnknownPaper } from './unknown-paper.tsx'

type Reference = OutputOf<typeof api.reading.references>['list'][number]

/**
 * Renders the references of the text, or the papers that cite it. Without a parsed text the references are those in the
 * paper's record.
 */
export function ReferencesPanel({ target, readable }: { target: ReadingTarget; readable: ReadableText }) {
  const [shownList, setShownList] = useState<'references' | 'cited'>('references')
  const { paper } = readable
  return (
    <>
      <div className={styles.line}>
        <QuietButton pressed={shownList === 'references'} onPress={() => setShownList('references')}>
          参考文献
        </QuietButton>
        <QuietButton pressed={shownList === 'cited'} onPress={() => setShownList('cited')}>
          被引
        </QuietButton>
      </div>
      {shownList === 'cited' &&
        (paper ? <CitationList paper={paper} direction="cited" /> : <UnknownPaper readable={readable} />)}
      {shownList === 'references' && hasText(readable) && <ReferenceList target={target} />}
      {shownList === 'references' &&
        !hasText(readable) &&
        (paper ? (
          <CitationList paper={paper} direction="references" />
        ) : (
          <UnknownPaper readable={readable} />
        ))}
    </>
  )
}

function ReferenceList({ target }: { target: ReadingTarget }) {
  const parts = usePartNavigation()
  const references = useRead(
    api.reading.references,
    { ...target, after: parts.after, limit: 100 },
    { keepPrevious: true },
  )
  return (
    <ReadView
      of={references}
      what="参考文献"
      isEmpty={({ total }) => total === 0}
      empty={{ title: '没有在文中找到参考文献表' }}
    >
      {({ list, total, next }) => (
        <>
          <div className={styles.line}>
            <p className={styles.small}>
              共 {total} 条，这一页有 {list.filter(({ paper }) => paper).length} 条在本馆文献中
            </p>
            <Link className={styles.action} to={checkAddress(target)}>
              核对这份清单
            </Link>
          </div>
          <ol className={styles.references}>
            {list.map((reference) => (
              <ReferenceRow key={reference.ordinal} reference={reference} />
            ))}
          </ol>
          <PartSteps parts={parts} nextAfter={next} />
        </>
      )}
    </ReadView>
  )
}

/** Returns the address that checks the reference list of the text. */
const checkAddress = (target: ReadingTarget): string =>
  `/aiCitation?${new URLSearchParams({ mode: 'check', ...targetParams(target) })}`

function ReferenceRow({ reference }: { reference: Reference }) {
  const { text, title, doi, paper, page, boxes } = reference
  const { searchOf } = usePaperAddress()
  const { add } = useReadingAddress()
  return (
    <li>
      <p lang={langOf(text)}>{text}</p>
      {paper && (
        <p>
          <Link to={{ search: searchOf(paper.id) }}>
            <Highlighted text={paper.title} />
          </Link>
        </p>
      )}
      <div className={styles.actions}>
        {paper && (
          <QuietButton
            icon="plus"
            label={`一起阅读：${title ?? text}`}
            onPress={() => add([{ paper_id: paper.id }])}
          >
            一起阅读
          </QuietButton>
        )}
        {!paper && title && (
          <Link className={styles.action} to={searchAddress(title)}>
            检索
          </Link>
        )}
        {doi && <OutsideLink to={`https://doi.org/${encodeURI(doi)}`}>DOI</OutsideLink>}
        <QuietButton
          label={`看原处：第 ${page} 页`}
          onPress={() => showLocation({ page, boxes, start: null, end: null })}
        >
          原处
        </QuietButton>
      </div>
    </li>
  )
}
