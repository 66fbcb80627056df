import { inCorners } from '@scinav/contract/quoted'
import { useEffect, useState } from 'react'
import fields from '../../ui/fields/field.module.css'
import styles from './import.module.css'
import { type ImportFile, mapImportFile } from './import-files.state.ts'
import { type Column, readColumns, tableFields } from './import-table.ts'

/** Renders the assignment of a table's columns where its headings do not determine it. */
export function ImportColumns({ one }: { one: ImportFile }) {
  const [columns, setColumns] = useState<Column[]>()
  const { key, file, mapping = {} } = one
  useEffect(() => {
    void readColumns(file).then(setColumns)
  }, [file])

  const set = (heading: string, field: string) => {
    const { [heading]: _, ...others } = mapping
    mapImportFile(key, field ? { ...others, [heading]: field } : others)
  }
  if (columns?.length === 0) return <p className={styles.columns}>没有找到列名，请检查文件的第一行。</p>
  return (
    <div className={styles.columns}>
      <p className={styles.quiet}>
        {Object.keys(mapping).length > 0
          ? '只读入指定了内容的列。'
          : '按列名自动识别；认不出时，在这里指定每一列的内容。'}
      </p>
      <ul>
        {columns?.map(({ heading, sample }) => (
          <li key={heading}>
            <span className={styles.heading}>{heading}</span>
            <span className={styles.sample}>{sample}</span>
            <select
              className={fields.choice}
              aria-label={`${inCorners(heading)}的内容`}
              value={mapping[heading] ?? ''}
              onChange={({ target }) => set(heading, target.value)}
            >
              <option value="">{Object.keys(mapping).length > 0 ? '不读入' : '自动识别'}</option>
              {tableFields.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </div>
  )
}
