import { anyOf, phrasePattern } from '../phrases.ts'
import { contentWords } from './content-words.ts'

/** Kinds of talk to the assistant; `orders` try to override its instructions. */
export type TalkKind = 'greeting' | 'thanks' | 'identity' | 'ability' | 'orders'

/** The kinds that have phrases, the most specific first. */
const TALK_KINDS = ['identity', 'ability', 'thanks', 'greeting'] as const

/** Phrases of each kind of talk, in lower case and without punctuation. A text without content words beside them is talk. */
const TALK_PHRASES: Record<Exclude<TalkKind, 'orders'>, RegExp> = {
  identity: phrasePattern('talk/identity', 'gu'),
  ability: phrasePattern('talk/ability', 'gu'),
  thanks: phrasePattern('talk/thanks', 'gu'),
  greeting: phrasePattern('talk/greeting', 'gu'),
}

/** Words that may remain besides those that form a question, and the names of the assistant. */
const FILLER_WORD = phrasePattern('talk/fillers', 'gu')
/** Texts longer than this, in UTF-16 units, are never small talk. */
export const MAX_TALK_CHARS = 200

/**
 * Returns the kind of talk of a message; null when it is none.
 *
 * @param whole the message with its courtesies.
 * @param bare the message without courtesies and punctuation.
 */
export function detectTalk(whole: string, bare: string): TalkKind | null {
  if (whole.length <= MAX_TALK_CHARS) {
    const kind = matchTalk(stripPunctuation(whole)) ?? talkInSentences(whole)
    if (kind !== null) return kind
  }
  return matchTalk(bare)
}

/** Signs that a sentence asks for something in the literature. */
const LITERATURE_REQUEST = phrasePattern('talk/literature-request', 'u')

/**
 * Sentences about the person who writes. Next to a greeting or thanks only these are allowed: "Hello. Entity linking."
 * asks for entity linking.
 */
const ABOUT_ASKER = phrasePattern('courtesies/cues')

/** The place after the end of a sentence. */
const SENTENCE_END = /(?<=[.。!！?？:：;；…\n])/u

/**
 * Returns the kind of talk of a text in which one sentence is talk and no other asks for anything, such as "I'm a
 * student. Hi!"; null otherwise. Thanks and greetings next to a question are part of the question.
 */
function talkInSentences(text: string): TalkKind | null {
  const sentences = text.split(SENTENCE_END).map((sentence) => sentence.trim())
  const withWords = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  const kinds = withWords.map((sentence) => matchTalk(stripPunctuation(sentence)))
  const others = withWords.filter((_, at) => kinds[at] === null)
  if (
    others.length === withWords.length ||
    others.some((sentence) => /\?/.test(sentence) || LITERATURE_REQUEST.test(sentence))
  )
    return null
  const kind = TALK_KINDS.find((each) => kinds.includes(each)) ?? null
  const isOfAsker =
    kind === 'identity' || kind === 'ability' || others.every((each) => ABOUT_ASKER.test(each))
  return isOfAsker ? kind : null
}

/** Removes punctuation, as the lists of talk phrases are written. */
export const stripPunctuation = (text: string) =>
  text
    .replace(/['’]/g, '')
    .replace(/[\p{P}\p{S}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the most specific kind of talk when a text has talk phrases and no content besides, null otherwise. */
function matchTalk(text: string): TalkKind | null {
  let rest = text
  let first: TalkKind | null = null
  for (const kind of TALK_KINDS) {
    const without = rest.replace(TALK_PHRASES[kind], ' ')
    if (without !== rest) first ??= kind
    rest = without
  }
  if (first === null || contentWords(rest.replace(FILLER_WORD, ' ')) !== '') return null
  return first === 'identity' || first === 'ability' || !isFollowUp(rest) ? first : null
}

/** The most words and Chinese characters beside thanks or a greeting; more of them ask for something. */
const MAX_REST_WORDS = 6

/** Words that ask. */
const ASKING_WORD = new RegExp(
  `${anyOf('question-words/any', { language: 'zh' })}|${anyOf('question-words/joining')}`,
  'iu',
)

/** Verbs that ask to change the last answer. */
export const REWORK_VERB = phrasePattern('talk/rework-verbs', 'u')

/** Returns whether what stands beside thanks or a greeting asks for more: "thanks, and why", 「谢谢，总结一下」. */
const isFollowUp = (rest: string): boolean =>
  ASKING_WORD.test(rest) ||
  REWORK_VERB.test(rest) ||
  (rest.match(/\p{Script=Han}|[a-z]+/gu) ?? []).length > MAX_REST_WORDS
