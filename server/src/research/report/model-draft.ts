import type { ResearchEvidence, ResearchState } from '@scinav/contract'
import { escapeData } from '../../answers/index.ts'
import type { Language } from '../../language/question/question.ts'
import { visible } from '../../language/text/clean.ts'
import { promptOf, styleOf } from '../../models/prompts/index.ts'
import { askUsable } from '../model/ask-usable.ts'
import { type Asking, Unusable } from '../model/with-model.ts'
import {
  type Line,
  type Offered,
  plainSentence,
  readLines,
  readSentences,
  type Sentence,
} from './model-sentences.ts'

/** A section that a model is to write. */
export interface ToWrite {
  state: ResearchState
  language: Language
  kind: 'evidence' | 'agreement'
  title: string
  /** What its step was after. */
  goal: string
  evidence: ResearchEvidence[]
  /** What it is to become of the section as it is; left out where it is written for the first time. */
  revising?: Revising | undefined
}

/** A section that its reader wants otherwise. */
export interface Revising {
  wish: string
  text: string
  /** Where it cites what, in its order. */
  marks: { start: number; end: number; evidence_id: string }[]
}

/** What a model wrote, as far as it was checked. */
export interface Draft {
  lines: Line[]
  offered: Offered
  /** It has been put right once already. */
  again: boolean
}

const WRITE_MS = 120_000
const WRITE_TOKENS = 1_600
const REPAIR_MS = 60_000
const TOKENS_A_SENTENCE = 160
const MOST_REPAIRED = 12
const LONGEST_SENTENCE = 600
/** Of the context, in characters, for the evidence. */
const EVIDENCE_SHARE = 0.5
const NAMES = { zh: 'Chinese', en: 'English' }

/**
 * Has a model write a section from its evidence, each sentence checked against what it cites.
 *
 * @throws Unusable where it is in another language or cites nothing; ModelFault, TimeoutError.
 */
export async function draftSection(asking: Asking, writing: ToWrite): Promise<Draft> {
  const { model, nonce } = asking
  const offered = offeredWithin(writing.evidence, model.context_tokens * EVIDENCE_SHARE)
  const { state, revising } = writing
  const parts = [
    headOf(writing, nonce),
    blocksOf(offered, state, nonce),
    ...(revising ? [draftOf(revising, offered, nonce)] : []),
  ]
  const { made, again } = await askUsable(asking, {
    messages: [
      { role: 'system', content: rulesOf(writing, nonce) },
      { role: 'user', content: parts.join('\n\n') },
    ],
    max_tokens: WRITE_TOKENS,
    within_ms: WRITE_MS,
    read: (said) => usable(said, offered, writing),
  })
  return { lines: made, offered, again }
}

function rulesOf({ language, kind, state, revising }: ToWrite, nonce: string): string {
  const style = styleOf(state.report_style)
  return [
    promptOf('research-section', { language: NAMES[language], nonce, style }),
    ...(kind === 'agreement' ? [promptOf('research-agreement', {})] : []),
    ...(revising ? [promptOf('research-revise', { nonce })] : []),
  ].join('\n\n')
}

/** The section as it is, its markers by the ids that the model is told, and what its reader wants. */
function draftOf({ wish, text, marks }: Revising, offered: Offered, nonce: string): string {
  const ids = new Map([...offered].map(([id, { evidence_id }]) => [evidence_id, id]))
  let [told, from] = ['', 0]
  for (const { start, end, evidence_id } of marks) {
    const id = ids.get(evidence_id)
    told += `${escapeData(text.slice(from, start), nonce)}${id ? `[${id}]` : ''}`
    from = end
  }
  told += escapeData(text.slice(from), nonce)
  return `<draft-${nonce}>\n${told.trim()}\n</draft-${nonce}>\n${tagged('wish', wish, nonce)}`
}

/** As many as fit, in their order. */
function offeredWithin(evidence: ResearchEvidence[], most: number): Offered {
  let left = most
  const fitting = evidence.filter(({ quote, title }) => {
    left -= quote.length + title.length
    return left >= 0
  })
  return new Map(fitting.map((each, at) => [`E${at + 1}`, each]))
}

const tagged = (name: string, text: string, nonce: string) =>
  `<${name}-${nonce}>\n${escapeData(text, nonce)}\n</${name}-${nonce}>`

const headOf = ({ state, title, goal }: ToWrite, nonce: string) =>
  [tagged('question', state.question, nonce), tagged('section', `${title}\n${goal}`.trim(), nonce)].join('\n')

