import { escapeData } from '../../language/text/clean.ts'
import { sentenceSpans, type TextSpan } from '../../language/text/sentences.ts'

/** A source that a claim cites, as the model is shown it. */
export interface ClaimSource {
  /** Identifies the passage; a passage that several claims cite is shown once. */
  passage_id: string
  /** Title, authors, venue and year on one line. */
  record: string
  passage: string
  /** The cited sentence. */
  quote: string
}

/** A claim to judge, with everything that it cites. */
export interface JudgedClaim {
  text: string
  /** The text before it, which shows what its pronouns stand for; not judged. */
  before: string
  sources: ClaimSource[]
}

/** The most claims of one request; the others keep the result of the rules. */
export const MAX_JUDGED_CLAIMS = 30

/** Bounds of the texts of a request, in UTF-16 units. */
export const MAX_CHARS = {
  claim: 1_000,
  before: 300,
  record: 600,
  passage: 1_600,
  quote: 600,
  request: 24_000,
  /** Kept free for the instructions and the reply. */
  prompt: 1_000,
}

/** A source as it stands in a request. */
interface NumberedSource {
  id: string
  /** Its passage, or the part of it around the sentence that the first claim cites. */
  excerpt: string
  /** The sentences of `excerpt`. */
  sentences: TextSpan[]
}

/**
 * Returns the text of a request with the sources and the claims, as many claims from the first as the bounds allow, and
 * their number.
 */
export function describeClaims(
  claims: JudgedClaim[],
  nonce: string,
  maxChars: number,
): { text: string; count: number } {
  /** By passage id; a passage that several claims cite is written once. */
  const numbered = new Map<string, NumberedSource>()
  const sources: string[] = []
  const items: string[] = []
  let length = 0
  let earlier = ''
  for (const [index, claim] of claims.slice(0, MAX_JUDGED_CLAIMS).entries()) {
    const added: string[] = []
    for (const source of claim.sources) {
      if (numbered.has(source.passage_id)) continue
      const excerpt = excerptAround(source.passage, source.quote)
      const each = { id: `S${numbered.size + 1}`, excerpt, sentences: sentenceSpans(excerpt) }
      numbered.set(source.passage_id, each)
      added.push(describeSource(each, source.record, nonce))
    }
    const item = `${index + 1}.\n${describeClaim({ ...claim, before: newContext(claim, earlier) }, numbered, nonce)}`
    earlier = `${claim.before}\n${claim.text}`
    length += item.length + added.join('\n').length
    if (length > maxChars) break
    sources.push(...added)
    items.push(item)
  }
  const text = `<sources-${nonce}>\n${sources.join('\n')}\n</sources-${nonce}>\n<claims-${nonce}>\n${items.join('\n')}\n</claims-${nonce}>`
  return { text, count: items.length }
}

/**
 * Returns the text before a claim as far as it adds to what the claim before it in the request shows: nothing where the
 * one follows the other.
 */
const newContext = ({ before }: JudgedClaim, earlier: string): string => {
  const said = earlier.replaceAll(BETWEEN_WORDS, '')
  return before
    .split(/(?<=[。！？!?\n]|\.\s)/)
    .filter((sentence) => !said.includes(sentence.replaceAll(BETWEEN_WORDS, '')))
    .join('')
}

/** Matches all that may stand between the words of a claim in an answer and in a request: spaces, signs and Markdown. */
const BETWEEN_WORDS = /[^\p{L}\p{N}]/gu

/** Returns the record of a source on one line, and each sentence of its passage on another, with their ids. */
function describeSource({ id, excerpt, sentences }: NumberedSource, record: string, nonce: string): string {
  const lines = sentences.map(
    ({ start, end }, at) => `${id}.${at + 1} ${toLine(excerpt.slice(start, end), MAX_CHARS.passage, nonce)}`,
  )
  return [`${id} ${toLine(record, MAX_CHARS.record, nonce)}`, ...lines].join('\n')
}

/** Returns a claim, the text before it, and what it cites, on a line each. */
function describeClaim(
  claim: JudgedClaim,
  numbered: ReadonlyMap<string, NumberedSource>,
  nonce: string,
): string {
  const before = toLine(claim.before.slice(-MAX_CHARS.before), MAX_CHARS.before, nonce)
  const cited = claim.sources.flatMap(({ passage_id, quote }) => {
    const source = numbered.get(passage_id)
    return source ? citedPlaces(source, quote, nonce) : []
  })
  return [
    ...(before === '' ? [] : [`before: ${before}`]),
    `claim: ${toLine(claim.text, MAX_CHARS.claim, nonce)}`,
    `cites: ${[...new Set(cited)].join(', ')}`,
  ].join('\n')
}

/** Returns the ids of the sentences of a source that a quote is from; for others the quote itself. */
function citedPlaces({ id, excerpt, sentences }: NumberedSource, quote: string, nonce: string): string[] {
  const from = quote === '' ? -1 : excerpt.indexOf(quote)
  const to = from + quote.length
  const ids = sentences.flatMap(({ start, end }, at) =>
    from >= 0 && start < to && end > from ? `${id}.${at + 1}` : [],
  )
  if (ids.length > 0) return ids
  return [quote === '' ? id : `${id} “${toLine(quote, MAX_CHARS.quote, nonce)}”`]
}

/** Returns the beginning of a text on one line, escaped for the prompt. */
const toLine = (text: string, maxChars: number, nonce: string): string =>
  escapeData(text.slice(0, maxChars), nonce).replaceAll(/\s+/g, ' ').trim()

/** Returns the part of a long passage around the cited sentence, at most `MAX_CHARS.passage` long. */
function excerptAround(passage: string, quote: string): string {
  if (passage.length <= MAX_CHARS.passage) return passage
  const at = Math.max(0, passage.indexOf(quote))
  const spare = Math.max(0, MAX_CHARS.passage - quote.length)
  const from = Math.max(0, Math.min(at - Math.floor(spare / 2), passage.length - MAX_CHARS.passage))
  return passage.slice(from, from + MAX_CHARS.passage)
}
