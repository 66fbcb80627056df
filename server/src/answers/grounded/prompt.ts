import { authorNames, type Work } from '@scinav/contract'
import type { Concept } from '@scinav/search'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { estimateTokens } from '../../language/text/text-size.ts'
import { literatureTypeName } from '../../library/dictionaries/index.ts'
import { type AnswerForm, answerFormText, renderPrompt } from '../../models/prompts/index.ts'
import type { ModelMessage } from '../../platform/providers/models/port.ts'
import { AnswerFault, type Evidence } from '../../retrieval/index.ts'
import type { AnswerTask } from '../task/task.ts'
import { type EarlierEvidence, withEvidenceIds } from './earlier-evidence.ts'
import { mostRelevantSentences } from './relevant-sentences.ts'

/** The messages for a model, and the evidence that it may cite. */
export interface Prompt {
  messages: ModelMessage[]
  /**
   * The evidence by the id that the model sees: `E1`. Besides the passages of this prompt it holds those of earlier
   * answers, which the model knows from the conversation only.
   */
  evidence: Map<string, Evidence>
  /** The number of chosen papers for which there is no room. */
  papers_left_out: number
}

/**
 * Evidence to offer; `shown` holds the indices, from 0, of the sentences to show, or is absent to show all.
 */
export type OfferedEvidence = Evidence & { shown?: number[] }

/** How an answer is to be written. */
export interface PromptOptions {
  form: AnswerForm
  /** The questions to answer when there are several. */
  parts: string[]
  /** The question rephrased to be understood alone, when it differs from the original. */
  standalone: string | null
  /** Whether the answer needs no evidence: talk, or a request about the last answer. */
  needs_no_evidence: boolean
  /** Whether the model may ask for a further search instead of an answer; `done` once it has. */
  further_search: 'offered' | 'done' | 'none'
  /** Whether the model is asked for questions that may follow. */
  suggests: boolean
}

/** The options of a single question in any form, for which the model asks for nothing. */
export const DEFAULT_PROMPT_OPTIONS: PromptOptions = {
  form: 'other',
  parts: [],
  standalone: null,
  needs_no_evidence: false,
  further_search: 'none',
  suggests: false,
}

/** What a prompt is built from: the question with its material and limits. */
export interface PromptRequest {
  task: Pick<
    AnswerTask,
    | 'question'
    | 'history'
    | 'instructions'
    | 'grounded'
    | 'general_knowledge'
    | 'has_own_form'
    | 'layout'
    | 'scope'
  >
  evidence: OfferedEvidence[]
  /** The concepts of the question, by which the sentences of a passage are chosen that is too long. */
  concepts: Concept[]
  /** Evidence of earlier answers, which keeps its ids. */
  earlier: EarlierEvidence
  options: PromptOptions
  /** The context size of the model in tokens, for prompt and answer together. */
  context_tokens: number
  has_tools: boolean
  /** A random part of the delimiters, so that no document can imitate them. */
  nonce: string
}

/** The share of the context reserved for the answer. */
const ANSWER_SHARE = 0.25
/** The most of the context that earlier turns may take, as a share. */
const MAX_HISTORY_SHARE = 0.3
/** The share of the context for evidence: more evidence makes citations worse. */
const EVIDENCE_SHARE = 0.25
const MAX_EVIDENCE_TOKENS = 12_000
/** The most UTF-16 units of evidence for an answer to one point; others may use all tokens. */
const MAX_FOCUSED_CHARS = 4_500
/** The first passages, which are always shown whole; none for a list, which says little of each paper. */
const MIN_WHOLE_PASSAGES = 2
/** The most sentences shown of each passage after these, and of any of a list. */
const MAX_NEAR_SENTENCES = 2
/** The passages after this many show `MAX_FAR_SENTENCES`, except in a list. */
const MAX_NEAR_PASSAGES = 4
const MAX_FAR_SENTENCES = 1

/**
 * Builds the messages for a model: instructions and rules, as much of the conversation as fits, evidence, and the
 * question.
 *
 * @throws AnswerFault `context_too_long` when the instructions and the question do not fit.
 */
