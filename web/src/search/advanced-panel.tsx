import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import fields from '../ui/fields/field.module.css'
import { Notice } from '../ui/views/notice.tsx'
import { type AdvancedRow, emptyRow, fromQuery, isNumericField, rowFields, toQuery } from './query-rows.ts'
import { resultsAddress, searchFor } from './search.ts'
import styles from './search-panels.module.css'
import { useSearch } from './use-search.ts'

/**
 * Renders the advanced search: a query as rows of field, matching mode and words, and as text. Rows and text are kept
 * in sync; a query that rows cannot express stays text.
 */
export function AdvancedPanel({ onClose }: { onClose: () => void }) {
  const { search } = useSearch()
  const navigate = useNavigate()
  const [text, setText] = useState(search.q)
  /** Null while rows cannot express the text. */
  const [rows, setRows] = useState(() => parseRows(search.q))

  const changeRows = (next: AdvancedRow[]) => {
    setRows(next)
    setText(toQuery(next))
  }
  const changeText = (next: string) => {
    setText(next)
    setRows(parseRows(next))
  }
  const runSearch = () =>
    void navigate(resultsAddress({ ...search, ...searchFor(text.trim(), search.filters) }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    runSearch()
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
          <ActionButton name="检索" onPress={runSearch} primary />
        </div>
      </form>
    </Panel>
  )
}

/** Returns the rows of an empty query. */
const initialRows = () => [emptyRow(), emptyRow('AND', 'AU'), emptyRow('AND', 'PY')]

/** Returns the rows of a query; null when rows cannot express it. */
function parseRows(text: string): AdvancedRow[] | null {
  return text.trim() ? fromQuery(text) : initialRows()
}

/** Renders the rows and the button that adds one. */
function RowList({ rows, onChange }: { rows: AdvancedRow[]; onChange: (rows: AdvancedRow[]) => void }) {
  const numbered = rows.map((row, index) => ({ row, index }))
  return (
    <>
      <ul className={styles.rows}>
        {numbered.map(({ row, index }) => (
          <QueryRow
            key={index}
            row={row}
            isFirst={index === 0}
            onChange={(to) => onChange(rows.with(index, to))}
            onRemove={rows.length > 1 ? () => onChange(rows.toSpliced(index, 1)) : undefined}
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

interface QueryRowProps {
  row: AdvancedRow
  /** Whether it is the first row, which is joined to no other but can be negated. */
  isFirst: boolean
  onChange: (row: AdvancedRow) => void
  /** Called to remove the row; undefined for the only one, which stays. */
  onRemove: (() => void) | undefined
}

/** The operators between rows. */
const joins: { value: AdvancedRow['join']; name: string }[] = [
  { value: 'AND', name: '并且' },
  { value: 'OR', name: '或者' },
  { value: 'NOT', name: '不含' },
]
/** The matching modes of a field of words. */
const matchOptions: { value: AdvancedRow['how']; name: string }[] = [
  { value: 'words', name: '包含' },
  { value: 'phrase', name: '精确短语' },
  { value: 'prefix', name: '开头是' },
]

/** Longest value of a condition, in characters. */
const MAX_VALUE_CHARS = 500

/** Renders one row: its operator, field, matching mode and value. */
function QueryRow({ row, isFirst, onChange, onRemove }: QueryRowProps) {
  const numeric = isNumericField(row.field)
  const chooseField = (field: string) => {
    const willBeNumeric = isNumericField(field)
    let { how } = row
    if (willBeNumeric) how = 'range'
    else if (how === 'range') how = 'words'
    // A value of words is no range, nor the other way round.
    onChange({ ...row, field, how, value: willBeNumeric === numeric ? row.value : '' })
  }
  return (
    <li className={styles.row}>
      <RowChoice
        label="与上一行的关系"
        value={row.join}
        options={isFirst ? [{ value: 'AND', name: '查找' }, ...joins.slice(2)] : joins}
        // The options are exactly the values of this type.
        onChange={(join) => onChange({ ...row, join: join as AdvancedRow['join'] })}
      />
      <RowChoice
        label="字段"
        value={row.field}
        options={rowFields.map(({ code, name }) => ({ value: code, name }))}
        onChange={chooseField}
      />
      {!numeric && (
        <RowChoice
          label="匹配"
          value={row.how}
          options={matchOptions}
          // The options are exactly the values of this type.
          onChange={(how) => onChange({ ...row, how: how as AdvancedRow['how'] })}
        />
      )}
      <input
        className={fields.field}
        aria-label="检索词"
        placeholder={numeric ? '如 2020-2024、>=10' : ''}
        maxLength={MAX_VALUE_CHARS}
        value={row.value}
        onChange={(event) => onChange({ ...row, value: event.target.value })}
      />
      {onRemove && <QuietButton icon="trash" label="删除这一行" onPress={onRemove} />}
    </li>
  )
}

interface RowChoiceProps {
  label: string
  value: string
  options: readonly { value: string; name: string }[]
  onChange: (value: string) => void
}

/** Renders a choice in a row of the conditions. */
function RowChoice({ label, value, options, onChange }: RowChoiceProps) {
  return (
    <select
      className={fields.choice}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  )
}
