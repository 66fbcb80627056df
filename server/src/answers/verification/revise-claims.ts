import type { AnswerEvent, Citation } from '@scinav/contract'
import type { Concept } from '@scinav/search'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { sentenceSpans, type TextSpan } from '../../language/text/sentences.ts'
import { generateText, renderPrompt, type TokenUsage } from '../../models/prompts/index.ts'
import type { ChatModel, ModelMessage } from '../../platform/providers/models/port.ts'
import type { Evidence } from '../../retrieval/index.ts'
import { createMarkerReader } from './citation-markers.ts'
import { createCitationBuilder } from './cite-evidence.ts'
import { type AnswerDraft, judgeCitations, markersStart } from './judge-citations.ts'

/** How long the revision of one request may take, ms. */
const REVISE_TIMEOUT_MS = 20_000
/** Maximum number of sentences of one request. */
const MAX_SENTENCES = 8
/** Bounds the reply, per sentence. */
const TOKENS_PER_SENTENCE = 120
/** A longer sentence is a new answer rather than a revision. */
const MAX_SENTENCE_CHARS = 600
/** A line that is longer is left unchanged. */
const MAX_LINE_CHARS = 4_000

/** A sentence of an answer with a claim that a model found unsupported. */
interface FaultySentence {
  /** The span in the answer, with its markers and its full stop. */
  start: number
  end: number
  text: string
  /** Its line, which is a paragraph or an item of a list. */
  line: TextSpan
  citations: Citation[]
}

/** A sentence as the model rewrote it. Citation offsets count from its beginning. */
interface RewrittenSentence {
  sentence: FaultySentence
  /** Empty when the sentence is deleted. */
  text: string
  /** The sentence without its markers. */
  claim: string
  citations: Citation[]
}

type RevisionEvent = Extract<AnswerEvent, { event: 'revision' | 'citation' }>

interface RevisionRequest {
  draft: AnswerDraft
  /** The offered evidence by passage id. */
  evidence: Map<string, Evidence>
  concepts: Concept[]
  nonce: string
}

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
  const lines = parseNumberedLines(response)
  const rewritten = sentences.flatMap(
    (sentence, at) => rewriteSentence(sentence, lines.get(at + 1), revision) ?? [],
  )
  const supported = await keepSupported(checker, rewritten, revision, options)
  return lineRevisions(revision.draft, supported)
}

/** Only a model's judgement is a reason to change an answer. */
const isJudgedUnsupported = ({ support, check }: Citation) =>
  support === 'unsupported' && check.method === 'model'

/**
 * Returns the first `MAX_SENTENCES` sentences with an unsupported claim, in text order and without overlap.
 */
function faultySentences({ text, citations }: AnswerDraft): FaultySentence[] {
  const sentences: FaultySentence[] = []
  for (const each of citations.filter(isJudgedUnsupported).toSorted((a, b) => a.start - b.start)) {
    if (sentences.length === MAX_SENTENCES) break
    if (each.start < (sentences.at(-1)?.end ?? 0)) continue
    const sentence = sentenceAround(text, each)
    if (!sentence) continue
    const cited = citations.filter(({ start, end }) => start >= sentence.start && end <= sentence.end)
    sentences.push({ ...sentence, text: text.slice(sentence.start, sentence.end), citations: cited })
  }
  return sentences
}

