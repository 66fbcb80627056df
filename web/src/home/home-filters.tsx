import { commonLanguages, resourceTypes } from '../paper/paper.ts'
import type { Filters } from '../search/search.ts'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import fields from '../ui/fields/field.module.css'
import styles from './home-screen.module.css'

interface Props {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** A choice of a filter. */
interface Option {
  value: string
  name: string
}

/** The spans that the filter by years offers, in years. */
const YEAR_SPANS = [1, 3, 5, 10]

/** Renders the filters below the field, which apply once the search is run: type, years, language. */
export function HomeFilters({ filters, onChange }: Props) {
  const { open } = usePanel()
  const thisYear = new Date().getFullYear()
  const years = YEAR_SPANS.map((span) => ({ value: String(thisYear - span), name: `近 ${span} 年` }))
  /** Creates the handler that sets one filter; `''` removes it. */
  const setFilter = (name: 'resource_type' | 'language') => (value: string) => {
    const { [name]: _before, ...others } = filters
    onChange(value ? { ...others, [name]: [value] } : others)
  }
  const setYear = (value: string) => {
    const { year_from: _before, ...others } = filters
    onChange(value ? { ...others, year_from: Number(value) } : others)
  }
  return (
    <>
      <FilterChoice
        name="类型"
        value={filters.resource_type?.[0] ?? ''}
        options={resourceTypes}
        onChange={setFilter('resource_type')}
      />
      <FilterChoice
        name="年份"
        value={filters.year_from?.toString() ?? ''}
        options={years}
        onChange={setYear}
      />
      <FilterChoice
        name="语种"
        value={filters.language?.[0] ?? ''}
        options={commonLanguages}
        onChange={setFilter('language')}
      />
      <span className={styles.gap} />
      <QuietButton onPress={() => open('advanced')}>高级检索</QuietButton>
    </>
  )
}

interface FilterChoiceProps {
  name: string
  /** The chosen option; `''` for no limit. */
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}

/** Renders a filter as a drop-down list. */
function FilterChoice({ name, value, options, onChange }: FilterChoiceProps) {
  return (
    <select
      className={fields.choice}
      data-quiet="true"
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{name}不限</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  )
}
