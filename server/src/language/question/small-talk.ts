import type { Context } from '../../platform/context/context.ts'
import { anyOf, phrasePattern } from '../phrases.ts'
import { contentWords } from './content-words.ts'
import { namesSubject } from './extract-question.ts'
import { normalizeText } from './normalize-question.ts'

/** A longer text, in words or, with Chinese in it, in UTF-16 units, is no small talk. */
const MAX_WORDS = 14
const MAX_CHINESE_CHARS = 24

const ADDRESS = phrasePattern('talk/address')
/** The word that follows the assistant, which is asked of it: "dream" in "do you dream", 收费 in 「你会收费吗」. */
const ASKED_OF_ASSISTANT = new RegExp(
  `${anyOf('talk/address', { language: 'zh' })}${anyOf('talk/address-links', { language: 'zh' })}{0,3}(?<zh>.*)|${anyOf('talk/address', { language: 'en' })} (?:${anyOf('talk/address-links', { language: 'en' })} )?(?<en>\\S+)`,
  'iu',
)

/**
 * Returns whether a short text asks the assistant about itself: it addresses the assistant and has no content word
 * but one that directly follows the address and names no subject of the library. "Do you dream?" qualifies where no
 * paper is about dreams, "How do you measure happiness?" nowhere.
 *
 * @param answered whether there is an answer: "Can you tell me more?" then asks for more of it.
 */
export async function asksAssistant(
  ctx: Pick<Context, 'library'>,
  message: string,
  answered: boolean,
): Promise<boolean> {
  const text = normalizeText(message)
  if (!ADDRESS.test(text) || isLong(text)) return false
  const content = contentWords(text)
  if (content === '') return !answered
  const { zh, en } = ASKED_OF_ASSISTANT.exec(text)?.groups ?? {}
  const isOfAssistant = zh?.startsWith(content) || en?.toLowerCase().startsWith(content.toLowerCase())
  return isOfAssistant === true && !(await namesSubject(ctx, content))
}

const isLong = (text: string): boolean =>
  /\p{Script=Han}/u.test(text) ? text.length > MAX_CHINESE_CHARS : text.split(' ').length > MAX_WORDS
