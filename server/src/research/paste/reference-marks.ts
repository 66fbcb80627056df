/** A year, but not that of a question: 「2020 年发表的」. */
export const YEAR_NUMBER = /(?<!\d)(?:1[89]|20)\d\d(?!\d|\s?年)/

/** A pattern of a style of printed references. */
export interface ReferencePattern {
  /** Matches the part of a reference by which the style is recognized. */
  mark: RegExp
  /** The mark contains the year or follows it; otherwise the year has to follow the mark. */
  yearBefore: boolean
  /** Number of sentences after the mark that belong to the reference in any case: the title, the journal. */
  minSentences: number
}

/** Patterns that occur in printed references and hardly anywhere else. */
export const REFERENCE_MARKS: ReferencePattern[] = [
  // [J], [C]//, [EB/OL]: GB/T 7714, after the title.
  {
    mark: /[[［](?:[JMCDRPSNGA]|CP|DB|EB|Z)(?:\/(?:OL|CD|MT|DK))?[\]］]/,
    yearBefore: false,
    minSentences: 0,
  },
  // (2017). Title: APA.
  { mark: /[(（](?:1[89]|20)\d\d[a-z]?[)）][.。]\s{0,3}(?=\S)/, yearBefore: true, minSentences: 2 },
  // "Title," or "Title.": IEEE, MLA, Chicago.
  {
    mark: /["“][^"“”\n]{6,300}[,.]["”](?=[^\n]{0,300}(?<!\d)(?:1[89]|20)\d\d)/,
    yearBefore: false,
    minSentences: 0,
  },
  // 2021;596:583-9 and 596, 583–589 (2021): Vancouver, Nature.
  {
    mark: /(?:1[89]|20)\d\d\s?;\s?\d{1,4}(?:\(\d{1,4}\))?\s?:\s?[a-z]?\d+(?:[-–]\d+)?/i,
    yearBefore: true,
    minSentences: 0,
  },
  {
    mark: /\s\d{1,4}(?:\(\d{1,4}\))?\s?[,:]\s?[a-z]?\d+(?:[-–]\d+)?\s?\((?:1[89]|20)\d\d\)/i,
    yearBefore: true,
    minSentences: 0,
  },
]
