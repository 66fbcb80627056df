// Turns labelled tokens into the fields of a reference.
import { splitNames } from '../fields/name-lists.ts'
import { OTHERS_NAME } from '../fields/name-words.ts'
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

/** A run of tokens of one part. */
interface Run {
  part: Part
  from: number
  to: number
}

function findRuns(labels: readonly number[]): Run[] {
  const runs: Run[] = []
  let open: Run | undefined
  for (const [at, number] of labels.entries()) {
    const label = LABELS[number] ?? 'O'
    const part = partOf(label)
    if (part === null || label.startsWith('L')) open = undefined
    else if (open?.part === part && label.startsWith('I')) open.to = at
    else {
      open = { part, from: at, to: at }
      runs.push(open)
    }
  }
  return runs
}

const CLOSING: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '）': '（',
  '》': '《',
  '”': '“',
  '」': '「',
}

/** Returns whether names end with an initial and print full stops behind others. */
const endsWithStoppedInitial = (names: string): boolean =>
  /(?<!\p{L})\p{Lu}$/u.test(names) && /\p{Lu}\./u.test(names)

/** Returns the text of a run with the sign that closes what it opens or ends its last initial, and no blanks twice. */
function textOf(text: string, tokens: readonly Token[], { from, to }: Run): string {
  const [start, end] = [tokens[from]?.start ?? 0, tokens[to]?.end ?? 0]
  const value = text.slice(start, end)
  const next = text.charAt(end)
  const opening = CLOSING[next]
  const closes =
    opening === undefined
      ? next === '.' && endsWithStoppedInitial(value)
      : value.lastIndexOf(opening) > value.lastIndexOf(next)
  return (closes ? value + next : value).replace(/\s+/g, ' ')
}

const longest = (values: readonly string[]): string | undefined =>
  values.reduce<string | undefined>(
    (best, value) => (value.length > (best?.length ?? 0) ? value : best),
    undefined,
  )

/** Words behind a number that tell what it counts: `44卷第`, `3期`, `45页`; in Chinese they are parts of its run. */
const COUNTED_UNIT = /(?<=\p{N}\s?)[卷期页頁号號月第권호제]{1,3}$/u
/** A year with its unit in Chinese, or behind whose bracket something else stands. */
const YEAR_WITH_MORE = /^(\p{N}{4}[a-z]?)(?:\s?年版?|[)）].*)$/u

const withoutUnit = (value: string | undefined): string | undefined => value?.replace(COUNTED_UNIT, '').trim()

/** Returns the year in the number of a standard, which often is the only one. */
const yearOfStandard = (tokens: readonly Token[]): string | undefined =>
  tokens.flatMap(({ kind, text }) => (kind === 'code' ? (/(?<=[-–—:])\d{4}$/.exec(text) ?? []) : []))[0]

/** Volume, year and page at the end of an entry: `104 (1974) 81.` */
const VOLUME_YEAR_PAGE =
  /(?<![\d.,–-]\s?)(\d{1,4}) \((?:1[6-9]|20)\d\d\),? (?:pp?\. ?)?([A-Z]?\d+(?:[-–—]\d+)?)\.?$/
/** A title before a year in brackets, where names would be: `Editorial. (1918).` */
const LONE_TITLE = /^\p{Lu}[\p{L}\s’'-]*\. \((?:1[6-9]|20)\d\d\)/u
/** Issues have smaller numbers. */
const MIN_DOUBLE_VOLUME = 100

/** Corrects fields whose places in an entry leave no doubt. */
function settleFields(text: string, fields: ReferenceFields): void {
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

/** Returns the fields that the labels of the tokens of a reference give. */
export function assembleFields(
  text: string,
  tokens: readonly Token[],
  labels: readonly number[],
): ReferenceFields {
  const runs = findRuns(labels)
  const values = (part: Part) =>
    runs.filter((run) => run.part === part).map((run) => textOf(text, tokens, run))
  const fields: ReferenceFields = {}
  const names = (part: Part) =>
    values(part)
      .flatMap(splitNames)
      .flatMap(trimName)
      .filter((name) => !OTHERS_NAME.test(name))
  const titleOf = (part: Part) => {
    const run = runs.find((each) => each.part === part)
    if (!run) return undefined
    const value = trimTitle(textOf(text, tokens, run), text.charAt((tokens[run.from]?.start ?? 0) - 1))
    return tokens[run.to + 1]?.kind === 'code' ? withoutCountry(value) : value
  }
  const author = names('author')
  const editor = names('editor')
  if (author.length > 0) fields.author = author
  if (editor.length > 0) fields.editor = editor
  const date = values('date').find((value) => /\d{4}/.test(value)) ?? values('date')[0]
  const chosen = {
    title: titleOf('title'),
    container: titleOf('container'),
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
  for (const [name, value] of Object.entries(chosen)) if (value) fields[name as keyof typeof chosen] = value
  settleFields(text, fields)
  return fields
}
