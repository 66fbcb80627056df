import {
  RESEARCH_DEPTHS,
  type ReportSection,
  type ResearchEvidence,
  type ResearchState,
} from '@scinav/contract'
import type { Language } from '../../language/question/question.ts'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import {
  renderPrompt,
  reportStyleText,
  type SectionForm,
  sectionFormText,
} from '../../models/prompts/index.ts'
import { type ModelCall, requestValidated, UnusableOutput } from '../model/with-model.ts'
import {
  type DraftLine,
  draftMarks,
  type ModelSentence,
  parseDraftLines,
  parseSentences,
  plainSentence,
} from './model-sentences.ts'
import { type OfferedWorks, offerWorks, sentenceIds, workBlocks, workIds } from './offered-works.ts'

/** The kinds of sections that a model writes. */
export type WrittenKind = Extract<ReportSection['kind'], SectionForm>

/** The task of writing one section with a language model. */
export interface SectionTask {
  state: ResearchState
  language: Language
  kind: WrittenKind
  title: string
  /** What the section is for. */
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

/** A draft of a section. */
export interface SectionDraft {
  lines: DraftLine[]
  offered: OfferedWorks
  /** The draft already comes from a second attempt of the model, so its faults are not corrected again. */
  isSecondAttempt: boolean
}

/** How long the model may take for a section, and for corrections of its sentences, ms. */
const WRITE_TIMEOUT_MS = 180_000
const REPAIR_TIMEOUT_MS = 90_000
/** Room for each corrected sentence in the answer of the model. */
const TOKENS_PER_SENTENCE = 200
/** Maximum number of sentences that are corrected. */
const MAX_REPAIRED = 12
/** A longer correction of a sentence is ignored. */
const MAX_SENTENCE_CHARS = 800
/** Maximum size of the evidence of one section, and its share of the model's context. */
const MAX_EVIDENCE_TOKENS = 10_000
const EVIDENCE_SHARE = 0.5
/** Maximum number of works, and of sentences of each, for a section about all works. */
const OVERVIEW = { works: 36, sentences_a_work: 3 }
/** Maximum number of sentences of each work for a main section, which is about some of the works. */
const SENTENCES_A_WORK = 6
const LANGUAGE_NAMES = { zh: 'Chinese', en: 'English' }

/**
 * Requests a section from a language model and checks the figures and names of each cited sentence.
 *
 * @throws UnusableOutput when the text is too long, in another language or cites nothing; ModelFault; TimeoutError.
 */
export async function draftSection(call: ModelCall, task: SectionTask): Promise<SectionDraft> {
  const { model, nonce } = call
  const { state, revising, evidence, kind } = task
  const isMainSection = kind === 'body' || kind === 'evidence'
  const { works_a_section, works_compared } = RESEARCH_DEPTHS[state.depth]
  const offered = offerWorks(state, evidence, {
    works: isMainSection ? works_a_section : Math.min(OVERVIEW.works, works_compared),
    sentences_a_work: isMainSection ? SENTENCES_A_WORK : OVERVIEW.sentences_a_work,
    tokens: Math.min(MAX_EVIDENCE_TOKENS, model.context_tokens * EVIDENCE_SHARE),
  })
  const parts = [
    taskBlocks(task, offered, nonce),
    workBlocks(offered, state, nonce),
    ...(revising ? [currentDraft(revising, offered, nonce)] : []),
  ]
  const { output, isSecondAttempt } = await requestValidated(call, {
    messages: [
      { role: 'system', content: systemRules(task, nonce) },
      { role: 'user', content: parts.join('\n\n') },
    ],
    max_tokens: sectionChars(task) * TOKENS_PER_CHAR + SPARE_TOKENS,
    within_ms: WRITE_TIMEOUT_MS,
    read: (text) => parseDraft(text, offered, task),
  })
  return { lines: output, offered, isSecondAttempt }
}

type OverviewKind = Exclude<WrittenKind, 'body' | 'evidence'>

/**
 * Length of the sections around the main ones, which divide the rest among them. A share of the report's length in
 * percent, kept between `min` and `max` Chinese characters (academic style), which the sentences that the form asks for
 * need.
 */
const OVERVIEW_LENGTHS: Record<OverviewKind, { percent: number; min: number; max: number }> = {
  opening: { percent: 10, min: 250, max: 500 },
  agreement: { percent: 12, min: 200, max: 1_000 },
  open: { percent: 11, min: 200, max: 900 },
  conclusion: { percent: 8, min: 150, max: 400 },
}
/** Length of the other styles, as a share of the academic one. */
const OTHER_STYLE_SHARE = 0.5
/** Smallest length of a main section in the academic style, in Chinese characters. */
const MIN_SECTION_CHARS = 250
/** Chinese characters that say as much as an English word. */
const CHARS_PER_WORD = 2
/**
 * Bound of the answer, in tokens: a factor of the requested length, and a summand. A Chinese character takes about one
 * token; the rest leaves room for ids and for a model that writes more than it was asked to.
 */
const TOKENS_PER_CHAR = 2
const SPARE_TOKENS = 600
/** Lengths are asked for in multiples of this number of characters. */
const LENGTH_STEP_CHARS = 50

/** Returns the intended length of a section, in Chinese characters. */
function sectionChars({ kind, state }: SectionTask): number {
  const { chars } = RESEARCH_DEPTHS[state.depth]
  const styleFactor = state.report_style === 'academic' ? 1 : OTHER_STYLE_SHARE
  if (kind !== 'body' && kind !== 'evidence') return overviewChars(kind, chars) * styleFactor
  const overviewKinds = Object.keys(OVERVIEW_LENGTHS) as OverviewKind[]
  const mainChars = chars - overviewKinds.reduce((sum, each) => sum + overviewChars(each, chars), 0)
  const mainCount = kind === 'body' ? (state.synthesis?.outline.length ?? 1) : state.steps.length
  return Math.max(MIN_SECTION_CHARS, roundLength(mainChars / Math.max(1, mainCount))) * styleFactor
}

/** Returns the length of an overview section in the academic style, in a report of `chars` characters. */
function overviewChars(kind: OverviewKind, chars: number): number {
  const { percent, min, max } = OVERVIEW_LENGTHS[kind]
  return Math.min(max, Math.max(min, roundLength((chars * percent) / 100)))
}

const roundLength = (chars: number) => Math.round(chars / LENGTH_STEP_CHARS) * LENGTH_STEP_CHARS

/** Returns the intended length as the prompt states it, in the unit of the language. */
function lengthText(task: SectionTask): string {
  const chars = sectionChars(task)
  return task.language === 'zh'
    ? `about ${chars} Chinese characters`
    : `about ${Math.round(chars / CHARS_PER_WORD)} words`
}

/** Returns the rules for a section of this kind, and for its revision where one is asked for. */
function systemRules(task: SectionTask, nonce: string): string {
  const { language, kind, state, revising } = task
  const values = {
    language: LANGUAGE_NAMES[language],
    nonce,
    style: reportStyleText(state.report_style),
    form: sectionFormText(kind),
    length: lengthText(task),
  }
  return [
    renderPrompt('research-section', values),
    ...(revising ? [renderPrompt('research-revise', { nonce })] : []),
  ].join('\n\n')
}

/**
 * Returns the prompt block with the present section, its markers replaced by the evidence ids of the prompt, and the
 * reader's wish.
 */
function currentDraft({ wish, text, marks }: RevisionInput, offered: OfferedWorks, nonce: string): string {
  const ids = sentenceIds(offered)
  let draft = ''
  let from = 0
  for (const { start, end, evidence_id } of marks) {
    const id = ids.get(evidence_id)
    draft += `${escapeData(text.slice(from, start), nonce)}${id ? `[${id}]` : ''}`
    from = end
  }
  draft += escapeData(text.slice(from), nonce)
  return `<draft-${nonce}>\n${draft.trim()}\n</draft-${nonce}>\n${wrapTagged('wish', wish, nonce)}`
}

/** Encloses a text in tags with the nonce, which the text itself cannot contain. */
const wrapTagged = (name: string, text: string, nonce: string) =>
  `<${name}-${nonce}>\n${escapeData(text, nonce)}\n</${name}-${nonce}>`

/** Returns the blocks with the question, the section, and what the synthesis found that concerns it. */
function taskBlocks(task: SectionTask, offered: OfferedWorks, nonce: string): string {
  const { state, title, goal, kind } = task
  const outline =
    state.synthesis?.outline.map((each, at) => `${at + 1}. ${each.title}: ${each.purpose}`) ?? []
  const points = synthesisPoints(task, offered)
  // The last sections refer to what the others say.
  const written = kind === 'conclusion' || kind === 'open' ? writtenText(state) : ''
  return [
    wrapTagged('question', state.question, nonce),
    ...(outline.length > 0 ? [wrapTagged('outline', outline.join('\n'), nonce)] : []),
    wrapTagged('section', `${title}\n${goal}`.trim(), nonce),
    ...(points === '' ? [] : [wrapTagged('points', points, nonce)]),
    ...(written === '' ? [] : [wrapTagged('written', written, nonce)]),
  ].join('\n')
}

/** Returns agreements, disagreements and gaps of the synthesis with the ids of the prompt; '' for a main section. */
function synthesisPoints({ state: { synthesis }, kind }: SectionTask, offered: OfferedWorks): string {
  if (!synthesis || kind === 'body' || kind === 'evidence') return ''
  const ids = workIds(offered)
  const workList = (source_ids: string[]) => {
    const list = source_ids.flatMap((id) => ids.get(id) ?? [])
    return list.length > 0 ? ` (${list.join(', ')})` : ''
  }
  const agreements = synthesis.agreements.map(
    ({ point, source_ids }) => `agreement: ${point}${workList(source_ids)}`,
  )
  const disagreements = synthesis.disagreements.map(({ point, sides, why }) => {
    const views = sides.map(({ view, source_ids }) => `${view}${workList(source_ids)}`)
    return `disagreement: ${point}: ${[...views, ...(why === '' ? [] : [why])].join(' | ')}`
  })
  const gaps = synthesis.gaps.map((gap) => `open: ${gap}`)
  return [
    ...(kind === 'open' ? [] : [...agreements, ...disagreements]),
    ...(kind === 'agreement' ? [] : gaps),
  ].join('\n')
}

/** Maximum length of the sections already written in the prompt, in characters. */
const MAX_WRITTEN_CHARS = 5_000

/** Returns the text of the sections that a model wrote so far, without markers and tables, each cut to its share. */
function writtenText({ sections }: ResearchState): string {
  const texts = sections
    .filter(({ written_by, kind }) => written_by === 'model' && kind !== 'table')
    .map(({ title, text }) => `${title}\n${text.replace(/\[\d+\]/g, '').trim()}`)
  return texts.map((text) => text.slice(0, MAX_WRITTEN_CHARS / texts.length)).join('\n\n')
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

/**
 * Parses the text of a section into lines.
 *
 * @throws UnusableOutput, with the reason in Chinese, when the text is too long, in another language or cites
 *   nothing.
 */
function parseDraft(
  text: string,
  offered: OfferedWorks,
  { language, kind, title }: SectionTask,
): DraftLine[] {
  if (text.length > MAX_SECTION_CHARS) throw new UnusableOutput('模型写得太长')
  if (kind === 'agreement' && NONE_ANSWER.test(text.trim().slice(0, MAX_NONE_CHARS)))
    throw new UnusableOutput('模型认为没有两篇文献说到同一件事')
  const lines = parseDraftLines(text, offered, title)
  if (draftMarks(lines).length === 0) throw new UnusableOutput('模型没有标出所依据的证据')
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
  const hanShare = (text.match(HAN_CHARACTER)?.length ?? 0) / Math.max(1, text.length)
  return language === 'zh' ? hanShare >= MIN_HAN_SHARE : hanShare < MIN_HAN_SHARE
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
      { role: 'user', content: [workBlocks(draft.offered, state, nonce), items.join('\n')].join('\n\n') },
    ],
    max_tokens: items.length * TOKENS_PER_SENTENCE,
    within_ms: REPAIR_TIMEOUT_MS,
    read: parseRepairs,
  })
  const changes = new Map<ModelSentence, ModelSentence | null>()
  for (const [at, sentence] of faulty.entries()) {
    const line = repairs.get(at + 1)
    const change = line === undefined ? undefined : readRepair(line, draft.offered, language)
    if (change !== undefined) changes.set(sentence, change)
  }
  return changes
}

