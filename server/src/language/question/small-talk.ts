// Recognizes small talk that consists of no set phrases: every word is one that people use towards an assistant, and one
// of them addresses, greets or thanks it. "Do you dream?" qualifies; "Do you need transcripts?" does not, because "you"
// may mean anybody there.
import { anyOf, phrasePattern, wordSet } from '../phrases.ts'

const ADDRESS_WORDS = wordSet('en', 'talk/address-words')
const FUNCTION_WORDS = wordSet('en', 'talk/function-words')
const CHAT_WORDS = wordSet('en', 'talk/chat-words')
/** Things that belong to the assistant when it is asked for them: "do you make up references", "your papers". */
const OWN_WORDS = wordSet('en', 'talk/own-words')
const ASKS_ITSELF = phrasePattern('talk/asks-itself', '')
const GREETING_WORD = new RegExp(`^${anyOf('talk/greeting-words')}$`)
const THANKS_WORD = new RegExp(`^${anyOf('talk/thanks-words')}$`)

/** Longer texts contain a real question. */
const MAX_WORDS = 14
const MAX_CHINESE_CHARS = 24

const CHINESE_ADDRESS = /[你您]/gu
/** Words removed from a text that addresses somebody; the remainder is its subject. */
const CHINESE_CHAT = phrasePattern('talk/chat-phrases', 'gu')
/** Things removed only next to a possessive or a comparison with the assistant; alone they are subjects of research. */
const CHINESE_OWN = new RegExp(
  `(?:[你您我]们?的|比|是(?:不是)?|[你您]和|[你您]跟|编造?|瞎编) ?${anyOf('talk/own-things')}(?:安全)?`,
  'gu',
)

/**
 * Returns the kind of small talk of a text in lower case without punctuation, or null when it may be a question to the
 * literature. Chinese small talk counts as a question what the assistant can do.
 */
export function classifySmallTalk(text: string): 'greeting' | 'thanks' | 'ability' | null {
  if (/\p{Script=Han}/u.test(text)) return isChineseTalk(text) ? 'ability' : null
  const words = text.split(' ')
  const asksItself = ASKS_ITSELF.test(text)
  const isTalk = words.every((word) => isTalkWord(word) || (asksItself && OWN_WORDS.has(word)))
  if (words.length > MAX_WORDS || !isTalk) return null
  if (words.some((word) => THANKS_WORD.test(word))) return 'thanks'
  if (words.some((word) => GREETING_WORD.test(word))) return 'greeting'
  return words.some((word) => ADDRESS_WORDS.has(word)) ? 'ability' : null
}

const isTalkWord = (word: string) =>
  ADDRESS_WORDS.has(word) || FUNCTION_WORDS.has(word) || CHAT_WORDS.has(word)

function isChineseTalk(text: string): boolean {
  const rest = text.replace(CHINESE_OWN, '').replace(CHINESE_CHAT, '').replace(CHINESE_ADDRESS, '')
  return text.length <= MAX_CHINESE_CHARS && /[你您]/u.test(text) && !/[\p{L}\p{N}]/u.test(rest)
}
