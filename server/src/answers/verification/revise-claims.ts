import { parseNumberedLines } from '../../language/text/numbered-lines.ts'
import { generateText, type TokenUsage } from '../../models/prompts/index.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import { faultySentences, type RevisionRequest } from './faulty-sentences.ts'
import { judgeCitations } from './judge-citations.ts'
import { reviseMessages } from './revise-prompt.ts'
import { lineRevisions, type RevisionEvent } from './rewrite-lines.ts'
import { type RewrittenSentence, rewriteSentence } from './rewritten-sentence.ts'

/** How long the revision of one request may take, ms. */
const REVISE_TIMEOUT_MS = 20_000
/** Bounds the reply, per sentence. */
const TOKENS_PER_SENTENCE = 120
/** A longer sentence is a new answer rather than a revision. */
const MAX_SENTENCE_CHARS = 600

interface RevisionModels {
  /** Rewrites sentences. */
  writer: ChatModel
  /** Checks the rewritten ones. */
  checker: ChatModel
}

/**
 * Has a model revise once the sentences with claims that a model found unsupported: each is rewritten or deleted. A
 * rewritten sentence is checked like the answer and used only when its sources support it. Lines of Markdown are changed
 * as a whole and keep their form; sentences without a faulty claim, tables and headings stay as they are.
 *
 * @returns changes ordered from the end of the answer to its beginning, so that their offsets stay valid.
 * @throws ModelFault, the signal's reason, TimeoutError; callers then leave the answer unchanged.
 */
export async function reviseClaims(
  { writer, checker }: RevisionModels,
  revision: RevisionRequest,
  options: { signal: AbortSignal; usage: TokenUsage },
): Promise<RevisionEvent[]> {
  const sentences = faultySentences(revision.draft)
  if (sentences.length === 0) return []
  const request = {
    messages: reviseMessages(sentences, revision),
    temperature: 0,
    max_tokens: sentences.length * TOKENS_PER_SENTENCE,
  }
  const response = await generateText(writer, request, { ...options, within_ms: REVISE_TIMEOUT_MS })
  const lines = parseNumberedLines(response, MAX_SENTENCE_CHARS)
  const rewritten = sentences.flatMap(
    (sentence, at) => rewriteSentence(sentence, lines.get(at + 1), revision) ?? [],
  )
  const supported = await keepSupported(checker, rewritten, revision, options)
  return lineRevisions(revision.draft, supported)
}

/** Returns the deleted sentences, and those rewritten ones that a model finds supported, with its verdicts. */
async function keepSupported(
  checker: ChatModel,
  rewritten: RewrittenSentence[],
  { evidence, nonce }: RevisionRequest,
  options: { signal: AbortSignal; usage: TokenUsage },
): Promise<RewrittenSentence[]> {
  const claims = rewritten.map(({ claim, citations }, index) => {
    // The judged citations are recognized by the sentence that they belong to.
    return { text: claim, before: '', citations: citations.map((each) => ({ ...each, index })) }
  })
  // A deleted sentence has no citations and nothing to judge.
  const cited = claims.filter(({ citations }) => citations.length > 0)
  const judged = cited.length > 0 ? await judgeCitations(checker, cited, evidence, { ...options, nonce }) : []
  return rewritten.flatMap((each, index) => {
    if (each.text === '') return [each]
    const verdicts = judged.filter((citation) => citation.index === index)
    const isSupported = verdicts.length > 0 && verdicts.every(({ support }) => support !== 'unsupported')
    return isSupported
      ? [{ ...each, citations: verdicts.map(({ index: _index, ...citation }) => citation) }]
      : []
  })
}
