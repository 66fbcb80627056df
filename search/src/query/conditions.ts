import { hasLetter, toHalfWidth } from './characters.ts'
import { findField, isNumeric } from './fields.ts'
import { readOperands } from './lex-word.ts'
import { joinQueries, type LeafQuery, type Query, type SearchField } from './query.ts'
import { rangeQuery, readBoundsAt } from './range.ts'

/**
 * A row of the advanced search: a field (any of its names), an operator on its value, and how the row is joined to
 * those above it. Rows read like a query without brackets: AND and NOT bind more tightly than OR. The first row's
 * `join` matters only when it is `not`.
 */
export interface Condition {
  field: string
  /** `contains`: all words; `equals`: the exact phrase; `prefix`: the last word is a prefix; `range`: `2020..2024`. */
  operator: 'contains' | 'equals' | 'prefix' | 'range'
  value: string
  join: 'and' | 'or' | 'not'
}

/** Span of the parts that come from a row: they have no position in a written query. */
const NO_SPAN = { start: 0, end: 0 }

/** What is wrong with a condition, for the user. */
interface ConditionFault {
  /** The field of `Condition` that is wrong. */
  at: 'field' | 'operator' | 'value'
  message: string
}

/** Returns what is wrong with a row; null when it can be searched, or is ignored because it has no value. */
export function conditionFault({ field, operator, value, join }: Condition): ConditionFault | null {
  if (value.trim() === '') return null
  const searchField = field.trim() === '' ? 'any' : findField(field)
  if (!searchField) return { at: 'field', message: `没有“${field}”这个检索字段` }
  if (conditionQuery({ field, operator, value, join })) return null
  if (isNumeric(searchField)) return { at: 'value', message: '请填写数字或范围，如 2020..2024' }
  if (operator === 'range') return { at: 'operator', message: '范围只能用于年份和被引次数' }
  return { at: 'value', message: '没有可以检索的文字' }
}

/** Converts rows to a query; rows that cannot be searched (`conditionFault`) are ignored, and no others mean `all`. */
export function conditionsToQuery(conditions: Condition[]): Query {
  const alternatives: Query[][] = [[]]
  for (const condition of conditions) {
    const part = conditionQuery(condition)
    if (!part) continue
    if (condition.join === 'or') alternatives.push([])
    alternatives.at(-1)?.push(condition.join === 'not' ? { kind: 'not', part } : part)
  }
  const joined = alternatives.filter((parts) => parts.length > 0).map((parts) => joinQueries('and', parts))
  return joinQueries('or', joined)
}

/** Converts one row to a query; null when it has nothing that can be searched. An unknown field counts as `any`. */
function conditionQuery({ field: name, operator, value }: Condition): Query | null {
  const field = findField(name) ?? 'any'
  if (isNumeric(field) || operator === 'range') return conditionRange(field, value)
  const text = toHalfWidth(value)
    .replace(/[\s\p{Cc}"“”„‟]+/gu, ' ')
    .trim()
  if (!hasLetter(text)) return null
  if (operator === 'equals') return { kind: 'phrase', field, text, ...NO_SPAN }
  const words = conditionWords(text, field)
  const last = words.at(-1)
  if (operator === 'prefix' && last?.kind === 'word') words.splice(-1, 1, { ...last, kind: 'prefix' })
  return words.length > 0 ? joinQueries('and', words) : null
}

/** Returns the range that a value denotes; null for a field that is not numeric and for anything but numbers. */
function conditionRange(field: SearchField, value: string): Query | null {
  const bounds = readBoundsAt(toHalfWidth(value).trim(), 0)
  return bounds && isNumeric(field) ? rangeQuery(field, bounds.from, bounds.to) : null
}

/** Returns the words of a condition as parts of a query; a DOI is one word. */
function conditionWords(text: string, field: SearchField): LeafQuery[] {
  if (field === 'doi') return [{ kind: 'word', field, text: text.toLowerCase(), ...NO_SPAN }]
  const operands = text.split(' ').flatMap((word) => readOperands({ text: word, start: 0 }, field, []))
  return operands.map(({ query }) => ({ ...query, ...NO_SPAN }))
}

/**
 * Converts a query to rows; returns null when rows cannot express it: brackets, NEAR, an alternative that begins with
 * NOT (`a OR NOT b`), or `?` at the end of a word.
 */
export function queryToConditions(query: Query): Condition[] | null {
  if (query.kind === 'all') return []
  const rows: Condition[] = []
  for (const alternative of query.kind === 'or' ? query.parts : [query]) {
    const [first, ...others] = alternativeRows(alternative) ?? []
    if (!first) return null
    // A row has only one join: it cannot be joined by OR and negated.
    if (rows.length > 0 && first.join === 'not') return null
    rows.push(rows.length > 0 ? { ...first, join: 'or' } : first, ...others)
  }
  return rows
}

/** Converts a query without OR to rows, merging adjacent words of one field; null when rows cannot express it. */
function alternativeRows(query: Query): Condition[] | null {
  const rows: Condition[] = []
  for (const part of query.kind === 'and' ? query.parts : [query]) {
    const row = part.kind === 'not' ? conditionRow(part.part, 'not') : conditionRow(part, 'and')
    if (!row) return null
    const above = rows.at(-1)
    if (above && canShareRow(above, row))
      rows.splice(-1, 1, { ...above, value: `${above.value} ${row.value}` })
    else rows.push(row)
  }
  return rows
}

/** Returns whether two rows can be written as one: both are words of one field, and neither is negated. */
const canShareRow = (above: Condition, row: Condition): boolean =>
  isWordRow(above) &&
  isWordRow(row) &&
  above.field === row.field &&
  above.join === 'and' &&
  row.join === 'and'

/** Returns whether a condition looks for words. */
function isWordRow(row: Condition): boolean {
  return row.operator === 'contains'
}

/** Converts a part of a query to one row; null when a row cannot express it. */
function conditionRow(query: Query, join: Condition['join']): Condition | null {
  if (query.kind === 'and') return wordsToRow(query.parts, join)
  if (!('field' in query)) return null
  const { field } = query
  if (query.kind === 'range') {
    return { field, operator: 'range', value: `${query.from ?? ''}..${query.to ?? ''}`, join }
  }
  if (query.kind === 'wildcard') {
    // In a row, a `?` at the end of a word is a question mark.
    return query.pattern.endsWith('?') ? null : { field, operator: 'contains', value: query.pattern, join }
  }
  const operator = ({ word: 'contains', phrase: 'equals', prefix: 'prefix' } as const)[query.kind]
  return { field, operator, value: query.text, join }
}

/** Returns one row for several words of one field; null when the parts are not such words. */
function wordsToRow(parts: Query[], join: Condition['join']): Condition | null {
  const rows = parts.map((part) => conditionRow(part, join))
  const [first] = rows
  if (!first || !rows.every((row) => row && isWordRow(row) && row.field === first.field)) return null
  return { ...first, value: rows.map((row) => row?.value).join(' ') }
}
