import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import fields from '../ui/fields/field.module.css'
import styles from './advanced-panel.module.css'
import { isNumeric, type Row, rowFields } from './query-rows.ts'

interface Props {
  row: Row
  isFirst: boolean
  onChange: (row: Row) => void
  onRemove: (() => void) | undefined
}

const joins: { value: Row['join']; name: string }[] = [
  { value: 'AND', name: '并且' },
  { value: 'OR', name: '或者' },
  { value: 'NOT', name: '不含' },
]
const hows: { value: Row['how']; name: string }[] = [
  { value: 'words', name: '包含' },
  { value: 'phrase', name: '精确短语' },
  { value: 'prefix', name: '开头是' },
]

/** One row: how it joins those above it, where it looks, how, and for what. */
export function QueryRow({ row, isFirst, onChange, onRemove }: Props) {
  const numeric = isNumeric(row.field)
  const chooseField = (field: string) => {
    const how = isNumeric(field) ? 'range' : row.how === 'range' ? 'words' : row.how
    onChange({ ...row, field, how, value: isNumeric(field) === numeric ? row.value : '' })
  }
  return (
    <li className={styles.row}>
      <Choice
        label="与上一行的关系"
        value={row.join}
        options={isFirst ? [{ value: 'AND', name: '查找' }, ...joins.slice(2)] : joins}
        // The options are these very values.
        onChange={(join) => onChange({ ...row, join: join as Row['join'] })}
      />
      <Choice
        label="字段"
        value={row.field}
        options={rowFields.map(({ code, name }) => ({ value: code, name }))}
        onChange={chooseField}
      />
      {!numeric && (
        <Choice
          label="匹配"
          value={row.how}
          options={hows}
          // The options are these very values.
          onChange={(how) => onChange({ ...row, how: how as Row['how'] })}
        />
      )}
      <input
        className={fields.field}
        aria-label="检索词"
        placeholder={numeric ? '如 2020-2024、>=10' : ''}
        maxLength={500}
        value={row.value}
        onChange={(event) => onChange({ ...row, value: event.target.value })}
      />
      {onRemove && <QuietButton icon="trash" label="删除这一行" onPress={onRemove} />}
    </li>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; name: string }[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
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
