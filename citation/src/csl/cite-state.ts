import type { Locale } from './locale.ts'
import type { LocaleSource } from './locale-source.ts'
import type { PersonName } from './person-names.ts'
import type { Reference } from './reference.ts'
import type { CslStyle, NameOptions } from './style-tree.ts'

/** Where a cite stands in relation to earlier cites of the same reference. */
export type CitePosition = 'first' | 'subsequent' | 'ibid' | 'ibid-with-locator'

/** One reference in a citation, with what the author of the text adds. */
export interface Cite {
  /** The id of the reference. */
  id: string
  /** The place in the source: `12-14`. */
  locator?: string
  /** The kind of the locator: `page` when absent. */
  label?: string
  prefix?: string
  suffix?: string
  /** The position in relation to earlier cites; found from the text when absent. */
  position?: CitePosition
  /** The author stands in the sentence, so the cite leaves the names out. */
  suppressAuthor?: boolean
  /** Only the names are printed. */
  authorOnly?: boolean
}

/** How much of a given name a cite prints; a higher level prints more. */
export const GIVEN_LEVEL = { byStyle: 0, initials: 1, full: 2 } as const

/** What is printed beyond the style's usual form to distinguish a cite from others. */
export interface Disambiguation {
  /** For each list of names in the cite, by its index: how many names are shown at least. */
  nameCounts: number[]
  /** By index of the list, then of the name: a `GIVEN_LEVEL`. */
  givenLevels: number[][]
  /** How many tests `disambiguate="true"` are met, from the first on. */
  conditions: number
  yearSuffix: string | undefined
}

/** Returns a disambiguation that adds nothing. */
export const noDisambiguation = (): Disambiguation => ({
  nameCounts: [],
  givenLevels: [],
  conditions: 0,
  yearSuffix: undefined,
})

/**
 * The `GIVEN_LEVEL` of each name under the rules that treat a person alike in all cites. The keys are
 * `first/` for the first name of a list, or `other/`, and then the `personKey`.
 */
export type GivenLevels = ReadonlyMap<string, number>

/** What all renderings of a style share. */
export interface RenderingStyle {
  style: CslStyle
  locales: LocaleSource
  defaultLocale: Locale
  /** Whether a text of the citation layouts prints the year suffix; else it follows the first year. */
  hasYearSuffixText: { citation: boolean; bibliography: boolean }
}

/** A list of names in a cite. */
export interface RenderedNameList {
  names: readonly PersonName[]
  options: NameOptions
  /** The number of names that the style alone shows. */
  usualCount: number
  /** The number of names that are shown. */
  shownCount: number
}

/**
 * The state of rendering one reference: what is rendered, which stays the same, and what was met so far, which the
 * rendering functions update.
 */
export interface RenderState {
  rendering: RenderingStyle
  area: 'citation' | 'bibliography'
  /** Whether the text is rendered to be compared with that of other references. */
  isComparison: boolean
  /** Whether a sort key is rendered. */
  isSortKey: boolean
  locale: Locale
  reference: Reference
  cite: Cite
  position: CitePosition
  isNearNote: boolean
  /** See `PositionedCite`. */
  firstNote: number | undefined
  /** From 1; 0 when there is none. */
  citationNumber: number
  disambiguation: Disambiguation
  givenLevels: GivenLevels | undefined
  /** Options of names that a sort key overrides. */
  keyOptions: NameOptions
  /** Leaves out the names that stand first. */
  omitsFirstNames: boolean
  /** Prints nothing but the year suffix. */
  onlyYearSuffix: boolean
  /** Variables that a substitution has printed; they print nothing afterwards. */
  suppressedVariables: Set<string>
  /** Variables printed since a substitution began; undefined outside of substitutions. */
  printedVariables: Set<string> | undefined
  /** How many variables were asked for, by which a group with only empty variables is recognised. */
  requestedCount: number
  /** How many of the variables asked for had a value. */
  filledCount: number
  /** The lists of names that were rendered. */
  nameLists: RenderedNameList[]
  /** How many tests of `disambiguate` were evaluated so far. */
  conditionsSeen: number
  /** Whether the year suffix has been printed with a date. */
  hasYearSuffix: boolean
}