export function buildPrompt(request: PromptRequest): Prompt {
  const { task, context_tokens, nonce, earlier } = request
  const budget = Math.floor(context_tokens * (1 - ANSWER_SHARE))
  const system = [task.instructions, renderPrompt('answer-rules', {}), ...answerGuidance(request)]
    .filter((each) => each !== '')
    .join('\n\n')
  const question = questionText(request)
  let tokensLeft = budget - estimateTokens(system) - estimateTokens(question)
  if (tokensLeft < 0)
    throw new AnswerFault('context_too_long', '问题超出了模型的长度限制，请缩短后再试。', false)
  const history = historyWithin(request, Math.min(tokensLeft, budget * MAX_HISTORY_SHARE))
  tokensLeft -= history.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  const evidenceTokens = Math.min(
    tokensLeft,
    MAX_EVIDENCE_TOKENS,
    Math.floor(context_tokens * EVIDENCE_SHARE),
  )
  const { blocks, evidence, papers_left_out } = evidenceWithin(
    gathersDetails(request) ? request : shortenFurtherPassages(request),
    { tokens: evidenceTokens, chars: isOnePoint(request) ? MAX_FOCUSED_CHARS : Number.POSITIVE_INFINITY },
  )
  // The model may cite again what earlier answers cite.
  for (const each of earlier.evidence) {
    const id = earlier.ids.get(each.passage.passage_id)
    if (id && !evidence.has(id)) evidence.set(id, each)
  }
  const content = [...fenceEvidence(blocks, nonce), question].join('\n\n')
  const messages: ModelMessage[] = [
    { role: 'system', content: system },
    ...history,
    { role: 'user', content },
  ]
  return { messages, evidence, papers_left_out }
}

/** Introduces the form as a suggestion, because the type of a question is only guessed. */
const FORM_LEAD = 'Suggested form, as far as it suits the question:'

/**
 * Returns the rules for an answer of this kind: with or without evidence, its form, and what the model may ask for.
 */
function answerGuidance({ task, evidence, options, has_tools }: PromptRequest): string[] {
  const tools = has_tools ? [renderPrompt('answer-tools', {})] : []
  if (!task.grounded) return tools
  if (options.needs_no_evidence) return [renderPrompt('answer-talk', {}), ...tools]
  if (evidence.length === 0 && task.general_knowledge) return [renderPrompt('answer-general', {}), ...tools]
  const form = options.parts.length > 1 ? answerFormText('parts') : answerFormText(options.form)
  return [
    renderPrompt('answer-grounded', {}),
    ...(task.has_own_form ? [] : [`${FORM_LEAD} ${form}`]),
    ...(options.further_search === 'offered' ? [renderPrompt('answer-more', {})] : []),
    ...(options.suggests ? [renderPrompt('answer-next', {})] : []),
    ...tools,
  ]
}

/** Returns the text of the question: what it means out of context, its parts, and last its original words. */
function questionText({ task, options: { standalone, parts } }: PromptRequest): string {
  const meant = standalone === null ? [] : [`The question below means: ${stripInvisible(standalone)}`]
  const several =
    parts.length > 1 ? [`It asks:\n${parts.map((each) => `- ${stripInvisible(each)}`).join('\n')}`] : []
  return [...meant, ...several, stripInvisible(task.question)].join('\n\n')
}

/** Returns the last turns of the chat that fit into a number of tokens, oldest first. */
function historyWithin({ task, earlier }: PromptRequest, maxTokens: number): ModelMessage[] {
  const kept: ModelMessage[] = []
  let tokensLeft = maxTokens
  for (const turn of task.history.toReversed()) {
    const answer = withEvidenceIds(turn, earlier.ids)
    tokensLeft -= estimateTokens(turn.question) + estimateTokens(answer)
    if (tokensLeft < 0) break
    kept.unshift(
      { role: 'user', content: stripInvisible(turn.question) },
      { role: 'assistant', content: stripInvisible(answer) },
    )
  }
  return kept
}

/**
 * Returns whether an answer gathers details of many passages: by its form, its application, or the papers chosen for it.
 */
const gathersDetails = ({ task, options: { form, parts } }: PromptRequest): boolean =>
  form === 'aspect' ||
  (form === 'comparison' && parts.length > 1) ||
  task.layout === 'review' ||
  task.scope.paper_ids.length > 0