/** Matches the lines that are left unchanged: of tables, headings, code and display formulas. */
const FIXED_LINE = /^\s*(?:\||#|```|~~~|\$\$)/
/**
 * Matches what makes a line an item of a list or a quotation, as `> ` or `12. `. Matches every line, if only
 * with ''.
 */
const LINE_PREFIX = /^[\s>]*(?:(?:[-*+]|\d{1,4}[.)])\s+)?/
/** Markers of the sentence before, which stand after its full stop: ` [1][2] `. */
const LEADING_MARKERS = /^\s*(?:\[\d+\]\s*)+/
/** Markers that follow one of a sentence: `[2] [3]`. */
const FOLLOWING_MARKERS = /^(?:\s*\[\d+\])+/
const FULL_STOP = /^[。．！？.!?；;]/
const ENDS_SENTENCE = /[。．！？.!?][”"」』）)]?$/

/**
 * Returns the span in the answer of the sentence that a marker belongs to, and of its line; null where it
 * must not be changed.
 */
function sentenceAround(
  text: string,
  marker: TextSpan,
): Pick<FaultySentence, 'start' | 'end' | 'line'> | null {
  const lineStart = text.lastIndexOf('\n', marker.start - 1) + 1
  const lineEnd = text.indexOf('\n', marker.end)
  const line = { start: lineStart, end: lineEnd < 0 ? text.length : lineEnd }
  const content = text.slice(line.start, line.end)
  if (content.length > MAX_LINE_CHARS || FIXED_LINE.test(content)) return null
  // All offsets from here on count from the beginning of the line.
  const prefix = LINE_PREFIX.exec(content)?.[0].length ?? 0
  const before = content.slice(prefix, marker.start - lineStart)
  const claimEnd = markersStart(before)
  let from = prefix + (sentenceSpans(before.slice(0, claimEnd)).at(-1)?.start ?? 0)
  from += LEADING_MARKERS.exec(content.slice(from))?.[0].length ?? 0
  from += closingBoldLength(content, prefix, from)
  let until = marker.end - lineStart
  until += FOLLOWING_MARKERS.exec(content.slice(until))?.[0].length ?? 0
  // Markers stand after the full stop, or before it: then the sentence goes on after them.
  if (!ENDS_SENTENCE.test(before.slice(0, claimEnd).trimEnd())) until = sentenceEnd(content, from, until)
  const isWhole = isWholeMarkdown(content.slice(prefix, from)) && isWholeMarkdown(content.slice(from, until))
  return isWhole ? { start: lineStart + from, end: lineStart + until, line } : null
}

/**
 * Returns the length of `** ` at `from` when it closes a bold lead-in such as `**Result.** It rose`; 0
 * otherwise.
 */
function closingBoldLength(line: string, prefix: number, from: number): number {
  const isOpen = (line.slice(prefix, from).match(/\*\*/g)?.length ?? 0) % 2 === 1
  return isOpen ? (/^\*\*\s*/.exec(line.slice(from))?.[0].length ?? 0) : 0
}

/**
 * Returns where a sentence ends that goes on after its markers at `until`, including the markers behind it.
 */
function sentenceEnd(line: string, from: number, until: number): number {
  const stop = FULL_STOP.exec(line.slice(until))?.[0].length ?? 0
  if (stop > 0) return until + stop
  const rest = line.slice(from)
  const end = sentenceSpans(rest).find((span) => from + span.end >= until)?.end
  const at = end === undefined ? line.length : from + end
  return at + (FOLLOWING_MARKERS.exec(line.slice(at))?.[0].length ?? 0)
}

/** Tells whether bold text, code and formulas that begin in a piece of Markdown also end there. */
const isWholeMarkdown = (text: string): boolean =>
  ['**', '`', '$'].every((mark) => (text.split(mark).length - 1) % 2 === 0)

/** Returns the prompt: each faulty sentence with its ids, what is at fault in it, and its sources. */
function reviseMessages(sentences: FaultySentence[], { evidence, nonce }: RevisionRequest): ModelMessage[] {
  const items = sentences.map(({ text, start, citations }, at) => {
    const passages = new Map(citations.map(({ n, passage_id }) => [`${n} ${passage_id}`, { n, passage_id }]))
    const sources = [...passages.values()].flatMap(({ n, passage_id }) => {
      const found = evidence.get(passage_id)
      return found
        ? [`E${n} ${toSingleLine(found.passage.heading, nonce)}: ${toSingleLine(found.passage.text, nonce)}`]
        : []
    })
    const faults = [...new Set(citations.flatMap(({ check }) => check.fault ?? []))]
    return [
      `<item-${nonce} ${at + 1}>`,
      `sentence: ${toSingleLine(withMarkerIds(text, start, citations), nonce)}`,
      ...(faults.length > 0 ? [`at fault: ${toSingleLine(faults.join('; '), nonce)}`] : []),
      ...sources,
      `</item-${nonce}>`,
    ].join('\n')
  })
  return [
    { role: 'system', content: renderPrompt('revise', { nonce }) },
    { role: 'user', content: items.join('\n') },
  ]
}

/** Replaces the markers of a sentence by the ids under which the model sees its sources, as (E1). */
function withMarkerIds(text: string, from: number, citations: Citation[]): string {
  const markers = citations.toSorted((a, b) => b.start - a.start)
  return markers.reduce(
    (rest, { n, start, end }) => `${rest.slice(0, start - from)}(E${n})${rest.slice(end - from)}`,
    text,
  )
}

const toSingleLine = (text: string, nonce: string) => escapeData(text, nonce).replaceAll(/\s+/g, ' ').trim()

/**
 * Parses lines such as `2: Another sentence [E1].` into texts by number; the first line of a number counts.
 */
function parseNumberedLines(response: string): Map<number, string> {
  const lines = new Map<number, string>()
  for (const line of stripInvisible(response).split('\n')) {
    const [whole, number] = /^[ \t*-]{0,6}(\d{1,2})[ \t]?[:：.)]/.exec(line) ?? []
    const text = whole === undefined ? '' : line.slice(whole.length).trim()
    if (text !== '' && text.length <= MAX_SENTENCE_CHARS && !lines.has(Number(number)))
      lines.set(Number(number), text)
  }
  return lines
}

