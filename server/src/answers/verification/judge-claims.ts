import type { Citation } from '@scinav/contract'
import { z } from 'zod'
import { escapeData } from '../../language/text/clean.ts'
import { sentenceSpans, type TextSpan } from '../../language/text/sentences.ts'
import { objectSchema, renderPrompt, requestStructured, type TokenUsage } from '../../models/prompts/index.ts'
import type { ChatModel, ModelMessage } from '../../platform/providers/models/port.ts'
import { readStructuredReply } from '../../platform/providers/models/structured-reply.ts'

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

/** The judgement of a model on a claim. */
export interface ClaimVerdict {
  support: Exclude<Citation['support'], 'unchecked'>
  /** The words of the claim that are at fault; empty when it is supported, or when the model named none of its words. */
  fault: string
}

/** The most claims of one request; the others keep the result of the rules. */
export const MAX_JUDGED_CLAIMS = 30
/** Bounds of the texts of a request, in UTF-16 units. */
const MAX_CHARS = {
  claim: 1_000,
  before: 300,
  record: 600,
  passage: 1_600,
  quote: 600,
  request: 24_000,
  /** Kept free for the instructions and the reply. */
  prompt: 1_000,
}
/** Enough for the verdict on a claim, with the words at fault. */
const TOKENS_PER_CLAIM = 60
/** The tokens of the reply around the verdicts. */
const TOKENS_AROUND = 200
/** The part of the context that the request may fill, in UTF-16 units per token. */
const CHARS_PER_CONTEXT_TOKEN = 0.75

/** The verdict on a claim about the literature as a whole ("no study has tested …"), which cited sources cannot settle. */
const OPEN = 'open'
/** The words that models use for a verdict. */
const SUPPORT_BY_WORD: Record<string, ClaimVerdict['support'] | typeof OPEN> = {
  supported: 'supported',
  partly: 'partial',
  partial: 'partial',
  unsupported: 'unsupported',
  open: OPEN,
}

const verdictShape = z.object({
  /** The number of the claim, also written as `claim 3`. */
  id: z.union([z.number(), z.string().regex(/^\D{0,8}\d{1,3}$/)]).transform(toNumber),
  verdict: z
    .string()
    .transform((word) => SUPPORT_BY_WORD[word.trim().toLowerCase()])
    .refine((support) => support !== undefined),
  fault: z.string().nullish().catch(null),
})
const verdictsShape = z.array(verdictShape.nullable().catch(null)).refine((list) => list.some(Boolean))
const replyShape = z.union([
  z.object({ verdicts: verdictsShape }).transform((reply) => reply.verdicts),
  verdictsShape,
])

const REPLY_SCHEMA = objectSchema({
  verdicts: {
    type: 'array',
    items: objectSchema({
      id: { type: 'integer' },
      fault: { type: 'string' },
      verdict: { type: 'string', enum: ['supported', 'partly', 'unsupported', OPEN] },
    }),
  },
})

function toNumber(id: number | string): number {
  return typeof id === 'number' ? id : Number(id.replaceAll(/\D/g, ''))
}

interface JudgeOptions {
  nonce: string
  signal: AbortSignal
  /** The time for everything, also for asking again, in milliseconds. */
  within_ms: number
  usage: TokenUsage
}

/**
 * Has a model judge claims in one request, which is bounded in claims and characters. A reply that cannot be read is
 * asked for once more.
 *
 * @returns the verdicts by the index of the claim; claims beyond the bounds, without a verdict, or about all sources at
 *   once are missing.
 * @throws ModelFault, the signal's reason, TimeoutError.
 */
export async function judgeClaims(
  model: ChatModel,
  claims: JudgedClaim[],
  { nonce, signal, within_ms, usage }: JudgeOptions,
): Promise<Map<number, ClaimVerdict>> {
  const { text, count } = describeClaims(claims, nonce, maxRequestChars(model))
  if (count === 0) return new Map()
  const messages: ModelMessage[] = [
    { role: 'system', content: renderPrompt('judge-citations', {}) },
    { role: 'user', content: text },
  ]
  const sentClaims = claims.slice(0, count)
  const request = {
    messages,
    max_tokens: replyTokens(count),
    reply_schema: REPLY_SCHEMA,
    read: (reply: string) => readVerdicts(reply, sentClaims),
  }
  return settledVerdicts((await requestStructured(model, request, { signal, within_ms, usage })) ?? new Map())
}

/** Returns the verdicts on claims that their sources settle. */
const settledVerdicts = (verdicts: Map<number, ClaimVerdict | typeof OPEN>): Map<number, ClaimVerdict> =>
  new Map([...verdicts].flatMap(([index, verdict]) => (verdict === OPEN ? [] : [[index, verdict]])))

const replyTokens = (claims: number) => claims * TOKENS_PER_CLAIM + TOKENS_AROUND

/** A Chinese character can be a token of its own, so that a small context holds fewer claims. */
const maxRequestChars = ({ context_tokens }: ChatModel): number =>
  Math.min(MAX_CHARS.request, context_tokens * CHARS_PER_CONTEXT_TOKEN - MAX_CHARS.prompt)

/** A source as it stands in a request. */
interface NumberedSource {
  id: string
  /** Its passage, or the part of it around the sentence that the first claim cites. */
  excerpt: string
  /** The sentences of `excerpt`. */
  sentences: TextSpan[]
}

/** Writes the sources and the claims of a request; as many claims from the first as the bounds allow. */
function describeClaims(
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

/** Reads the verdicts on the claims that were asked about; the first on each counts. Null without any. */
function readVerdicts(reply: string, claims: JudgedClaim[]): Map<number, ClaimVerdict | typeof OPEN> | null {
  const verdicts = new Map<number, ClaimVerdict | typeof OPEN>()
  for (const each of readStructuredReply(reply, replyShape) ?? []) {
    const index = (each?.id ?? 0) - 1
    const claim = claims[index]
    if (!each?.verdict || !claim || verdicts.has(index)) continue
    const { verdict: support } = each
    verdicts.set(
      index,
      support === OPEN ? OPEN : { support, fault: faultOf(support, each.fault, claim.text) },
    )
  }
  return verdicts.size > 0 ? verdicts : null
}

/** Returns the words at fault if they are the claim's own: what else a model writes is not shown to the reader. */
function faultOf(support: ClaimVerdict['support'], fault: string | null | undefined, claim: string): string {
  const words = fault?.trim() ?? ''
  return support !== 'supported' && claim.includes(words) ? words : ''
}
