import type { Citation } from '@scinav/contract'
import { claimAt } from '../../language/text/claims.ts'
import { escapeData } from '../../language/text/clean.ts'
import { generateText, noUsage, renderPrompt } from '../../models/prompts/index.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { AnswerPart } from '../task/task.ts'

/** The most markers judged per answer, from its beginning; the others keep the result of the rules. */
const MAX_JUDGED_MARKERS = 20
const JUDGE_TIMEOUT_MS = 30_000
/** Enough for a line per marker and some reasoning. */
const MAX_JUDGE_TOKENS = 1_500

/** The part of an answer that a judge needs. */
export interface AnswerDraft {
  text: string
  citations: Citation[]
}

/**
 * Has a model judge citations that the rules left partial or unchecked. Those that the rules rejected (wrong figures,
 * opposite direction) or confirmed are kept. One request, bounded in markers, tokens and time.
 *
 * @returns the judged citations, in order, to be emitted in place of the earlier ones.
 * @throws ModelFault, the signal's reason, TimeoutError; callers then keep the result of the rules.
 */
export async function judgeCitations(
  model: ChatModel,
  { text, citations }: AnswerDraft,
  nonce: string,
  signal: AbortSignal,
): Promise<Citation[]> {
  const open = citations.filter(needsJudgement).slice(0, MAX_JUDGED_MARKERS)
  if (open.length === 0) return []
  const items = open.map((each, at) => judgeItem(at + 1, citedClaim(text, each), each, nonce))
  const request = {
    messages: [
      { role: 'system' as const, content: renderPrompt('judge-citations', {}) },
      { role: 'user' as const, content: items.join('\n') },
    ],
    temperature: 0,
    max_tokens: MAX_JUDGE_TOKENS,
  }
  const response = await generateText(model, request, {
    signal,
    within_ms: JUDGE_TIMEOUT_MS,
    usage: noUsage(),
  })
  const judgments = readJudgments(response)
  return open.flatMap((each, at) => {
    const support = judgments.get(at + 1)
    return support ? [{ ...each, support, check: { ...each.check, method: 'model' as const } }] : []
  })
}

/** Only quotes that were located in their source are judged: a model's judgment does not make a quote genuine. */
const needsJudgement = ({ support, check }: Citation) =>
  check.located && check.missing.length === 0 && (support === 'partial' || support === 'unchecked')

/** Returns the claim before the group of markers that a citation belongs to. */
const citedClaim = (text: string, { start }: Citation) =>
  claimAt(text.slice(0, markersStart(text.slice(0, start))))

/** Returns the offset of the markers at the end of a text. */
export function markersStart(text: string): number {
  let start = 0
  for (const { 0: piece, index } of text.matchAll(/\[\d+\]|[^\s[]+|\[/g))
    if (!/^\[\d/.test(piece)) start = index + piece.length
  return start
}

function judgeItem(at: number, claim: string, { title, quote }: Citation, nonce: string): string {
  const plain = (words: string) => escapeData(words, nonce).replaceAll(/\s+/g, ' ')
  return `<item-${nonce} ${at}>\nclaim: ${plain(claim)}\ntitle: ${plain(title)}\nsource: ${plain(quote)}\n</item-${nonce}>`
}

/** Parses lines such as `2: partial`; everything else is ignored. */
function readJudgments(response: string): Map<number, Citation['support']> {
  const judgments = new Map<number, Citation['support']>()
  // The pattern matches these three words only.
  for (const [, number, word] of response.matchAll(
    /^[ \t\u3000]*(\d{1,2})[^\S\n]*[.:：)—-]+[^\S\n]*\**(supported|partial|unsupported)\b/gim,
  ))
    judgments.set(Number(number), word?.toLowerCase() as Citation['support'])
  return judgments
}

/** Passes the parts of an answer on and accumulates its text and citations. */
export async function* recordAnswerParts(
  parts: AsyncIterable<AnswerPart>,
  draft: AnswerDraft,
): AsyncGenerator<AnswerPart> {
  for await (const part of parts) {
    if (part.event === 'delta') draft.text += part.data.text
    else if (part.event === 'citation') draft.citations.push(part.data)
    else if (part.event === 'revision') {
      const { start, end, text } = part.data
      draft.text = draft.text.slice(0, start) + text + draft.text.slice(end)
      draft.citations = draft.citations.filter((each) => each.end <= start)
    }
    yield part
  }
}
