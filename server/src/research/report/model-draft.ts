import type { ResearchEvidence, ResearchState } from '@scinav/contract'
import type { Language } from '../../language/question/question.ts'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { renderPrompt, reportStyleText } from '../../models/prompts/index.ts'
import { type ModelCall, requestValidated, UnusableOutput } from '../model/with-model.ts'
import {
  type DraftLine,
  type ModelSentence,
  type OfferedEvidence,
  parseDraftLines,
  parseSentences,
  plainSentence,
} from './model-sentences.ts'

/** The task of writing one section with a language model. */
export interface SectionTask {
  state: ResearchState
  language: Language
  kind: 'evidence' | 'agreement'
  title: string
  /** Goal of the section's step. */
  goal: string
  evidence: ResearchEvidence[]
  /** The present section and the requested change; undefined when the section is written for the first time. */
  revising?: RevisionInput | undefined
}

/** A section that the reader wants changed. */
export interface RevisionInput {
  wish: string
  text: string
  /** Positions of its citations in order, with the evidence they cite. */
  marks: { start: number; end: number; evidence_id: string }[]
}

/** A checked draft of a section. */
export interface SectionDraft {
  lines: DraftLine[]
  offered: OfferedEvidence
  /** The draft already comes from a second attempt of the model, so its faults are not corrected again. */
  isSecondAttempt: boolean
}

const WRITE_TIMEOUT_MS = 120_000
const MAX_WRITE_TOKENS = 1_600
const REPAIR_TIMEOUT_MS = 60_000
/** Room for each corrected sentence in the answer. */
const TOKENS_PER_SENTENCE = 160
/** Maximum number of sentences that are corrected. */
const MAX_REPAIRED = 12
const MAX_SENTENCE_CHARS = 600
/** Share of the model's context for the evidence; one token is counted as one character. */
const EVIDENCE_SHARE = 0.5
const LANGUAGE_NAMES = { zh: 'Chinese', en: 'English' }

/**
 * Requests a section from a language model and checks each sentence against the evidence it cites.
 *
 * @throws UnusableOutput when the text is too long, in another language or cites nothing; ModelFault; TimeoutError.
 */
export async function draftSection(call: ModelCall, task: SectionTask): Promise<SectionDraft> {
  const { model, nonce } = call
  const offered = selectOffered(task.evidence, model.context_tokens * EVIDENCE_SHARE)
  const { state, revising } = task
  const parts = [
    taskBlocks(task, nonce),
    evidenceBlocks(offered, state, nonce),
    ...(revising ? [currentDraft(revising, offered, nonce)] : []),
  ]
  const { output, isSecondAttempt } = await requestValidated(call, {
    messages: [
      { role: 'system', content: systemRules(task, nonce) },
      { role: 'user', content: parts.join('\n\n') },
    ],
    max_tokens: MAX_WRITE_TOKENS,
    within_ms: WRITE_TIMEOUT_MS,
    read: (text) => parseDraft(text, offered, task),
  })
  return { lines: output, offered, isSecondAttempt }
}

function systemRules({ language, kind, state, revising }: SectionTask, nonce: string): string {
  const style = reportStyleText(state.report_style)
  return [
    renderPrompt('research-section', { language: LANGUAGE_NAMES[language], nonce, style }),
    ...(kind === 'agreement' ? [renderPrompt('research-agreement', {})] : []),
    ...(revising ? [renderPrompt('research-revise', { nonce })] : []),
  ].join('\n\n')
}

/**
 * Returns the prompt block with the present section, its markers replaced by the evidence ids of the prompt, and the
 * reader's wish.
 */
function currentDraft({ wish, text, marks }: RevisionInput, offered: OfferedEvidence, nonce: string): string {
  const ids = new Map([...offered].map(([id, { evidence_id }]) => [evidence_id, id]))
  let [draft, from] = ['', 0]
  for (const { start, end, evidence_id } of marks) {
    const id = ids.get(evidence_id)
    draft += `${escapeData(text.slice(from, start), nonce)}${id ? `[${id}]` : ''}`
    from = end
  }
  draft += escapeData(text.slice(from), nonce)
  return `<draft-${nonce}>\n${draft.trim()}\n</draft-${nonce}>\n${wrapTagged('wish', wish, nonce)}`
}

/** Selects the evidence that fits into the limit of characters, in its order, and numbers it. */
function selectOffered(evidence: ResearchEvidence[], maxChars: number): OfferedEvidence {
  let left = maxChars
  const fitting = evidence.filter(({ quote, title }) => {
    left -= quote.length + title.length
    return left >= 0
  })
  return new Map(fitting.map((each, at) => [`E${at + 1}`, each]))
}

const wrapTagged = (name: string, text: string, nonce: string) =>
  `<${name}-${nonce}>\n${escapeData(text, nonce)}\n</${name}-${nonce}>`

const taskBlocks = ({ state, title, goal }: SectionTask, nonce: string) =>
  [
    wrapTagged('question', state.question, nonce),
    wrapTagged('section', `${title}\n${goal}`.trim(), nonce),
  ].join('\n')

function evidenceBlocks(offered: OfferedEvidence, { read }: ResearchState, nonce: string): string {
  const sources = new Map(read.map((each) => [each.source_id, each]))
  const value = (text: string) => escapeData(text, nonce).replaceAll('"', '”').replace(/\s+/g, ' ')
  return [...offered]
    .map(([id, { source_id, quote, title }]) => {
      const { authors = [], year = null } = sources.get(source_id) ?? {}
      const by = [authors[0] ?? '', year ?? ''].filter((part) => part !== '').join(', ')
      const open = `evidence-${nonce} id="${id}" title="${value(title)}" by="${value(by)}"`
      return `<${open}>\n${escapeData(quote, nonce)}\n</evidence-${nonce}>`
    })
    .join('\n')
}

