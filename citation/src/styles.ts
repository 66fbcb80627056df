import type { NationalOptions } from '@scinav/contract'
import type { CslItem } from './csl.ts'
import { formatGb } from './gb/gb.ts'
import type { GbEdition, GbSystem } from './gb/gb-style.ts'
import { concatRuns, foldRuns, type StyledRun } from './runs.ts'
import { formatSpec } from './spec-format.ts'
import { cslToReference } from './to-reference.ts'
import { formatApa } from './western/apa.ts'
import { formatChicago } from './western/chicago.ts'
import { formatIeee } from './western/ieee.ts'
import { formatMla } from './western/mla.ts'
import { formatVancouver } from './western/vancouver.ts'

/** Options of a formatted reference; each style ignores those that do not apply to it. */
export interface FormatOptions extends NationalOptions {
  /** The number of the entry; printed in front by styles with a label, ignored by the others. */
  number?: number
  /** `a`, `b`, … of author-date styles; see `yearSuffixes`. */
  yearSuffix?: string
}

/** The way in which a text refers to its list: by number, name and year, name and page, or note. */
export type CitationSystem = 'numeric' | 'author-date' | 'author-page' | 'note'

interface StyleDefinition {
  /** The displayed name. */
  name: string
  system: CitationSystem
  /** Whether it is a style of GB/T 7714, which follows the national options. */
  national: boolean
  /** Returns the text before a numbered entry. */
  label: (number: number) => string
  format: (item: CslItem, options: FormatOptions) => StyledRun[]
}

const bracketedNumber = (number: number): string => `[${number}] `

const noLabel = (): string => ''

/** Defines a style of GB/T 7714. */
const gbStyle = (edition: GbEdition, system: GbSystem): StyleDefinition => ({
  name: `GB/T 7714—${edition}（${system === 'numeric' ? '顺序编码制' : '著者-出版年制'}）`,
  system,
  national: true,
  label: system === 'numeric' ? bracketedNumber : noLabel,
  format: (item, options) => concatRuns(formatGb(item, edition, system, options)),
})

/** Defines a style that has no options but the year suffix. */
const westernStyle = (
  name: string,
  system: CitationSystem,
  format: (item: CslItem, yearSuffix?: string) => StyledRun[],
  label: (number: number) => string = noLabel,
): StyleDefinition => ({
  name,
  system,
  national: false,
  label,
  format: (item, options) => format(item, options.yearSuffix),
})

const STYLE_DEFINITIONS = {
  /**
   * The product's own style. `formatSpec` prints stored records better, because it keeps their dates and venues
   * unchanged.
   */
  spec: {
    name: '本站格式（GB/T 7714 样式）',
    system: 'numeric',
    national: false,
    label: (number: number) => `[${number}]`,
    format: (item: CslItem) => concatRuns(formatSpec(cslToReference(item))),
  },
  'gb-2025-numeric': gbStyle(2025, 'numeric'),
  'gb-2025-author-date': gbStyle(2025, 'author-date'),
  'gb-2015-numeric': gbStyle(2015, 'numeric'),
  'gb-2015-author-date': gbStyle(2015, 'author-date'),
  'apa-7': westernStyle('APA（第 7 版）', 'author-date', formatApa),
  'mla-9': westernStyle('MLA（第 9 版）', 'author-page', (item) => formatMla(item)),
  'chicago-17-author-date': westernStyle('Chicago（第 17 版，著者-出版年）', 'author-date', (item, suffix) =>
    formatChicago(item, 'author-date', suffix),
  ),
  'chicago-17-notes': westernStyle('Chicago（第 17 版，注释-书目）', 'note', (item) =>
    formatChicago(item, 'notes'),
  ),
  vancouver: westernStyle(
    'Vancouver（NLM）',
    'numeric',
    (item) => formatVancouver(item),
    (number) => `${number}. `,
  ),
  ieee: westernStyle('IEEE', 'numeric', (item) => formatIeee(item), bracketedNumber),
} satisfies Record<string, StyleDefinition>

/** The id of a citation style. */
export type StyleId = keyof typeof STYLE_DEFINITIONS

/** A citation style as a list of styles shows it. */
export interface CitationStyle {
  id: StyleId
  name: string
  system: CitationSystem
  /** Whether it is a style of GB/T 7714, which follows the national options. */
  national: boolean
}

// `Object.keys` returns plain strings, so the key type is restored.
const styleIds = Object.keys(STYLE_DEFINITIONS) as StyleId[]
/** All styles, the product's own first. */
export const styles: readonly CitationStyle[] = styleIds.map((id) => {
  const { name, system, national } = STYLE_DEFINITIONS[id]
  return { id, name, system, national }
})

/** Returns whether a name is the id of a style. */
export function isStyleId(name: string): name is StyleId {
  return Object.hasOwn(STYLE_DEFINITIONS, name)
}

/** Returns the way in which texts of a style refer to the list. */
export function citationSystem(styleId: StyleId): CitationSystem {
  return STYLE_DEFINITIONS[styleId].system
}

/**
 * Formats an entry of a list of references as runs of one typeface each; `runsText` returns the plain text. With
 * `options.number`, the entry begins with its label in numeric styles.
 */
export function formatReference(styleId: StyleId, item: CslItem, options: FormatOptions = {}): StyledRun[] {
  const style: StyleDefinition = STYLE_DEFINITIONS[styleId]
  const label = options.number === undefined ? '' : style.label(options.number)
  return foldRuns(concatRuns(label, style.format(item, options)))
}
