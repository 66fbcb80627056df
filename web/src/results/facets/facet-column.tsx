import { type FormEvent, useEffect, useState } from 'react'
import { degreeName } from '../../paper/paper.ts'
import { type Facets, facetByFilter, filterNames, valueLabel } from '../../search/filter-names.ts'
import type { ListFilter } from '../../search/search.ts'
import { useSearch } from '../../search/use-search.ts'
import fields from '../../ui/fields/field.module.css'
import { Icon } from '../../ui/icons/icon.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { MatchSwitch, WIDE_VIEWPORT } from '../hits/results-bar.tsx'
import { FacetGroup, type FacetValue } from './facet-group.tsx'
import styles from './facets.module.css'
import { YearFilter } from './year-filter.tsx'

interface Props {
  facets: Facets | null
  /** Which hits the numbers of papers count; `partial` includes those that lack some of the words. */
  countedHits: 'all' | 'partial'
  /** Whether the years are shown here, because there is no column for them. */
  withYears: boolean
}

/** The filters whose values are counted, in the order of the column. */
const countedFilters: ListFilter[] = [
  'resource_type',
  'language',
  'source',
  'rank',
  'subject_code',
  'keyword',
  'author',
]

/** Renders all filters of a search; those with fixed values show how many papers each value would find. */
export function FacetColumn({ facets, countedHits, withYears }: Props) {
  const isWide = useMedia(WIDE_VIEWPORT)
  return (
    <>
      {!isWide && <MatchSwitch />}
      <TextFilter filter="within" name="在结果中检索" />
      {countedHits === 'partial' && <p className={styles.hint}>各项的篇数含部分匹配的文献</p>}
      {withYears && facets && <YearFilter years={facets.year.list} />}
      {countedFilters.map((filter) => (
        <CountedFacet key={filter} filter={filter} facets={facets} />
      ))}
      <OpenAccess facets={facets} />
      <Degrees />
      <TextFilter filter="fund" name="基金或项目号" />
    </>
  )
}

/** Renders a filter with its values and their numbers of papers; nothing when it has no values. */
function CountedFacet({ filter, facets }: { filter: ListFilter; facets: Facets | null }) {
  const { search, filter: change } = useSearch()
  const facetName = facetByFilter[filter]
  const facet = facetName && facets?.[facetName]
  const selected = search.filters[filter] ?? []
  const known = facet?.list ?? []
  // A selected value without hits stays visible, so that it can be deselected.
  const uncounted = selected
    .filter((value) => !known.some((counted) => counted.value === value))
    .map((value): FacetValue => ({ value, label: valueLabel(filter, value), ...(facets && { count: 0 }) }))
  const values = [...known, ...uncounted]
  if (values.length === 0) return null
  return (
    <FacetGroup
      name={filterNames[filter]}
      values={values}
      selected={selected}
      onChange={(to) => change({ [filter]: to })}
      more={facet?.more ?? false}
    />
  )
}

/** Renders the filter for papers with an open full text, only when there are any or it is on. */
function OpenAccess({ facets }: { facets: Facets | null }) {
  const { search, filter } = useSearch()
  const counted = facets?.is_oa.list.find(({ value }) => value === 'true' || value === '1')
  const isOn = search.filters.is_oa ?? false
  if (!counted && !isOn) return null
  return (
    <FacetGroup
      name="全文"
      values={[{ value: '1', label: '有开放全文', count: counted?.count ?? 0 }]}
      selected={isOn ? ['1'] : []}
      onChange={(to) => filter({ is_oa: to.length > 0 ? true : undefined })}
    />
  )
}

/** The degrees as values of their filter. */
const degrees: FacetValue[] = ['doctor', 'master', 'bachelor'].map((value) => ({
  value,
  label: degreeName(value),
}))

/** The resource type of dissertations. */
const DISSERTATION_TYPE = '4'

/** Renders the degree filter, only when dissertations or a degree are selected. */
function Degrees() {
  const { search, filter } = useSearch()
  const { degree = [], resource_type = [] } = search.filters
  if (degree.length === 0 && !resource_type.includes(DISSERTATION_TYPE)) return null
  return (
    <FacetGroup name="学位" values={degrees} selected={degree} onChange={(to) => filter({ degree: to })} />
  )
}

/** Longest text of the field, in characters. */
const MAX_WORDS_CHARS = 100

/** Renders a text field that filters by words once Enter is pressed. */
function TextFilter({ filter: name, name: label }: { filter: 'within' | 'fund'; name: string }) {
  const { search, filter } = useSearch()
  const value = search.filters[name] ?? ''
  const [text, setText] = useState(value)
  // The filter may be changed elsewhere.
  useEffect(() => setText(value), [value])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    filter({ [name]: text.trim() || undefined })
  }
  return (
    <form className={styles.within} onSubmit={submit}>
      <Icon name="search" size={16} />
      <input
        className={fields.field}
        aria-label={label}
        placeholder={label}
        maxLength={MAX_WORDS_CHARS}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  )
}