const HAN_CHARACTER = /\p{Script=Han}/gu
/** Minimum share of Chinese characters in a Chinese text; an English text has less. */
const MIN_HAN_SHARE = 0.3

/** Maximum length of a model's section, in characters, far above the requested length. */
const MAX_SECTION_CHARS = 12_000

/** The answer of a model that found no two sources on one thing, apart from quotation marks around it. */
const NONE_ANSWER = /^\W{0,8}NONE\W{0,8}$/
/** Length of the beginning of an answer in which `NONE_ANSWER` is sought, in characters. */
const MAX_NONE_CHARS = 40

function parseDraft(text: string, offered: OfferedEvidence, { language, kind }: SectionTask): DraftLine[] {
  if (text.length > MAX_SECTION_CHARS) throw new UnusableOutput('模型写得太长')
  if (kind === 'agreement' && NONE_ANSWER.test(text.trim().slice(0, MAX_NONE_CHARS)))
    throw new UnusableOutput('模型认为没有两篇文献说到同一件事')
  const lines = parseDraftLines(text, offered)
  const isCited = lines.some(({ sentences }) => sentences.some(({ parts }) => parts.some(Array.isArray)))
  if (!isCited) throw new UnusableOutput('模型没有标出所依据的证据')
  if (!isInLanguage(language, lines)) throw new UnusableOutput('模型没有用报告的语言写')
  return lines
}

/** Returns whether the text of lines, without spaces, signs and digits, is in a language. */
function isInLanguage(language: Language, lines: DraftLine[]): boolean {
  const text = lines
    .flatMap(({ sentences }) => sentences.flatMap(({ parts }) => parts))
    .filter((part) => typeof part === 'string')
    .join('')
    .replace(/[\s\p{P}\p{S}\p{N}]/gu, '')
  const han = (text.match(HAN_CHARACTER)?.length ?? 0) / Math.max(1, text.length)
  return language === 'zh' ? han >= MIN_HAN_SHARE : han < MIN_HAN_SHARE
}

/** Returns the sentences that failed the check, in order. */
export const faultySentences = ({ lines }: Pick<SectionDraft, 'lines'>): ModelSentence[] =>
  lines.flatMap(({ sentences }) => sentences.filter(({ fault }) => fault !== null))

/** The answer of a model that gives up a sentence. */
const DELETE_ANSWER = /^\W{0,3}DELETE\W{0,3}$/i

/**
 * Sends the faulty sentences and their evidence back to the model for one correction.
 *
 * @returns the corrected sentence for each faulty one; null for a sentence to be removed. A sentence that the model did
 * not correct, or only with a new fault, has no entry.
 * @throws ModelFault; TimeoutError.
 */
export async function repairSentences(
  call: ModelCall,
  { state, language }: SectionTask,
  draft: SectionDraft,
): Promise<Map<ModelSentence, ModelSentence | null>> {
  const { nonce } = call
  const faulty = faultySentences(draft).slice(0, MAX_REPAIRED)
  const items = faulty.map((sentence, at) => {
    const text = escapeKeepingIds(plainSentence(sentence, draft.offered), nonce)
    return `<item-${nonce} ${at + 1}>\nsentence: ${text}\nfault: ${faultText(sentence)}\n</item-${nonce}>`
  })
  const { output: repairs } = await requestValidated(call, {
    messages: [
      {
        role: 'system',
        content: renderPrompt('research-repair', { language: LANGUAGE_NAMES[language], nonce }),
      },
      { role: 'user', content: [evidenceBlocks(draft.offered, state, nonce), items.join('\n')].join('\n\n') },
    ],
    max_tokens: items.length * TOKENS_PER_SENTENCE,
    within_ms: REPAIR_TIMEOUT_MS,
    read: parseRepairs,
  })
  const changes = new Map<ModelSentence, ModelSentence | null>()
  for (const [at, sentence] of faulty.entries()) {
    const line = repairs.get(at + 1)
    if (line === undefined) continue
    const [repaired, ...further] = DELETE_ANSWER.test(line) ? [] : parseSentences(line, draft.offered)
    if (!repaired) changes.set(sentence, null)
    else if (
      further.length === 0 &&
      repaired.fault === null &&
      isInLanguage(language, [{ item: false, sentences: [repaired] }])
    )
      changes.set(sentence, repaired)
  }
  return changes
}

/** Escapes text that the model wrote: evidence ids are kept, while tags and invisible characters are removed. */
const escapeKeepingIds = (text: string, nonce: string) =>
  stripInvisible(text)
    .replaceAll(nonce, '')
    .replace(/<(?=[a-z/])/gi, '‹')

function faultText({ fault }: ModelSentence): string {
  if (fault?.kind === 'missing') return `the evidence does not have: ${fault.missing.join(', ')}`
  return fault?.kind === 'uncited' ? 'a part of it cites no evidence' : 'the evidence does not say it'
}

/** Parses lines of the form `2: Another sentence [E1].` into sentences by their numbers, from 1. */
function parseRepairs(text: string): Map<number, string> {
  const lines = new Map<number, string>()
  for (const line of stripInvisible(text).split('\n')) {
    const [prefix, number] = /^[ \t*-]{0,6}(\d{1,2})[ \t]?[:：.)]/.exec(line) ?? []
    const sentence = prefix === undefined ? '' : line.slice(prefix.length).trim()
    if (sentence !== '' && sentence.length <= MAX_SENTENCE_CHARS && !lines.has(Number(number)))
      lines.set(Number(number), sentence)
  }
  return lines
}
