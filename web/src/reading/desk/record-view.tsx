import { RecordFacts } from '../../paper/file-record/record-facts.tsx'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf } from '../../paper/paper.ts'
import { PaperRecord } from '../../paper/record/paper-record.tsx'
import { PartHeading } from '../../paper/record/part.tsx'
import { PaperFacts } from '../../paper/rows/paper-facts.tsx'
import type { ReadableText } from '../state/target.ts'
import styles from './record-view.module.css'

/** Renders the record with its abstract when there is no text. */
export function RecordView({ readable: { paper, document, title } }: { readable: ReadableText }) {
  return (
    <article className={styles.record}>
      <h1 lang={langOf(title, paper?.language)}>
        <Highlighted text={paper?.title ?? title} />
      </h1>
      {paper && (
        <>
          <PaperFacts paper={paper} />
          <PartHeading value="h2">
            <PaperRecord paper={paper} />
          </PartHeading>
        </>
      )}
      {!paper && document && <RecordFacts document={document} />}
    </article>
  )
}