function blocksOf(offered: Offered, { read }: ResearchState, nonce: string): string {
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

const HAN = /\p{Script=Han}/gu
/** So much of a Chinese text are Chinese characters, and so little of an English one. */
const LEAST_HAN = 0.3

/** Far more than a section is asked to have. */
const MAX_SECTION_CHARS = 12_000

function usable(said: string, offered: Offered, { language, kind }: ToWrite): Line[] {
  if (said.length > MAX_SECTION_CHARS) throw new Unusable('模型写得太长')
  if (kind === 'agreement' && /^\W{0,8}NONE\W{0,8}$/.test(said.trim().slice(0, 40)))
    throw new Unusable('模型认为没有两篇文献说到同一件事')
  const lines = readLines(said, offered)
  const isCited = lines.some(({ sentences }) => sentences.some(({ parts }) => parts.some(Array.isArray)))
  if (!isCited) throw new Unusable('模型没有标出所依据的证据')
  if (!isIn(language, lines)) throw new Unusable('模型没有用报告的语言写')
  return lines
}

function isIn(language: Language, lines: Line[]): boolean {
  const text = lines
    .flatMap(({ sentences }) => sentences.flatMap(({ parts }) => parts))
    .filter((part) => typeof part === 'string')
    .join('')
    .replace(/[\s\p{P}\p{S}\p{N}]/gu, '')
  const han = (text.match(HAN)?.length ?? 0) / Math.max(1, text.length)
  return language === 'zh' ? han >= LEAST_HAN : han < LEAST_HAN
}

/** Sentences that do not hold, in their order. */
export const faultyIn = ({ lines }: Pick<Draft, 'lines'>): Sentence[] =>
  lines.flatMap(({ sentences }) => sentences.filter(({ fault }) => fault !== null))

/**
 * Sends what does not hold back to the model once, with the evidence.
 *
 * @returns what holds now, by what it stands for; null for what is to be left out.
 * @throws ModelFault, TimeoutError.
 */
export async function repaired(
  asking: Asking,
  { state, language }: ToWrite,
  draft: Draft,
): Promise<Map<Sentence, Sentence | null>> {
  const { nonce } = asking
  const faulty = faultyIn(draft).slice(0, MOST_REPAIRED)
  const items = faulty.map((sentence, at) => {
    const text = escapeKeepingIds(plainSentence(sentence, draft.offered), nonce)
    return `<item-${nonce} ${at + 1}>\nsentence: ${text}\nfault: ${wordsOf(sentence)}\n</item-${nonce}>`
  })
  const { made } = await askUsable(asking, {
    messages: [
      { role: 'system', content: promptOf('research-repair', { language: NAMES[language], nonce }) },
      { role: 'user', content: [blocksOf(draft.offered, state, nonce), items.join('\n')].join('\n\n') },
    ],
    max_tokens: items.length * TOKENS_A_SENTENCE,
    within_ms: REPAIR_MS,
    read: readRepairs,
  })
  const changes = new Map<Sentence, Sentence | null>()
  for (const [at, sentence] of faulty.entries()) {
    const line = made.get(at + 1)
    if (line === undefined) continue
    const [first, ...rest] = /^\W{0,3}DELETE\W{0,3}$/i.test(line) ? [] : readSentences(line, draft.offered)
    if (!first) changes.set(sentence, null)
    else if (
      rest.length === 0 &&
      first.fault === null &&
      isIn(language, [{ item: false, sentences: [first] }])
    )
      changes.set(sentence, first)
  }
  return changes
}

/** What a model wrote itself: its ids stay, tags and what nobody sees go. */
const escapeKeepingIds = (text: string, nonce: string) =>
  visible(text)
    .replaceAll(nonce, '')
    .replace(/<(?=[a-z/])/gi, '‹')

function wordsOf({ fault }: Sentence): string {
  if (fault?.kind === 'missing') return `the evidence does not have: ${fault.missing.join(', ')}`
  return fault?.kind === 'uncited' ? 'a part of it cites no evidence' : 'the evidence does not say it'
}

/** Lines such as `2: Another sentence [E1].` */
function readRepairs(said: string): Map<number, string> {
  const lines = new Map<number, string>()
  for (const line of visible(said).split('\n')) {
    const [whole, number] = /^[ \t*-]{0,6}(\d{1,2})[ \t]?[:：.)]/.exec(line) ?? []
    const text = whole === undefined ? '' : line.slice(whole.length).trim()
    if (text !== '' && text.length <= LONGEST_SENTENCE && !lines.has(Number(number)))
      lines.set(Number(number), text)
  }
  return lines
}
