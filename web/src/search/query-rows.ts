/** One row of the advanced search. Rows read like a query without brackets: AND and NOT bind more tightly than OR. */
export interface AdvancedRow {
  /** The operator before the row; of the first row, AND means nothing. */
  join: 'AND' | 'OR' | 'NOT'
  /** The code of a field, or '' for the topic. */
  field: string
  /** All words; the exact phrase; words with this prefix; a range of numbers. */
  how: 'words' | 'phrase' | 'prefix' | 'range'
  value: string
}

/** The fields a row can search, by their codes in the query language. */
export const rowFields: readonly { code: string; name: string; numeric?: true }[] = [
  { code: '', name: '主题' },
  { code: 'TI', name: '题名' },
  { code: 'KY', name: '关键词' },
  { code: 'AB', name: '摘要' },
  { code: 'AU', name: '作者' },
  { code: 'FI', name: '第一作者' },
  { code: 'RP', name: '通讯作者' },
  { code: 'AF', name: '机构' },
  { code: 'JN', name: '期刊' },
  { code: 'PY', name: '年份', numeric: true },
  { code: 'CITED', name: '被引次数', numeric: true },
  { code: 'FU', name: '基金' },
  { code: 'SC', name: '学科代码' },
  { code: 'CLC', name: '中图分类号' },
  { code: 'DOI', name: 'DOI' },
  { code: 'ISSN', name: 'ISSN' },
  { code: 'ISBN', name: 'ISBN' },
]

/** Whether a field takes a range of numbers. */
export const isNumericField = (code: string): boolean =>
  rowFields.some((field) => field.code === code && field.numeric)

/** Returns a row without a value, with the matching mode that suits its field. */
export const emptyRow = (join: AdvancedRow['join'] = 'AND', field = ''): AdvancedRow => ({
  join,
  field,
  how: isNumericField(field) ? 'range' : 'words',
  value: '',
})

/** Formats rows in the query language: `TI:(graph neural) AND AU:"Wang Li"`. Rows without a value are omitted. */
export function toQuery(rows: readonly AdvancedRow[]): string {
  const filled = rows.filter(({ value }) => value.trim() !== '')
  return filled
    .map((row, index) => {
      const text = rowText(row)
      if (index === 0) return row.join === 'NOT' ? `NOT ${text}` : text
      return `${row.join} ${text}`
    })
    .join(' ')
}

