// The labelled references of shared/data/references, and the labels that their fields give to their tokens.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { LABELS, type Part } from '../formats/src/references/labels.ts'
import { type Token, tokenizeReference } from '../formats/src/references/tokenize.ts'

/** A reference with the fields that people found in it. */
export interface GoldReference {
  id: string
  text: string
  /** Values as printed, by the names of `FIELD_PARTS`. */
  fields: Record<string, string | string[]>
  /** Fields that may or may not be in the text, and are not scored. */
  unscored: string[]
  lang: string
  /** The set from which it comes. */
  source: string
}

const FOLDER = new URL('../../shared/data/references/', import.meta.url)

/** Reads the labelled references; null, with a message, when they are absent. */
export function readGoldReferences(): GoldReference[] | null {
  const files = ['references.jsonl.gz', 'references-zh.jsonl.gz'].map((name) => new URL(name, FOLDER))
  if (!files.every((file) => existsSync(file))) {
    console.log('labelled references are not here (shared/data/references): nothing to measure')
    return null
  }
  return files.flatMap((file) => readJsonLines(gunzipSync(readFileSync(file)).toString()))
}

/** Parses lines of JSON. */
export const readJsonLines = <Line = GoldReference>(text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))

/** The source of the printed examples of Chinese styles, in which each work stands many times. */
const STYLES_SOURCE = 'zh-styles'

/** What references must not share between training and test: the work where one stands many times, else the text. */
const groupOf = ({ id, source }: GoldReference): string =>
  source === STYLES_SOURCE ? id.split(':').slice(0, 3).join(':') : id

/** Where the words of a reference come from: its set, or its work. */
export const originOf = (gold: GoldReference): string =>
  gold.source === STYLES_SOURCE ? groupOf(gold) : gold.source

/** Returns the fold, from 0, in which a reference is tested. */
export const foldOf = (gold: GoldReference, folds: number): number =>
  createHash('sha256')
    .update(`folds:${groupOf(gold)}`)
    .digest()
    .readUInt32BE() % folds

/** The fields in the order in which their places are looked for, and the part that each is. */
const FIELD_PARTS: readonly (readonly [string, Part])[] = [
  ['doi', 'doi'],
  ['url', 'url'],
  ['title', 'title'],
  ['container', 'container'],
  ['series', 'series'],
  ['publisher', 'publisher'],
  ['institution', 'publisher'],
  ['author', 'author'],
  ['editor', 'editor'],
  ['translator', 'editor'],
  ['location', 'location'],
  ['genre', 'note'],
  ['note', 'note'],
  ['edition', 'note'],
  ['contributor', 'note'],
  ['medium', 'note'],
  ['isbn', 'note'],
  ['pages', 'pages'],
  ['date', 'date'],
  ['volume', 'volume'],
  ['issue', 'issue'],
  ['number', 'number'],
]

/** Reduces a text to its letters, marks and digits in lower case. */
const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** A reference with its tokens. */
export interface LabelledReference {
  gold: GoldReference
  tokens: Token[]
  /** For each token the numbers of the labels that it may have; a single one where the gold is sure. */
  allowed: number[][]
}

/** A run of tokens, by the indices of its first and its last one. */
interface Span {
  from: number
  to: number
}

/** Shorter values, which occur within many words, are not looked for within tokens. */
const MIN_ROUGH_CHARS = 3
/** Length of the text before a token in which `LEADS` are looked for. */
const MAX_BEFORE_CHARS = 12

/** Looks for values in the tokens of a reference, whatever signs stand between them. */
class ValueFinder {
  /** For each token whether it belongs to a value that was found. */
  readonly used: boolean[]
  /** The folded texts of all tokens without anything between them. */
  readonly #joined: string
  /** The token that starts, or ends, at an offset of `#joined`. */
  readonly #starts = new Map<number, number>()
  readonly #ends = new Map<number, number>()
  readonly #tokens: readonly Token[]
  readonly #text: string

  constructor(text: string, tokens: readonly Token[]) {
    this.#tokens = tokens
    this.#text = text
    this.used = tokens.map(() => false)
    let joined = ''
    for (const [at, token] of tokens.entries()) {
      this.#starts.set(joined.length, at)
      joined += foldText(token.text)
      this.#ends.set(joined.length, at)
    }
    this.#joined = joined
  }

  /** Returns the places of a value among the tokens that are not used yet. */
  find(value: string): Span[] {
    const key = foldText(value)
    const spans: Span[] = []
    if (key === '') return spans
    for (let at = this.#joined.indexOf(key); at >= 0; at = this.#joined.indexOf(key, at + 1)) {
      const from = this.#starts.get(at)
      const to = this.#ends.get(at + key.length)
      if (from === undefined || to === undefined) continue
      if (!this.used.slice(from, to + 1).some(Boolean)) spans.push({ from, to })
    }
    return spans
  }

