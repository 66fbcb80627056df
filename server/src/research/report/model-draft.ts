import { RESEARCH_DEPTHS } from '@scinav/contract'
import type { Language } from '../../language/question/question.ts'
import { type ModelCall, UnusableOutput } from '../model/model-call.ts'
import { requestValidated } from '../model/request-validated.ts'
import { type DraftLine, draftMarks } from './model-sentences.ts'
import { type OfferedWorks, offerWorks, workBlocks } from './offered-works.ts'
import { parseDraftLines } from './parse-draft-lines.ts'
import { sectionChars } from './section-length.ts'
import { currentDraft, systemRules, taskBlocks } from './section-prompt.ts'
import { isMainKind, type SectionTask } from './section-task.ts'

/** A draft of a section. */
export interface SectionDraft {
  lines: DraftLine[]
  offered: OfferedWorks
  /** The draft already comes from a second attempt of the model, so its faults are not corrected again. */
  isSecondAttempt: boolean
}

/** How long the model may take for a section. */
const WRITE_TIMEOUT_MS = 180_000
/** The evidence offered for a section takes at most this share of the model's context. */
const EVIDENCE_SHARE = 0.5
/** Maximum size of the evidence offered for a section, however large the context is. */
const MAX_EVIDENCE_TOKENS = 10_000
/** Maximum number of sentences offered of each work for a main section, which is about some of the works. */
const MAIN_SENTENCES_PER_WORK = 6
/** Maximum number of works offered for a section about all works, and of sentences of each. */
const MAX_OVERVIEW_WORKS = 36
const OVERVIEW_SENTENCES_PER_WORK = 3
/**
 * Room for the answer per requested character. A Chinese character takes about one token; the rest is for a model that
 * writes more than it was asked to.
 */
const TOKENS_PER_CHAR = 2
/** Room for the ids of the evidence in the answer. */
const SPARE_TOKENS = 600

/**
 * Requests a section from a language model and checks the figures and names of each cited sentence.
 *
 * @throws UnusableOutput when the text is too long, in another language or cites nothing; ModelFault; TimeoutError.
 */
export async function draftSection(call: ModelCall, task: SectionTask): Promise<SectionDraft> {
  const { model, nonce } = call
  const { state, revising, evidence, kind } = task
  const isMain = isMainKind(kind)
  const { works_a_section, works_compared } = RESEARCH_DEPTHS[state.depth]
  const offered = offerWorks(state, evidence, {
    works: isMain ? works_a_section : Math.min(MAX_OVERVIEW_WORKS, works_compared),
    sentences_a_work: isMain ? MAIN_SENTENCES_PER_WORK : OVERVIEW_SENTENCES_PER_WORK,
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

const HAN_CHARACTER = /\p{Script=Han}/gu

/** Minimum share of Chinese characters in a Chinese text; an English text has less. */
const MIN_HAN_SHARE = 0.3

/** Returns whether the text of lines, without spaces, signs and digits, is in a language. */
export function isInLanguage(language: Language, lines: DraftLine[]): boolean {
  const text = lines
    .flatMap(({ sentences }) => sentences.flatMap(({ parts }) => parts))
    .filter((part) => typeof part === 'string')
    .join('')
    .replace(/[\s\p{P}\p{S}\p{N}]/gu, '')
  const hanShare = (text.match(HAN_CHARACTER)?.length ?? 0) / Math.max(1, text.length)
  return language === 'zh' ? hanShare >= MIN_HAN_SHARE : hanShare < MIN_HAN_SHARE
}
