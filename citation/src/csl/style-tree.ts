// The compiled form of a CSL style: typed elements with attributes read and macros resolved. Fields have the meaning of
// the attributes of CSL 1.0.2 with the same name; their texts are as the style writes them, unchecked unless the type
// lists the values. Undefined means that the style does not set the attribute.

/** Typographic attributes of an element. */
export interface Formatting {
  'font-style'?: string
  'font-variant'?: string
  'font-weight'?: string
  'text-decoration'?: string
  'vertical-align'?: string
}

/** Where a part of an entry stands. */
export type Display = 'block' | 'left-margin' | 'right-inline' | 'indent'

/** The attributes that most elements share. */
export interface Styled {
  prefix: string
  suffix: string
  format: Formatting | undefined
  display: Display | undefined
  quotes: boolean
  stripPeriods: boolean
  textCase: string | undefined
}

/** Elements that a style defines once under a name (`cs:macro`). */
export interface Macro {
  name: string
  children: StyleNode[]
}

/** `cs:text`. */
export interface TextNode extends Styled {
  kind: 'text'
  from: 'variable' | 'macro' | 'term' | 'value'
  /** The name of the variable or term, or the value. */
  name: string
  macro: Macro | undefined
  form: string
  plural: boolean
}

/** `cs:number`. */
export interface NumberNode extends Styled {
  kind: 'number'
  variable: string
  form: string
}

/** `cs:label`. */
export interface LabelNode extends Styled {
  kind: 'label'
  variable: string
  form: string
  plural: 'contextual' | 'always' | 'never'
}

/** `cs:date-part`. */
export interface DatePartNode extends Styled {
  name: 'year' | 'month' | 'day'
  form: string | undefined
  rangeDelimiter: string | undefined
}

/** `cs:date`: with a `form`, a format of the locale; otherwise its own parts. */
export interface DateNode extends Styled {
  kind: 'date'
  variable: string
  form: 'text' | 'numeric' | undefined
  /** The parts that a localized date shows: `year-month-day`, `year-month` or `year`. */
  shown: string | undefined
  parts: DatePartNode[]
  delimiter: string
}

/** Attributes of `cs:name` and those by which style, citation and bibliography pass them on. */
export interface NameOptions {
  and?: string
  delimiter?: string
  'delimiter-precedes-et-al'?: string
  'delimiter-precedes-last'?: string
  'et-al-min'?: number
  'et-al-use-first'?: number
  'et-al-use-last'?: boolean
  'et-al-subsequent-min'?: number
  'et-al-subsequent-use-first'?: number
  form?: string
  initialize?: boolean
  'initialize-with'?: string
  'name-as-sort-order'?: string
  'sort-separator'?: string
  'names-delimiter'?: string
}

/** How one part of a name, family or given, is printed (`cs:name-part`). */
export type NamePart = Styled

/** `cs:name`. */
export interface NameNode extends Styled {
  options: NameOptions
  family: NamePart | undefined
  given: NamePart | undefined
}

/** `cs:et-al`. */
export interface EtAlNode {
  term: string
  format: Formatting | undefined
}

/** `cs:names`. */
export interface NamesNode extends Styled {
  kind: 'names'
  variables: string[]
  delimiter: string | undefined
  name: NameNode | undefined
  etAl: EtAlNode | undefined
  label: LabelNode | undefined
  /** Whether the label stands before the name. */
  labelFirst: boolean
  substitute: StyleNode[]
}

/** `cs:group`. */
export interface GroupNode extends Styled {
  kind: 'group'
  delimiter: string
  children: StyleNode[]
}

/** One test of a condition: `variable="title editor"`. */
export interface ConditionTest {
  attribute: string
  values: string[]
}

/** Tests that are combined by `match`. */
export interface Condition {
  tests: ConditionTest[]
  match: 'all' | 'any' | 'none'
}

/** `cs:if`, `cs:else-if` or `cs:else`. */
export interface Branch {
  /** All of these, any or none according to `match`; empty for `else`. */
  conditions: Condition[]
  match: 'all' | 'any' | 'none'
  children: StyleNode[]
}

/** `cs:choose`: the first branch whose conditions hold is rendered. */
export interface ChooseNode {
  kind: 'choose'
  branches: Branch[]
}

/** An element that prints something. */
export type StyleNode = TextNode | NumberNode | LabelNode | DateNode | NamesNode | GroupNode | ChooseNode

/** `cs:key`: sorts by a variable or by what a macro renders. */
export interface SortKey {
  variable: string | undefined
  macro: Macro | undefined
  descending: boolean
  options: NameOptions
}

/** What is printed for a cite or an entry, for items of some languages (CSL-M) or all. */
export interface Layout extends Styled {
  /** The languages of the layout, the first of which gives the terms; empty for all others. */
  locales: string[]
  delimiter: string
  children: StyleNode[]
}

/** What citation and bibliography have in common. */
interface Area {
  options: NameOptions
  sort: SortKey[] | undefined
  layouts: Layout[]
}

/** `cs:citation`, with its attributes. */
export interface CitationArea extends Area {
  // The attributes `disambiguate-add-…`.
  addNames: boolean
  addGivenName: boolean
  addYearSuffix: boolean
  givenNameRule: string
  collapse: string | undefined
  citeGroupDelimiter: string | undefined
  yearSuffixDelimiter: string | undefined
  afterCollapseDelimiter: string | undefined
  nearNoteDistance: number
}

/** `cs:bibliography`, with its attributes. */
export interface BibliographyArea extends Area {
  hangingIndent: boolean
  secondFieldAlign: 'flush' | 'margin' | undefined
  subsequentAuthorSubstitute: string | undefined
  subsequentAuthorRule: string
}

/** A date format of a locale. */
export type LocaleDate = Pick<DateNode, 'parts' | 'delimiter'>

/** A term in one form: singular and plural, which are equal where the locale gives only one. */
export type TermForms = readonly [single: string, multiple: string]

/** Terms and formats of a locale file, or the overrides of a style. */
export interface LocaleData {
  /** The language tag; undefined for overrides of all languages. */
  language: string | undefined
  /** By `form/name`, see `termKey`. */
  terms: ReadonlyMap<string, TermForms>
  /** The `match` attribute of ordinal terms, by name. */
  ordinalMatch: ReadonlyMap<string, string>
  /** The gender of nouns, by name. Keys of ordinal terms contain that of their noun: `long/ordinal-01/feminine`. */
  genders: ReadonlyMap<string, string>
  dates: ReadonlyMap<string, LocaleDate>
  options: { punctuationInQuote?: boolean; limitDayOrdinals?: boolean }
}

/** A style that was checked and can be used. */
export interface CslStyle {
  /** The address that identifies the style. */
  id: string
  title: string
  kind: 'in-text' | 'note'
  /** `numeric`, `author-date`, `note`, …, as the style says. */
  citationFormat: string | undefined
  defaultLocale: string | undefined
  options: NameOptions
  demoteParticle: 'never' | 'sort-only' | 'display-and-sort'
  initializeWithHyphen: boolean
  pageRangeFormat: string | undefined
  /** The style's own terms and formats, which override those of locale files. */
  locales: LocaleData[]
  citation: CitationArea
  bibliography: BibliographyArea | undefined
}
