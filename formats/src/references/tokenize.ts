// Cuts the text of a reference into words, numbers and addresses with the punctuation between them.
import { readDataLines } from './data-files.ts'

/** What a token is; `east` is a run of East Asian characters, `code` the number of a standard or patent. */
export type TokenKind = 'word' | 'number' | 'east' | 'address' | 'doi' | 'code'

/** A piece of a reference that gets a label of its own. */
export interface Token {
  kind: TokenKind
  /** The text in NFKC. */
  text: string
  /** UTF-16 offset in the reference. */
  start: number
  /** Exclusive. */
  end: number
}

/** Length in UTF-16 units beyond which the text of a reference is not read; real ones are shorter. */
export const MAX_REFERENCE_CHARS = 5_000
/** Number of tokens beyond which a reference is not read; real ones have fewer. */
export const MAX_REFERENCE_TOKENS = 400
/** Matches the mark of the type of a document, `[J]` or `[EB/OL]`, which counts as punctuation. */
export const TYPE_MARK = /[[［]\s?[A-Z]{1,2}\s?(?:\/\s?[A-Z]{2}\s?)?[\]］]/
/** Source of a pattern for the number of a standard with its year. */
const STANDARD = [
  // The year after a dash: `GB/T 20090.16—2016`; the number is not itself a year.
  String.raw`(?:[A-Z]{2,5}|[A-Z]{1,4}\/[A-Z]{1,4}|IEEE Std\.?) ?(?!(?:19|20)\d\d[-–—])[A-Z]?\d{1,6}(?:[.-]\d{1,4}){0,3}[-–—](?:19|20)\d\d`,
  // The year after a colon: `ISO/IEC 9126-1:2001`.
  String.raw`(?:(?:ISO|IEC|ITU|BS|DIN|EN|NF|UNE|TS|TR|IEEE)[\/ ]){1,3}\d{2,6}(?:-\d{1,4}){0,2}:(?:19|20)\d\d`,
].join('|')
/** The same for the number of a patent with the sign of its office: `CN202827616U`, `US 7,123,456 B2`. */
const PATENT = String.raw`(?:CN|ZL|US|EP|WO|JP|KR|DE|FR|GB|AU|CA|RU|TW) ?(?:\d{7,13}|(?:19|20)\d\d(?: \d |\/)\d{5,7}|\d{1,2},\d{3},\d{3})(?:\.[\dX])?(?: ?[ABCUY]\d?)?`

/** Matches a token; the name of the group that matches is its kind. */
const TOKEN = new RegExp(
  [
    String.raw`(?<address>(?:https?:\/\/|www\.)[^\s\p{Script=Han}<>“”«»，。；（）【】《》]+)`,
    String.raw`(?<doi>10\.\d{4,9}\/[^\s\p{Script=Han}<>“”«»，。；（）【】《》]+)`,
    String.raw`(?<code>(?<![\p{Script=Latin}\p{N}])(?:${STANDARD}|${PATENT})(?![\p{Script=Latin}\p{N}]))`,
    String.raw`(?<number>\p{N}+)`,
    String.raw`(?<east>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+|\p{Script=Hangul}+)`,
    String.raw`(?<word>(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}])+)`,
  ].join('|'),
  'gu',
)

const HYPHEN_OR_APOSTROPHE = /^[-‐‑'’]$/

/**
 * Returns the first tokens of a reference in their order, within the limits above; hyphens and apostrophes between
 * letters stay in words. The text of a token in NFKC may be longer or shorter than its range.
 */
export function tokenizeReference(reference: string): Token[] {
  const text = reference.slice(0, MAX_REFERENCE_CHARS)
  const tokens: Token[] = []
  for (const match of withoutTypeMarks(text).matchAll(TOKEN)) {
    const [token, ...more] = readMatch(match)
    const before = tokens.at(-1)
    const areWords = before?.kind === 'word' && token?.kind === 'word'
    if (areWords && HYPHEN_OR_APOSTROPHE.test(text.slice(before.end, token.start))) before.end = token.end
    else if (tokens.length >= MAX_REFERENCE_TOKENS) break
    else if (token) tokens.push(token, ...more)
  }
  return tokens
    .slice(0, MAX_REFERENCE_TOKENS)
    .map((token) => ({ ...token, text: text.slice(token.start, token.end).normalize('NFKC') }))
}

/** Replaces the letters of type marks by spaces, so that they are no tokens and offsets stay the same. */
const withoutTypeMarks = (text: string): string =>
  text.replace(new RegExp(TYPE_MARK, 'g'), (mark) => mark.replace(/[A-Z]/g, ' '))

/** The groups of `TOKEN`. */
const KINDS = ['address', 'doi', 'code', 'number', 'east', 'word'] as const

/** Returns the tokens of a match, not yet in NFKC: one, or two where a word is cut off a run. */
function readMatch({ 0: matched, index, groups = {} }: RegExpMatchArray): Token[] {
  const kind = KINDS.find((each) => groups[each]) ?? 'word'
  const isAddress = kind === 'address' || kind === 'doi'
  const text = isAddress ? trimAddress(matched) : matched
  let start = index ?? 0
  return (kind === 'east' ? cutRun(text) : [text]).map((part) => {
    const token = { kind, text: part, start, end: start + part.length }
    start = token.end
    return token
  })
}

/** Punctuation that ends a sentence and not an address. */
const ADDRESS_END = new Set('.,;:!?"\'’”»')

/** Returns an address without the punctuation behind it, and without closing brackets that it does not open. */
function trimAddress(text: string): string {
  // Number of opening brackets less that of closing ones, by the closing bracket.
  const unclosed = new Map([
    [')', countOf(text, '(') - countOf(text, ')')],
    [']', countOf(text, '[') - countOf(text, ']')],
  ])
  let end = text.length
  while (end > 0) {
    const last = text.charAt(end - 1)
    const balance = unclosed.get(last)
    if (balance === undefined ? !ADDRESS_END.has(last) : balance >= 0) break
    if (balance !== undefined) unclosed.set(last, balance + 1)
    end -= 1
  }
  return text.slice(0, end)
}

/** Returns how often a sign occurs in a text. */
const countOf = (text: string, sign: string): number => text.split(sign).length - 1

/** Smallest number of characters that must remain when a word is cut off a run. */
const MIN_REMAINING_CHARS = 2

/** Cuts a word of `RunEdges` off a run; returns the pieces in order, or the run alone. */
function cutRun(run: string): string[] {
  const { ends, beginnings } = loadRunEdges()
  const leavesEnough = (edge: string) => run.length - edge.length >= MIN_REMAINING_CHARS
  const end = ends.find((edge) => run.endsWith(edge) && leavesEnough(edge))
  if (end !== undefined) return [run.slice(0, -end.length), end]
  const first = beginnings.find((edge) => run.startsWith(edge) && leavesEnough(edge))
  return first === undefined ? [run] : [first, run.slice(first.length)]
}

/** Words that Chinese writes without a space after or before a name: at the end or the beginning of a run. */
interface RunEdges {
  ends: readonly string[]
  beginnings: readonly string[]
}

let runEdges: RunEdges | undefined

/** Reads the words at the edges of runs, once. */
function loadRunEdges(): RunEdges {
  if (runEdges) return runEdges
  const lines = readDataLines('words/run-edges.txt')
  runEdges = {
    ends: [...readDataLines('words/theses.txt'), ...lines.filter((line) => !line.endsWith('-'))],
    beginnings: lines.filter((line) => line.endsWith('-')).map((line) => line.slice(0, -1)),
  }
  return runEdges
}