/** Returns whether an answer is about one point, on which the first evidence was not yet found too little. */
const isOnePoint = (request: PromptRequest): boolean => {
  const { form, parts, further_search } = request.options
  return !gathersDetails(request) && form !== 'list' && parts.length <= 1 && further_search !== 'done'
}

/**
 * Selects evidence as far as it fits, best first; new passages get ids after those of earlier answers. An
 * equal share of the tokens is reserved for the first passage of each chosen paper, which is shortened where
 * it needs more.
 */
function evidenceWithin(request: PromptRequest, budget: { tokens: number; chars: number }) {
  const { earlier } = request
  const evidence = new Map<string, Evidence>()
  const blocks: string[] = []
  const reserved = firstPassagesOfChosen(request)
  const share = Math.floor(budget.tokens / Math.max(1, reserved.size))
  let tokensLeft = budget.tokens
  let charsLeft = budget.chars
  // Earlier ids run from E1 without gaps (`evidenceIds`).
  let nextNumber = earlier.ids.size + 1
  for (const each of request.evidence) {
    const { passage_id } = each.passage
    const isReserved = reserved.delete(passage_id)
    const room = tokensLeft - share * reserved.size
    const earlierId = earlier.ids.get(passage_id)
    const id = earlierId ?? `E${nextNumber}`
    const block = isReserved ? fittingBlock(id, each, request, room) : offeredBlock(id, each, request)
    // A passage that is too long is passed over; a shorter one after it may fit.
    const isTooLong = estimateTokens(block) > (isReserved ? tokensLeft : room)
    if (isTooLong || (block.length > charsLeft && blocks.length > 0)) continue
    tokensLeft -= estimateTokens(block)
    charsLeft -= block.length
    if (!earlierId) nextNumber += 1
    evidence.set(id, each)
    blocks.push(block)
  }
  return { blocks, evidence, papers_left_out: countPapersLeftOut(request, evidence) }
}

/**
 * Limits passages to the sentences that cover most of the question: of a list all, otherwise those after the first ones,
 * as many of which stay whole as `MAX_FOCUSED_CHARS` has room for beside the shortened ones.
 */
function shortenFurtherPassages(request: PromptRequest): PromptRequest {
  const isList = request.options.form === 'list'
  const shorten = (passage: Evidence['passage'], at: number) => {
    const count = isList || at < MAX_NEAR_PASSAGES ? MAX_NEAR_SENTENCES : MAX_FAR_SENTENCES
    return mostRelevantSentences(passage, request.concepts, Number.POSITIVE_INFINITY, count)
  }
  const shortened = request.evidence.map((each, at) =>
    each.shown ? each : { ...each, shown: shorten(each.passage, at) },
  )
  const whole = isList ? 0 : countWholePassages(request, shortened)
  return { ...request, evidence: [...request.evidence.slice(0, whole), ...shortened.slice(whole)] }
}

/** Returns how many of the first passages are shown whole. */
function countWholePassages(request: PromptRequest, shortened: OfferedEvidence[]): number {
  const charsOf = (each: OfferedEvidence) => offeredBlock('E10', each, request).length
  let chars = shortened.reduce((sum, each) => sum + charsOf(each), 0)
  const count = request.evidence.findIndex((each, at) => {
    const short = shortened[at] ?? each
    chars += charsOf(each) - charsOf(short)
    return at >= MIN_WHOLE_PASSAGES && chars > MAX_FOCUSED_CHARS
  })
  return count < 0 ? request.evidence.length : count
}

/** Returns the ids of the first passages of the papers that a person chose. */
function firstPassagesOfChosen({ evidence, task: { scope } }: PromptRequest): Set<string> {
  const chosen = new Set<string | null>(scope.paper_ids)
  return new Set(
    evidence.flatMap(({ paper_id, passage, shown }) =>
      !shown && chosen.delete(paper_id) ? passage.passage_id : [],
    ),
  )
}

function countPapersLeftOut(
  { evidence, task: { scope } }: PromptRequest,
  offered: Map<string, Evidence>,
): number {
  const shown = new Set([...offered.values()].map(({ paper_id }) => paper_id))
  const found = new Set(evidence.map(({ paper_id }) => paper_id))
  return scope.paper_ids.filter((id) => found.has(id) && !shown.has(id)).length
}

