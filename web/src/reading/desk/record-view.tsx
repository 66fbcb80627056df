import { RecordFacts } from '../../paper/file-record/record-facts.tsx'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf } from '../../paper/paper.ts'
import { PaperRecord } from '../../paper/record/paper-record.tsx'
import { PartHeading } from '../../paper/record/part.tsx'
import { PaperFacts } from '../../paper/rows/paper-facts.tsx'
import styles from '../bar/desk.module.css'
import type { ReadableText } from '../state/target.ts'

/** Renders what is known of a paper or document that has no readable text: its record with the abstract. */
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