  /** Returns the place of a value that begins or ends within a token, as a list of at most one. */
  findRoughly(value: string): Span[] {
    const key = foldText(value)
    const at = key.length < MIN_ROUGH_CHARS ? -1 : this.#joined.indexOf(key)
    if (at < 0) return []
    const from = [...this.#starts].findLast(([start]) => start <= at)?.[1] ?? 0
    const to = [...this.#ends].find(([end]) => end >= at + key.length)?.[1] ?? from
    // A year in the number of a standard is no date of its own.
    const isFree = this.#tokens
      .slice(from, to + 1)
      .every(({ kind }, i) => kind !== 'code' && !this.used[from + i])
    return isFree ? [{ from, to }] : []
  }

  /** Marks the tokens of a span as used. */
  use({ from, to }: Span): void {
    this.used.fill(true, from, to + 1)
  }

  /** Returns the text just before a token. */
  textBefore(at: number): string {
    const start = this.#tokens[at]?.start ?? 0
    return this.#text.slice(Math.max(0, start - MAX_BEFORE_CHARS), start)
  }
}

/** What stands before a number of a kind; only for telling equal numbers of the gold apart. */
const LEADS: Partial<Record<Part, RegExp>> = {
  volume: /(?:vol\w*|v|bd|band|tome|t|第|제|卷|,|\p{L})[.:,\s]*$/iu,
  issue: /(?:no|nr|n|num|issue|heft|iss|第|제|호|[(/,])[.°º:\s]*$/iu,
  pages: /(?:p|pp|pages?|s|seiten?|第|[:,])[.:\s]*$/iu,
  date: /[(,.\s，（]$/u,
}

/**
 * Returns the place of a value of a part. Places behind the token `last` are preferred, and among those one that is
 * announced by `LEADS`.
 */
function findValue(finder: ValueFinder, part: Part, value: string, last: number): Span | undefined {
  const spans = finder.find(value)
  const later = spans.filter(({ from }) => from > last)
  const places = later.length > 0 ? later : spans
  const announced = places.find(({ from }) => LEADS[part]?.test(finder.textBefore(from)))
  return announced ?? places[0] ?? finder.findRoughly(value)[0]
}

interface PartSpan extends Span {
  part: Part
}

/** Returns the places of the values of a field, in their order, and marks them as used. */
function findField(finder: ValueFinder, part: Part, values: readonly string[]): PartSpan[] {
  const found: PartSpan[] = []
  const take = (span: Span) => {
    finder.use(span)
    found.push({ ...span, part })
  }
  let last = -1
  for (const value of values) {
    const span = findValue(finder, part, value, last)
    if (!span) continue
    take(span)
    last = span.from
    // Some styles print the year or the pages twice.
    const isTwice = part === 'date' || (part === 'pages' && span.to > span.from)
    if (isTwice) finder.find(value).forEach(take)
  }
  return found
}

/** Returns the tokens of each part of a reference, in their order. */
function findParts({ text, fields }: GoldReference, tokens: readonly Token[]): PartSpan[] {
  const finder = new ValueFinder(text, tokens)
  return FIELD_PARTS.flatMap(([field, part]) =>
    findField(finder, part, [fields[field] ?? []].flat()),
  ).toSorted((a, b) => a.from - b.from)
}

/** All tokens of a gap of at most this length lead to the part behind it. */
const MAX_LEAD_TOKENS = 3
/** In a longer gap only a last token of at most this length does: `pp`, `vol`. */
const MAX_LEAD_CHARS = 4

const numberOf = (label: string): number => LABELS.indexOf(label as never)

/** Two names of one list have at most one token between them: `and`. */
const MAX_NAME_DISTANCE = 2

/** Returns whether a part goes on with another: names of one list, and parts with only punctuation between them. */
const continuesPart = (before: PartSpan | undefined, { part, from }: PartSpan): boolean =>
  before?.part === part &&
  (from === before.to + 1 ||
    ((part === 'author' || part === 'editor') && from - before.to <= MAX_NAME_DISTANCE))

/** Returns the labels that the gold fields give to the tokens of a reference. */
export function labelReference(gold: GoldReference): LabelledReference {
  const tokens = tokenizeReference(gold.text)
  const allowed: number[][] = tokens.map(() => [])
  const parts = findParts(gold, tokens)
  const missing = FIELD_PARTS.filter(
    ([field]) => gold.unscored.includes(field) && gold.fields[field] === undefined,
  )
  const unsure = [...new Set(missing.map(([, part]) => part))]
  const gap = { text: gold.text, tokens, allowed, unsure }
  for (const [index, span] of parts.entries()) {
    const { from, to, part } = span
    const before = parts[index - 1]
    const isContinued = continuesPart(before, span)
    const start = (before?.to ?? -1) + 1
    if (isContinued) allowed.fill([numberOf(`I-${part}`)], start, from)
    else labelGap({ ...gap, from: start, to: from, before: before?.part, next: part })
    allowed.fill([numberOf(`I-${part}`)], from, to + 1)
    if (!isContinued) allowed[from] = [numberOf(`B-${part}`)]
  }
  const last = parts.at(-1)
  labelGap({ ...gap, from: (last?.to ?? -1) + 1, to: tokens.length, before: last?.part, next: undefined })
  return { gold, tokens, allowed }
}

/** The tokens between two parts, from `from` to before `to`, with what `labelReference` works on. */
interface Gap {
  text: string
  tokens: readonly Token[]
  allowed: number[][]
  from: number
  to: number
  before: Part | undefined
  next: Part | undefined
  /** Parts that may stand anywhere between others. */
  unsure: readonly Part[]
}

/** Labels the tokens of a gap: what adheres to the part before, and a few words that lead to the next. */
function labelGap({ text, tokens, allowed, from, to, before, next, unsure }: Gap): void {
  const isJoined = (at: number) => text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start) === ''
  let start = from
  for (; before !== undefined && start < to && isJoined(start); start += 1)
    allowed[start] = [numberOf(`I-${before}`)]
  const unsureLabels = unsure.flatMap((part) => [`B-${part}`, `I-${part}`, `L-${part}`])
  const alternatives = unsure.length === 0 ? [] : ['O', ...unsureLabels, ...(before ? [`I-${before}`] : [])]
  for (let at = start; at < to; at += 1) {
    const isShort = at === to - 1 && (tokens[at]?.text.length ?? 0) <= MAX_LEAD_CHARS
    const leads = next !== undefined && (to - start <= MAX_LEAD_TOKENS || isShort)
    allowed[at] = [...new Set([leads ? `L-${next}` : 'O', ...alternatives])].map(numberOf)
  }
}
