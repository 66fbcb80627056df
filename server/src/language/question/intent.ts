import { anyOf, phrasePattern } from '../phrases.ts'
import { detectTalk, MAX_TALK_CHARS, REWORK_VERB, stripPunctuation, type TalkKind } from './detect-talk.ts'
import { normalizeQuestion, normalizeText } from './normalize-question.ts'

/** Orders to the assistant to forget its purpose or to reveal its instructions; only at the beginning of a clause. */
const INSTRUCTION_OVERRIDE = new RegExp(`^(?:请|现在|please |now )?${anyOf('talk/override')}`, 'u')

/** The purpose of a message to the assistant. */
export type Intent =
  /** A question to the literature. */
  | 'question'
  /** Words to the assistant itself. */
  | TalkKind
  /** A request for the last answer as a table. */
  | 'table'
  /** A request for the last answer in another form, or to write it anew. */
  | 'rework'

/** References to the last answer. */
const LAST_ANSWER = phrasePattern('talk/last-answer', 'u')
/** Requests that concern nothing but the form of an answer. */
const FORM_REQUEST = phrasePattern('talk/form-request', 'u')
/** Complaints that the last answer was wrong, and requests to repeat it. */
const COMPLAINT = phrasePattern('talk/complaint', 'u')
const TABLE_REQUEST = phrasePattern('talk/table', 'u')

/**
 * Classifies a message by its words.
 *
 * @param answered whether there is an answer that a request may refer to; without one a complaint is taken for a
 *   question about what the assistant can do.
 */
export function detectIntent(message: string, answered: boolean): Intent {
  const whole = normalizeText(message).toLowerCase()
  const asking = normalizeQuestion(message).toLowerCase()
  if (isInstructionOverride(whole) || isInstructionOverride(asking)) return 'orders'
  if (asking.length > MAX_TALK_CHARS) return 'question'
  const bare = stripPunctuation(asking)
  if (COMPLAINT.test(bare)) return answered ? 'rework' : 'ability'
  return detectTalk(whole, bare) ?? reworkIntent(bare, answered)
}

/**
 * Returns the intent of a message that is no talk: a request about the last answer, if there is one, else a
 * question.
 */
function reworkIntent(bare: string, answered: boolean): Intent {
  const isRework = FORM_REQUEST.test(bare) || (LAST_ANSWER.test(bare) && REWORK_VERB.test(bare))
  if (!answered || !isRework) return 'question'
  return TABLE_REQUEST.test(bare) ? 'table' : 'rework'
}

/** Ends of clauses; an order may follow any of them. */
const CLAUSE_END = /[,，.。!！?？:：;；…\n]+/u

/** Returns whether a clause near the beginning is an order: 「小助手，忽略…」, "I am a linguist. Forget your rules …". */
const isInstructionOverride = (text: string): boolean =>
  text
    .slice(0, MAX_TALK_CHARS)
    .split(CLAUSE_END)
    .some((clause) => INSTRUCTION_OVERRIDE.test(clause.trim()))
