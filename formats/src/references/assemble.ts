// Assembles the fields of a reference from its labelled tokens.
import { splitNames } from '../fields/name-lists.ts'
import { OTHERS_NAME } from '../fields/name-words.ts'
import { type Run, textOf, titleTextOf } from './field-text.ts'
import { LABELS, type Part, partOf } from './labels.ts'
import type { Token } from './tokenize.ts'
import {
  isPageNumber,
  trimAddressRun,
  trimName,
  trimTitle,
  withoutCountry,
  withoutThesis,
} from './trim-values.ts'

/** The fields of a reference as it prints them; those that it does not print are absent. */
export interface ReferenceFields {
  /** The names of the authors, each as printed. */
  author?: string[]
  /** Editors and translators. */
  editor?: string[]
  title?: string
  /** The journal, the book or the proceedings. */
  container?: string
  date?: string
  volume?: string
  issue?: string
  pages?: string
  publisher?: string
  location?: string
  doi?: string
  url?: string
}

/** Matches a year with its Chinese unit, `2014年`, or with something after its bracket, `2014) 3`. */
const YEAR_WITH_MORE = /^(\p{N}{4}[a-z]?)(?:\s?年版?|[)）].*)$/u

/**
 * Returns the fields of a reference from the labels of its tokens; empty fields are absent. Of several runs of a part,
 * the first counts, of publishers the longest, of dates the first with a year; names of all runs are joined.
 *
 * @param labels for each token the index of its label in `LABELS`
 */
export function assembleFields(
  text: string,
  tokens: readonly Token[],
  labels: readonly number[],
): ReferenceFields {
  const runs = findRuns(labels)
  const values = (part: Part) =>
    runs.filter((run) => run.part === part).map((run) => textOf(text, tokens, run))
  const firstRun = (part: Part) => runs.find((run) => run.part === part)
  const fields: ReferenceFields = {}
  const author = namesIn(values('author'))
  const editor = namesIn(values('editor'))
  if (author.length > 0) fields.author = author
  if (editor.length > 0) fields.editor = editor
  const dates = values('date')
  const date = dates.find((value) => /\p{Nd}{4}/u.test(value)) ?? dates[0]
  const singleFields = {
    title: trimmedTitle(text, tokens, firstRun('title')),
    container: trimmedTitle(text, tokens, firstRun('container')),
    date: date?.replace(YEAR_WITH_MORE, '$1') ?? yearOfStandard(tokens),
    volume: withoutUnit(values('volume')[0]),
    issue: withoutUnit(values('issue')[0]),
    pages: withoutUnit(values('pages').find(isPageNumber)),
    publisher: longest(values('publisher').map(withoutThesis)),
    location: values('location')[0],
    doi: values('doi').find((value) => /^10\.\s?\d/.test(value)),
    url: values('url')
      .map(trimAddressRun)
      .find((value) => value.includes('.')),
  }
  for (const [name, value] of Object.entries(singleFields))
    if (value) fields[name as keyof typeof singleFields] = value
  correctFields(text, fields)
  return fields
}

/**
 * Returns the runs of a reference in order. A label is `B-part` for the first token of a part, `I-part` for a further
 * one, `L-part` for a token that leads to it (`pp.`), `O` for any other; only the first two are in runs.
 */
function findRuns(labels: readonly number[]): Run[] {
  const runs: Run[] = []
  let current: Run | undefined
  for (const [at, number] of labels.entries()) {
    const label = LABELS[number] ?? 'O'
    const part = partOf(label)
    if (part === null || label.startsWith('L')) current = undefined
    else if (current?.part === part && label.startsWith('I')) current.to = at
    else {
      current = { part, from: at, to: at }
      runs.push(current)
    }
  }
  return runs
}

/** Returns the names in the values of a part, without marks for further names. */
const namesIn = (values: readonly string[]): string[] =>
  values
    .map(splitNames)
    .flatMap((list) => list.flatMap((name, at) => trimName(name, at > 0 && at === list.length - 1)))
    .filter((name) => !OTHERS_NAME.test(name))

/** Returns the title in a run; undefined without a run. */
function trimmedTitle(text: string, tokens: readonly Token[], run: Run | undefined): string | undefined {
  if (!run) return undefined
  const before = text.charAt((tokens[run.from]?.start ?? 0) - 1)
  const value = trimTitle(titleTextOf(text, tokens, run), before, text.slice(tokens[run.to]?.end))
  return tokens[run.to + 1]?.kind === 'code' ? withoutCountry(value) : value
}

/** Returns the year in the number of a standard, which often is the only year of a reference. */
const yearOfStandard = (tokens: readonly Token[]): string | undefined =>
  tokens.flatMap(({ kind, text }) => (kind === 'code' ? (/(?<=[-–—:])\d{4}$/.exec(text) ?? []) : []))[0]

/** Matches units after a number, `44卷第`, `3期`, which Chinese writes without a space, so that the run contains them. */
const COUNTED_UNIT = /(?<=\p{N}\s?)[卷期页頁号號月第권호제]{1,3}$/u

/** Returns a number without its unit, trimmed. */
const withoutUnit = (value: string | undefined): string | undefined => value?.replace(COUNTED_UNIT, '').trim()

/** Returns the longest value, the first of several; undefined without values. */
const longest = (values: readonly string[]): string | undefined =>
  values.reduce<string | undefined>(
    (best, value) => (value.length > (best?.length ?? 0) ? value : best),
    undefined,
  )

/** Matches volume, year and page at the end of an entry: `104 (1974) 81.` */
const VOLUME_YEAR_PAGE =
  /(?<![\d.,–-]\s?)(\d{1,4}) \((?:1[6-9]|20)\d\d\),? (?:pp?\. ?)?([A-Z]?\d+(?:[-–—]\d+)?)\.?$/
/** Matches the heading of an unsigned piece before a year in brackets, where names would be: `Editorial. (1918).` */
const LONE_TITLE =
  /^(?:editorials?|errat(?:um|a)|corrigend(?:um|a)|corrections?|retractions?|obituar(?:y|ies)|in memoriam|(?:book )?reviews?|news|announcements?|correspondence|letters?(?: to the editors?)?|comment(?:s|ary)?|repl(?:y|ies)|discussions?|preface|foreword|introduction)\. \((?:1[6-9]|20)\d\d\)/i
/** From this number on, `104-105` are two volumes in one, not a volume and an issue; issues have smaller numbers. */
const MIN_DOUBLE_VOLUME = 100

/**
 * Corrects `fields` in place where the form of the entry leaves no doubt: volume and page at its end, a double volume
 * `104-105` that was read as volume and issue, and the title of an unsigned piece that was read as an author.
 */
function correctFields(text: string, fields: ReferenceFields): void {
  const { author = [], title, container, volume, issue } = fields
  const [, lastVolume, lastPages] = volume ? [] : (VOLUME_YEAR_PAGE.exec(text.trimEnd()) ?? [])
  if (lastVolume && lastPages) Object.assign(fields, { volume: lastVolume, pages: lastPages })
  const isDouble = Number(volume) >= MIN_DOUBLE_VOLUME && Number(issue) === Number(volume) + 1
  if (isDouble && text.includes(`${volume}-${issue}`)) {
    fields.volume = `${volume}-${issue}`
    delete fields.issue
  }
  if (!title && container && author.length === 1 && LONE_TITLE.test(text)) {
    fields.title = author[0] ?? ''
    delete fields.author
  }
}
