import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import fields from '../ui/fields/field.module.css'
import styles from './advanced-panel.module.css'
import { type AdvancedRow, isNumericField, rowFields } from './query-rows.ts'

interface Props {
  row: AdvancedRow
  isFirst: boolean
  onChange: (row: AdvancedRow) => void
  onRemove: (() => void) | undefined
}

const joins: { value: AdvancedRow['join']; name: string }[] = [
  { value: 'AND', name: '并且' },
  { value: 'OR', name: '或者' },
  { value: 'NOT', name: '不含' },
]
const matchOptions: { value: AdvancedRow['how']; name: string }[] = [
  { value: 'words', name: '包含' },
  { value: 'phrase', name: '精确短语' },
  { value: 'prefix', name: '开头是' },
]

/** Renders one row: its operator, field, matching mode and value. */
export function QueryRow({ row, isFirst, onChange, onRemove }: Props) {
  const numeric = isNumericField(row.field)
  const chooseField = (field: string) => {
    const how = isNumericField(field) ? 'range' : row.how === 'range' ? 'words' : row.how
    onChange({ ...row, field, how, value: isNumericField(field) === numeric ? row.value : '' })
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
        maxLength={500}
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