/** Matches what would make a sentence something else: an item, a heading, a row of a table. */
const BLOCK_START = /^(?:[-*+#>|]|\d+[.)]\s)/

/** Reads what a model wrote in place of a sentence; null when it cannot be used. */
function rewriteSentence(
  sentence: FaultySentence,
  line: string | undefined,
  { evidence, concepts }: RevisionRequest,
): RewrittenSentence | null {
  if (line === undefined) return null
  if (/^\W{0,3}DELETE\W{0,3}$/i.test(line))
    return sentence.citations.every(isJudgedUnsupported)
      ? { sentence, text: '', claim: '', citations: [] }
      : null
  if (BLOCK_START.test(line) || !isWholeMarkdown(line)) return null
  const numbered = numberCitations(line, sentence.citations)
  const buildCitation = createCitationBuilder(concepts, evidence.values())
  const citations = numbered.ids.flatMap(({ citation: { n, passage_id }, start, end }) => {
    const found = evidence.get(passage_id)
    return found ? [{ ...buildCitation(found, numbered.claim), n, start, end }] : []
  })
  const isContradicted = citations.some(({ support }) => support === 'unsupported')
  return citations.length === 0 || isContradicted
    ? null
    : { sentence, text: numbered.text, claim: numbered.claim, citations }
}

/**
 * Replaces ids (`[E1]`) in a rewritten sentence by markers (`[1]`), and returns the spans of these in its
 * text.
 */
function numberCitations(line: string, citations: Citation[]) {
  const reader = createMarkerReader((id) => citations.some(({ n }) => `E${n}` === id))
  let text = ''
  let claim = ''
  const ids: { citation: Citation; start: number; end: number }[] = []
  for (const piece of [...reader.push(line), ...reader.end()]) {
    if (piece.kind === 'text') {
      text += piece.text
      claim += piece.text
      continue
    }
    for (const id of piece.ids) {
      const citation = citations.find(({ n }) => `E${n}` === id)
      if (!citation) continue
      const marker = `[${citation.n}]`
      ids.push({ citation, start: text.length, end: text.length + marker.length })
      text += marker
    }
  }
  return { text, claim: claim.replace(/\s([.。])/g, '$1').trim(), ids }
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

/** Returns the changes of the lines that the sentences stand in, from the last to the first. */
function lineRevisions({ text, citations }: AnswerDraft, rewritten: RewrittenSentence[]): RevisionEvent[] {
  const byLine = Map.groupBy(rewritten, ({ sentence }) => sentence.line.start)
  const lines = [...byLine.values()].flatMap((sentences) => rewriteLine({ text, citations }, sentences))
  const revisedText = lines.reduceRight(
    (rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end),
    text,
  )
  // What would leave nothing but headings is not deleted: the original keeps its marks.
  const isEmptied = !/[\p{L}\p{N}]/u.test(revisedText.replaceAll(/^#.*$/gm, ''))
  return lines
    .filter(({ text }) => text !== '' || !isEmptied)
    .toReversed()
    .flatMap(({ citations, ...change }): RevisionEvent[] => [
      { event: 'revision', data: { ...change, undoable: true } },
      ...citations.map((data): RevisionEvent => ({ event: 'citation', data })),
    ])
}

/**
 * Returns the change of a line whose sentences were rewritten, with its citations, as a list of at most one. A line
 * that is left without content is deleted, with the gap after it; no change is made when list items depend on it.
 */
function rewriteLine({ text, citations }: AnswerDraft, sentences: RewrittenSentence[]) {
  const [first] = sentences
  const { start, end } = first?.sentence.line ?? { start: 0, end: 0 }
  let line = ''
  /** The offset up to which the original text is copied or replaced. */
  let at = start
  const lineCitations: Citation[] = []
  const copyUntil = (until: number) => {
    const shift = start + line.length - at
    for (const each of citations)
      if (each.start >= at && each.end <= until)
        lineCitations.push({ ...each, start: each.start + shift, end: each.end + shift })
    line += text.slice(at, until)
    at = until
  }
  for (const { sentence, text: rewritten, citations } of sentences) {
    copyUntil(sentence.start)
    const from = start + line.length
    lineCitations.push(
      ...citations.map((each) => ({ ...each, start: from + each.start, end: from + each.end })),
    )
    line += rewritten
    at = sentence.end + (rewritten === '' ? (/^ +/.exec(text.slice(sentence.end, end))?.[0].length ?? 0) : 0)
  }
  copyUntil(end)
  // A bold lead-in alone is no content.
  const content = line.replace(LINE_PREFIX, '').replace(/^\*\*[^*]*\*\*/, '')
  if (/[\p{L}\p{N}]/u.test(content)) return [{ start, end, text: line, citations: lineCitations }]
  if (hasNestedItems(text, end)) return []
  const gap = /^\n+/.exec(text.slice(end))?.[0].length ?? 0
  return [{ start, end: end + gap, text: '', citations: [] }]
}

/** How far an indentation is read, in UTF-16 units. */
const MAX_INDENT_CHARS = 20

/** Tells whether the line after an offset is indented, and so belongs to the item that ends there. */
const hasNestedItems = (text: string, end: number): boolean =>
  /^\n[ \t]+\S/.test(text.slice(end, end + MAX_INDENT_CHARS))
