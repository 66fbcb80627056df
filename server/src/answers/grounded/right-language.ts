import { authorNames } from '@scinav/contract'
import { answerLanguage } from '../../language/question/answer-language.ts'
import { ownWords } from '../../language/text/own-words.ts'
import type { Context } from '../../platform/context/context.ts'
import { isInOtherLanguage, type WrittenLanguage } from '../../platform/foundation/written-language.ts'
import type { Evidence } from '../../retrieval/index.ts'
import type { AnswerPart, AnswerTask } from '../task/task.ts'
import type { AnswerDraft } from '../verification/cited-claims.ts'
import { recordAnswerParts } from '../verification/judge-citations.ts'

const LANGUAGE_NAMES = { zh: 'Simplified Chinese', en: 'English' } as const

/** Returns the language that the answer to a task has to be in; null when any will do. */
const requiredLanguage = ({ answer_language, grounded, question }: AnswerTask): WrittenLanguage | null =>
  answer_language ?? (grounded ? answerLanguage(question) : null)

/** Returns whether an answer is in another language than its task requires, apart from quotations, titles and names. */
function isInWrongLanguage(text: string, language: WrittenLanguage, evidence: Evidence[]): boolean {
  const names = evidence.flatMap(({ passage, work }) => [passage.heading, ...authorNames(work)])
  return isInOtherLanguage(ownWords(text, names), language)
}

/** What an answer in the wrong language is written anew from. */
interface WrittenAnswer {
  task: AnswerTask
  /** What the model wrote. */
  text: string
  /** The length of what the reader has. */
  length: number
  evidence: Evidence[]
  log: Context['log']
  /** Asks for the answer once more, with a reminder after it. */
  ask: (reminder: string) => AsyncIterable<AnswerPart>
}

/**
 * Has the model rewrite an answer that is in the wrong language, and emits the new one in its place; emits nothing for
 * an answer in the right language. The first answer stays when the new one is no better and when the model fails.
 *
 * @throws the signal's reason.
 */
export async function* rewriteInRightLanguage(
  { task, text, length, evidence, log, ask }: WrittenAnswer,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const language = requiredLanguage(task)
  if (language === null || !isInWrongLanguage(text, language, evidence)) return
  const reminder =
    `That is not ${LANGUAGE_NAMES[language]}. Write the whole of it again in ${LANGUAGE_NAMES[language]}, ` +
    'with every id in square brackets where it belongs, and nothing else.'
  const parts: AnswerPart[] = []
  const draft: AnswerDraft = { text: '', citations: [] }
  try {
    for await (const part of recordAnswerParts(ask(reminder), draft)) parts.push(part)
  } catch (error) {
    signal.throwIfAborted()
    return log.warn({ err: error }, 'an answer in the wrong language was not written again')
  }
  if (draft.text.trim() === '' || isInWrongLanguage(draft.text, language, evidence)) return
  yield { event: 'revision', data: { start: 0, end: length, text: '' } }
  yield* parts
}