/**
 * Reads the correction of one sentence: null where the model gave the sentence up, undefined for a correction that is
 * not usable because it is several sentences, has a fault, or is in another language.
 */
function readRepair(
  line: string,
  offered: OfferedWorks,
  language: Language,
): ModelSentence | null | undefined {
  if (DELETE_ANSWER.test(line)) return null
  const [repaired, ...further] = parseSentences(line, offered)
  if (!repaired) return null
  const isUsable =
    further.length === 0 &&
    repaired.fault === null &&
    isInLanguage(language, [{ kind: 'text', sentences: [repaired] }])
  return isUsable ? repaired : undefined
}

/** Escapes text that the model wrote: evidence ids are kept, while tags and invisible characters are removed. */
const escapeKeepingIds = (text: string, nonce: string) =>
  stripInvisible(text)
    .replaceAll(nonce, '')
    .replace(/<(?=[a-z/])/gi, '‹')

/** Returns in English, for the model, what is wrong with a sentence. */
function faultText({ parts, fault }: ModelSentence): string {
  if (fault?.kind === 'missing') return `the evidence does not have: ${fault.missing.join(', ')}`
  if (fault?.kind === 'address') return 'it contains a web address'
  const marks = parts.flatMap((part) => (typeof part === 'string' ? [] : part))
  const words = marks.flatMap(({ support, check }) => (support === 'unsupported' ? (check.fault ?? []) : []))
  return ['the evidence does not say it', ...new Set(words)].join(': ')
}

/**
 * Parses lines of the form `2: Another sentence [E1.2].` into texts by their numbers, from 1; the first of
 * each counts.
 */
function parseRepairs(text: string): Map<number, string> {
  const lines = new Map<number, string>()
  for (const line of stripInvisible(text).split('\n')) {
    // `2:`, `- 2.` or `**2)`.
    const [prefix, number] = /^[ \t*-]{0,6}(\d{1,2})[ \t]?[:：.)]/.exec(line) ?? []
    const sentence = prefix === undefined ? '' : line.slice(prefix.length).trim()
    if (sentence !== '' && sentence.length <= MAX_SENTENCE_CHARS && !lines.has(Number(number)))
      lines.set(Number(number), sentence)
  }
  return lines
}
