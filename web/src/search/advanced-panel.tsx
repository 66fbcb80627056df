import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import fields from '../ui/fields/field.module.css'
import { Notice } from '../ui/views/notice.tsx'
import styles from './advanced-panel.module.css'
import { QueryRow } from './query-row.tsx'
import { type AdvancedRow, emptyRow, fromQuery, toQuery } from './query-rows.ts'
import { resultsAddress, searchFor } from './search.ts'
import { useSearch } from './use-search.ts'

/** Renders a query builder with rows. Rows and text are kept in sync; a query that rows cannot express stays text. */
export function AdvancedPanel({ onClose }: { onClose: () => void }) {
  const { search } = useSearch()
  const navigate = useNavigate()
  const [text, setText] = useState(search.q)
  const [rows, setRows] = useState(() => parseRows(search.q))

  const changeRows = (next: AdvancedRow[]) => {
    setRows(next)
    setText(toQuery(next))
  }
  const changeText = (next: string) => {
    setText(next)
    setRows(parseRows(next))
  }
  const run = () => void navigate(resultsAddress({ ...search, ...searchFor(text.trim(), search.filters) }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <Panel title="高级检索" width={840} fit onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        {rows ? (
          <RowList rows={rows} onChange={changeRows} />
        ) : (
          <Notice action={<ActionButton name="重新组合" onPress={() => changeRows(initialRows())} />}>
            这个检索式有括号或位置运算，只能直接修改文字。
          </Notice>
        )}
        <label className={styles.text}>
          <span>检索式</span>
          <textarea
            className={fields.field}
            rows={3}
            spellCheck={false}
            value={text}
            onChange={(event) => changeText(event.target.value)}
          />
        </label>
        <p className={styles.note}>
          {rows && '各行之间，「并且」和「不含」先于「或者」。'}已选的筛选会保留。
        </p>
        <div className={styles.foot}>
          <button type="submit" hidden />
          <ActionButton name="检索" onPress={run} primary />
        </div>
      </form>
    </Panel>
  )
}

/** Returns the rows of an empty query. */
const initialRows = () => [emptyRow(), emptyRow('AND', 'AU'), emptyRow('AND', 'PY')]

function parseRows(text: string): AdvancedRow[] | null {
  return text.trim() ? fromQuery(text) : initialRows()
}

function RowList({ rows, onChange }: { rows: AdvancedRow[]; onChange: (rows: AdvancedRow[]) => void }) {
  const keyed = rows.map((row, key) => ({ row, key }))
  return (
    <>
      <ul className={styles.rows}>
        {keyed.map(({ row, key }) => (
          <QueryRow
            key={key}
            row={row}
            isFirst={key === 0}
            onChange={(to) => onChange(rows.with(key, to))}
            onRemove={rows.length > 1 ? () => onChange(rows.toSpliced(key, 1)) : undefined}
          />
        ))}
      </ul>
      <div>
        <QuietButton icon="plus" onPress={() => onChange([...rows, emptyRow()])}>
          添加一行
        </QuietButton>
      </div>
    </>
  )
}
