import type { Language } from '../../language/question/question.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import { parseNumberedLines } from '../../language/text/numbered-lines.ts'
import { renderPrompt } from '../../models/prompts/index.ts'
import type { ModelCall } from '../model/model-call.ts'
import { LANGUAGE_NAMES } from '../model/prompt-parts.ts'
import { requestValidated } from '../model/request-validated.ts'
import { isInLanguage, type SectionDraft } from './model-draft.ts'
import { type ModelSentence, plainSentence } from './model-sentences.ts'
import { type OfferedWorks, workBlocks } from './offered-works.ts'
import { parseSentences } from './parse-draft-lines.ts'
import type { SectionTask } from './section-task.ts'

/** How long the model may take for the corrections of a section. */
const REPAIR_TIMEOUT_MS = 90_000
/** Room for each corrected sentence in the answer of the model. */
const TOKENS_PER_SENTENCE = 200
/** Maximum number of sentences that are corrected. */
const MAX_REPAIRED = 12
/** A longer correction of a sentence is ignored. */
const MAX_SENTENCE_CHARS = 800

/** Returns the sentences that failed the check, in order. */
export const faultySentences = ({ lines }: Pick<SectionDraft, 'lines'>): ModelSentence[] =>
  lines.flatMap(({ sentences }) => sentences.filter(({ fault }) => fault !== null))

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
    read: (reply) => parseNumberedLines(reply, MAX_SENTENCE_CHARS),
  })
  const changes = new Map<ModelSentence, ModelSentence | null>()
  for (const [at, sentence] of faulty.entries()) {
    const line = repairs.get(at + 1)
    const change = line === undefined ? undefined : readRepair(line, draft.offered, language)
    if (change !== undefined) changes.set(sentence, change)
  }
  return changes
}

/** Returns in English, for the model, what is wrong with a sentence. */
function faultText({ parts, fault }: ModelSentence): string {
  if (fault?.kind === 'missing') return `the evidence does not have: ${fault.missing.join(', ')}`
  if (fault?.kind === 'address') return 'it contains a web address'
  const marks = parts.flatMap((part) => (typeof part === 'string' ? [] : part))
  const words = marks.flatMap(({ support, check }) => (support === 'unsupported' ? (check.fault ?? []) : []))
  return ['the evidence does not say it', ...new Set(words)].join(': ')
}

/** Escapes text that the model wrote: evidence ids are kept, while tags and invisible characters are removed. */
const escapeKeepingIds = (text: string, nonce: string) =>
  stripInvisible(text)
    .replaceAll(nonce, '')
    .replace(/<(?=[a-z/])/gi, '‹')

/** The answer of a model that gives up a sentence. */
const DELETE_ANSWER = /^\W{0,3}DELETE\W{0,3}$/i

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