/** Returns a passage as it is offered; where it is shortened, so is its record, except in a list. */
function offeredBlock(id: string, evidence: OfferedEvidence, { nonce, options }: PromptRequest): string {
  const { shown } = evidence
  return evidenceBlock(id, evidence, nonce, {
    shown,
    record: shown && options.form !== 'list' ? 'brief' : 'whole',
  })
}

/** The share of the room for the sentences of a shortened passage; the rest is for their ids. */
const SENTENCES_SHARE = 0.8

/**
 * Returns a passage shortened to `maxTokens`: whole, or with those of its sentences that cover most of the
 * question. One sentence stays even where it does not fit.
 */
function fittingBlock(
  id: string,
  evidence: Evidence,
  { concepts, nonce }: PromptRequest,
  maxTokens: number,
): string {
  const whole = evidenceBlock(id, evidence, nonce)
  if (estimateTokens(whole) <= maxTokens) return whole
  const room =
    (maxTokens - estimateTokens(evidenceBlock(id, evidence, nonce, { shown: [] }))) * SENTENCES_SHARE
  const fitting = mostRelevantSentences(evidence.passage, concepts, room)
  const shown =
    fitting.length > 0
      ? fitting
      : mostRelevantSentences(evidence.passage, concepts, Number.POSITIVE_INFINITY, 1)
  return evidenceBlock(id, evidence, nonce, { shown })
}

/** The most authors of a source that the prompt names, where its record is told as a whole. */
const MAX_AUTHOR_NAMES = 3
/** What a model has to know about the standing of a source. */
const STANDING_NOTES: Partial<Record<Work['status'], string>> = { retracted: '已撤稿', concern: '有关注声明' }
const TITLE_HEADING = '题名'
const ABSTRACT_HEADING = '摘要'

/** Returns passages between the delimiters of evidence; nothing when there are none. */
const fenceEvidence = (blocks: string[], nonce: string): string[] =>
  blocks.length > 0 ? [`<evidence-${nonce}>\n${blocks.join('\n\n')}\n</evidence-${nonce}>`] : []

/**
 * Returns a passage as a model reads it: a line on its source, and a line for each sentence, with their ids.
 *
 * @param shown the indices of the sentences to show; by default all.
 * @param record how much the line on the source tells.
 */
function evidenceBlock(
  id: string,
  evidence: Evidence,
  nonce: string,
  { shown, record = 'whole' }: { shown?: number[] | undefined; record?: RecordLength } = {},
): string {
  const { text, sentences } = evidence.passage
  // Line breaks are removed, so that nothing in a document can begin a line.
  const toLine = (words: string) => escapeData(words, nonce).replaceAll(/\s+/g, ' ').trim()
  const lines = sentences.flatMap(({ start, end }, at) =>
    shown?.includes(at) === false ? [] : `${id}.${at + 1} ${toLine(text.slice(start, end))}`,
  )
  return [`[${id}] ${toLine(describeSource(evidence, record))}`, ...lines].join('\n')
}

/** `brief` leaves out venue and type, and all authors but the first. */
type RecordLength = 'whole' | 'brief'

/** Returns title, authors, venue and year, type, standing, and the part of the source that a passage is from. */
function describeSource({ passage, work, field }: Evidence, record: RecordLength): string {
  const names = authorNames(work)
  const maxNames = record === 'whole' ? MAX_AUTHOR_NAMES : 1
  const authors = names.slice(0, maxNames).join('; ') + (names.length > maxNames ? ' et al.' : '')
  const venue = record === 'whole' ? (work.basic_sourcename ?? work.publish_venue[0] ?? '') : ''
  const heading = field === 'title' || field === 'title_zh' ? TITLE_HEADING : ABSTRACT_HEADING
  const part = passage.page === null ? heading : `全文 p. ${passage.page}`
  return [
    passage.heading,
    authors,
    [venue, publicationYear(work)].filter((each) => each !== '').join(', '),
    record === 'whole' ? literatureTypeName(work.resource_type) : '',
    STANDING_NOTES[work.status] ?? '',
    part,
    passage.headings?.join(' › ') ?? '',
  ]
    .filter((each) => each !== '')
    .join(' · ')
}

/** Returns the first four digits in a row of the publication date; empty without any. */
export const publicationYear = ({ publish_date }: Pick<Work, 'publish_date'>): string =>
  /\d{4}/.exec(publish_date ?? '')?.[0] ?? ''