/** Formats one row without its operator; brackets and quotes in its value are dropped, unless the field is numeric. */
function rowText({ field, how, value }: AdvancedRow): string {
  const words = value
    .trim()
    .replace(/["()（）“”]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  if (isNumericField(field)) return rangeText(field, value.trim())
  const prefix = field && `${field}:`
  if (how === 'phrase') return `${prefix}"${words.join(' ')}"`
  const text = how === 'prefix' ? `${words.join(' ').replace(/(?<!\*)\*+$/, '')}*` : words.join(' ')
  return words.length > 1 ? `${prefix}(${text})` : prefix + text
}

/** Matches what may be typed between the two bounds of a range. */
const RANGE_SIGN = /\.\.|[-–—~至到]/

/**
 * Formats a typed range as the query language writes it: `2020-2024` → `PY:2020..2024`, `2020..` → `PY>=2020`, `-2020`
 * → `PY<=2020`, `>2020` → `PY>2020`, `2020` → `PY:2020`.
 */
function rangeText(field: string, value: string): string {
  const compared = /^(>=|<=|>|<)\s*(\d+)$/.exec(value)
  if (compared) return `${field}${compared[1]}${compared[2]}`
  const [from = '', to = ''] = value.split(RANGE_SIGN).map((bound) => bound.replace(/\D/g, ''))
  if (!RANGE_SIGN.test(value)) return `${field}:${from}`
  if (!to) return `${field}>=${from}`
  return from ? `${field}:${from}..${to}` : `${field}<=${to}`
}

/** The operators as they can be written. */
const JOINS: Readonly<Record<string, AdvancedRow['join']>> = {
  AND: 'AND',
  '+': 'AND',
  与: 'AND',
  OR: 'OR',
  '|': 'OR',
  或: 'OR',
  NOT: 'NOT',
  '-': 'NOT',
  非: 'NOT',
}

/** Matches an operator, as a part of the pattern in `fromQuery`. */
const JOIN = /(?<join>AND|OR|NOT|[+|与或非-])(?=\s|$)/u.source
/** Matches `AU:wang`, `TI:"a phrase"`, `TI:(several words)`, `PY>=2020` or a word, with or without a field. */
const OPERAND = String.raw`(?:(?<field>[A-Za-z]+|\p{Script=Han}+)(?:[:：]|(?=[<>]=?\d)))?(?:"(?<phrase>[^"]*)"|\((?<group>[^()]*)\)|(?<compare>[<>]=?)(?<bound>\d+)|(?<word>[^\s()"]+))`

/** Parses a query into rows. Returns null when rows cannot express it: nested brackets, NEAR, unknown fields. */
export function fromQuery(text: string): AdvancedRow[] | null {
  const token = new RegExp(`\\s*(?:${JOIN}|${OPERAND})`, 'uy')
  const rows: AdvancedRow[] = []
  /** The operator read since the last row. */
  let join: AdvancedRow['join'] | undefined
  for (let offset = 0; offset < text.trimEnd().length; offset = token.lastIndex) {
    const { groups } = token.exec(text) ?? {}
    if (!groups) return null
    if (groups.join !== undefined) {
      // Of two consecutive operators the last one counts: `AND NOT` is one operator.
      join = JOINS[groups.join]
      continue
    }
    const row = toRow(groups, join ?? 'AND')
    if (!row) return null
    addRow(rows, row, join === undefined)
    join = undefined
  }
  return join === undefined ? rows : null
}

/** Appends a row. Plain words without an operator between them (`isBare`) are added to the row before instead. */
function addRow(rows: AdvancedRow[], row: AdvancedRow, isBare: boolean): void {
  const above = rows.at(-1)
  const merges =
    isBare && above?.field === '' && row.field === '' && above.how === 'words' && row.how === 'words'
  if (merges && above) above.value += ` ${row.value}`
  else rows.push(row)
}

/** Converts the groups that `OPERAND` has matched to a row; null when rows cannot express it. */
function toRow(groups: Record<string, string | undefined>, join: AdvancedRow['join']): AdvancedRow | null {
  const field = fieldCode(groups.field)
  if (field === undefined) return null
  const { phrase, group, compare, bound, word = '' } = groups
  if (compare !== undefined) return { join, field, how: 'range', value: `${compare}${bound}` }
  if (phrase !== undefined) return { join, field, how: 'phrase', value: phrase }
  if (group !== undefined) return wordsRow(group, field, join)
  if (isNumericField(field)) return { join, field, how: 'range', value: word.replace('..', '–') }
  return wordsRow(word, field, join)
}

/** Returns a row of words; null when they contain operators or fields of their own, or nothing. */
function wordsRow(words: string, field: string, join: AdvancedRow['join']): AdvancedRow | null {
  const value = words.trim()
  const structured = value
    .split(/\s+/)
    .some((word) => Object.hasOwn(JOINS, word) || /^NEAR(\/\d+)?$/.test(word))
  if (structured || /[:：]/.test(value) || value === '') return null
  return { join, field, how: value.endsWith('*') ? 'prefix' : 'words', value: value.replace(/\*$/, '') }
}

/**
 * Returns the code for a field's code or Chinese name: '' for the topic (`SU` or none), undefined when it is unknown.
 */
function fieldCode(written: string | undefined): string | undefined {
  if (written === undefined) return ''
  if (written.toUpperCase() === 'SU') return ''
  return rowFields.find(({ code, name }) => code === written.toUpperCase() || name === written)?.code
}
