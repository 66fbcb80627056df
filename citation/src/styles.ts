import type { CslItem } from './csl.ts'
import { formatGb } from './gb/gb.ts'
import type { Punctuation } from './gb/gb-marks.ts'
import { onOneLine, type Run, seq } from './runs.ts'
import { formatSpec } from './spec-format.ts'
import { cslToReference } from './to-reference.ts'
import { formatApa } from './western/apa.ts'
import { formatChicago } from './western/chicago.ts'
import { formatIeee } from './western/ieee.ts'
import { formatMla } from './western/mla.ts'
import { formatVancouver } from './western/vancouver.ts'

export interface FormatOptions {
  /** The entry's number; printed in front by numeric styles, ignored by the others. */
  number?: number
  /** `a`, `b`, … of author-date styles; see `yearSuffixes`. */
  yearSuffix?: string
  /** Of the GB/T 7714 styles: 按国标 `standard`, 半角 `half`, 按语言 `language`, 仅标识符 `structure`. */
  punctuation?: Punctuation
  /** False: the GB/T 7714 styles leave out address, identifier and `/OL`. */
  online?: boolean
}

/** How a text refers to its list: by number, name and year, name and page, or note. */
export type System = 'numeric' | 'author-date' | 'author-page' | 'note'

interface StyleFacts {
  /** As the user reads it. */
  name: string
  system: System
  /** Whether `punctuation` and `online` change anything. */
  national: boolean
  /** What stands before an entry with a number. */
  label: (n: number) => string
  format: (item: CslItem, options: FormatOptions) => Run[]
}

const none = (): string => ''
const bracketed = (n: number): string => `[${n}] `

const gb = (edition: 2015 | 2025, authorDate: boolean): StyleFacts => ({
  name: `GB/T 7714—${edition}（${authorDate ? '著者-出版年制' : '顺序编码制'}）`,
  system: authorDate ? 'author-date' : 'numeric',
  national: true,
  label: authorDate ? none : bracketed,
  format: (item, options) => seq(formatGb(item, edition, authorDate, options)),
})

const western = (
  name: string,
  system: System,
  format: (item: CslItem, yearSuffix?: string) => Run[],
  label: (n: number) => string = none,
): StyleFacts => ({
  name,
  system,
  national: false,
  label,
  format: (item, options) => format(item, options.yearSuffix),
})

const facts = {
  /** The product's own. A record prints best with `formatSpec` itself, which keeps its dates and venues as stored. */
  spec: {
    name: '本站格式（GB/T 7714 样式）',
    system: 'numeric',
    national: false,
    label: (n: number) => `[${n}]`,
    format: (item: CslItem) => seq(formatSpec(cslToReference(item))),
  },
  'gb-2025-numeric': gb(2025, false),
  'gb-2025-author-date': gb(2025, true),
  'gb-2015-numeric': gb(2015, false),
  'gb-2015-author-date': gb(2015, true),
  'apa-7': western('APA（第 7 版）', 'author-date', formatApa),
  'mla-9': western('MLA（第 9 版）', 'author-page', (item) => formatMla(item)),
  'chicago-17-author-date': western('Chicago（第 17 版，著者-出版年）', 'author-date', (item, suffix) =>
    formatChicago(item, true, suffix),
  ),
  'chicago-17-notes': western('Chicago（第 17 版，注释-书目）', 'note', (item) => formatChicago(item, false)),
  vancouver: western(
    'Vancouver（NLM）',
    'numeric',
    (item) => formatVancouver(item),
    (n) => `${n}. `,
  ),
  ieee: western('IEEE', 'numeric', (item) => formatIeee(item), bracketed),
} satisfies Record<string, StyleFacts>

export type StyleId = keyof typeof facts

/** What a list of styles shows. */
export interface Style {
  id: StyleId
  name: string
  system: System
  national: boolean
}

// Object.keys forgets what the keys are.
const ids = Object.keys(facts) as StyleId[]

/** Every style, the product's own first. */
export const styles: readonly Style[] = ids.map((id) => {
  const { name, system, national } = facts[id]
  return { id, name, system, national }
})

/** Whether a name is that of a style. */
export function isStyleId(name: string): name is StyleId {
  return Object.hasOwn(facts, name)
}

/** How the texts of a style refer to its list. */
export function systemOf(styleId: StyleId): System {
  return facts[styleId].system
}

/** One entry of a list of references, in runs of one type face; `plain` gives its text alone. */
export function formatReference(styleId: StyleId, item: CslItem, options: FormatOptions = {}): Run[] {
  const style: StyleFacts = facts[styleId]
  const label = options.number === undefined ? '' : style.label(options.number)
  return onOneLine(seq(label, style.format(item, options)))
}
