import type { ReactNode } from 'react'
import { plainText } from '../highlight/markup.ts'
import { langOf, typeName } from '../paper.ts'
import styles from './record.module.css'
import { authorNames, RECORD_LINES, type RecordedDocument } from './record.ts'

/** Renders the record of a file; empty fields are omitted. */
export function RecordFacts({ document: { record, name } }: { document: RecordedDocument }) {
  const facts: [string, ReactNode][] = [...(record ? recordLines(record) : []), ['文件', name]]
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function recordLines(record: NonNullable<RecordedDocument['record']>): [string, ReactNode][] {
  const title = plainText(record.title)
  const lines: [string, ReactNode][] = [
    ['题名', title && <span lang={langOf(title, record.language)}>{title}</span>],
    ['作者', authorNames(record).join('，')],
    ['文献类型', typeName(record.resource_type)],
    ...RECORD_LINES.map(([field, label]): [string, ReactNode] => [label, record[field]]),
  ]
  return lines.filter(([, value]) => Boolean(value))
}
