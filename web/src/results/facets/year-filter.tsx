import { type FormEvent, useState } from 'react'
import type { Facets } from '../../search/filter-names.ts'
import { useSearch } from '../../search/use-search.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { formatCount } from '../../ui/figures.ts'
import styles from './facets.module.css'
import { YearBars } from './year-bars.tsx'
import { yearBars } from './years.ts'

/**
 * Renders the hits by year: bars that filter, the same numbers as a table for screen readers, and fields for a range.
 */
export function YearFilter({ years }: { years: Facets['year']['list'] }) {
  const { search, filter } = useSearch()
  const { year_from, year_to } = search.filters
  const bars = yearBars(years)
  const isSet = year_from !== undefined || year_to !== undefined
  return (
    <section className={styles.years} aria-labelledby="years-title">
      <div className={styles.head}>
        <h2 id="years-title">年份</h2>
        {isSet && (
          <button type="button" onClick={() => filter({ year_from: undefined, year_to: undefined })}>
            清除
          </button>
        )}
      </div>
      {bars.length > 1 && (
        <>
          <YearBars
            bars={bars}
            from={year_from}
            to={year_to}
            onChoose={(from, to) => filter({ year_from: from, year_to: to })}
          />
          <div className="sr-only">
            <table>
              <caption>各年文献数</caption>
              <tbody>
                {bars.map((bar) => (
                  <tr key={bar.from}>
                    <th scope="row">{bar.label}</th>
                    <td>{formatCount(bar.count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {/* The key replaces the typed years when others are selected. */}
      <SpanForm
        key={`${year_from} ${year_to}`}
        from={year_from}
        to={year_to}
        onSubmit={(from, to) => filter({ year_from: from, year_to: to })}
      />
    </section>
  )
}

interface SpanFormProps {
  /** The first selected year; undefined for no lower bound. */
  from: number | undefined
  /** The last selected year; undefined for no upper bound. */
  to: number | undefined
  /** Called with the years on Enter and 应用; an empty field is no bound. */
  onSubmit: (from: number | undefined, to: number | undefined) => void
}

/** Renders the fields of the first and the last year with a button that applies them. */
function SpanForm({ from, to, onSubmit }: SpanFormProps) {
  const [first, setFirst] = useState(from?.toString() ?? '')
  const [last, setLast] = useState(to?.toString() ?? '')
  const apply = () => {
    const start = parseYear(first)
    const end = parseYear(last)
    // Reversed bounds still make a range.
    if (start !== undefined && end !== undefined && start > end) onSubmit(end, start)
    else onSubmit(start, end)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  return (
    <form className={styles.span} onSubmit={submit}>
      <YearField name="起始年" value={first} onChange={setFirst} />
      <span aria-hidden="true">至</span>
      <YearField name="终止年" value={last} onChange={setLast} />
      <ActionButton name="应用" onPress={apply} />
    </form>
  )
}

/** Returns a year of four digits; undefined for any other text. */
const parseYear = (text: string): number | undefined => (/^\d{4}$/.test(text) ? Number(text) : undefined)

/** Number of digits of a year. */
const YEAR_DIGITS = 4

/** Renders the field of a year. */
function YearField({
  name,
  value,
  onChange,
}: {
  name: string
  value: string
  onChange: (to: string) => void
}) {
  return (
    <input
      className={fields.field}
      aria-label={name}
      inputMode="numeric"
      maxLength={YEAR_DIGITS}
      placeholder="不限"
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
    />
  )
}
