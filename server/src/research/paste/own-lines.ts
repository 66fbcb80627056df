import { isChineseText } from '@scinav/search'
import { phrasePattern } from '../../language/phrases.ts'
import { isAsking } from '../../language/question/question-type.ts'
import { splitSentences } from '../run/subject-terms.ts'
import { ABSTRACT_HEAD, ABSTRACT_PHRASE, KEYWORDS_HEAD } from './page-headings.ts'

/** A text divided into the user's own lines and the passage between them. */
interface EdgeParts {
  /** The user's own lines; '' when there are none. */
  rest: string
  /** The text between them, which may be pasted. */
  passage: string
}

/** Splits off the user's own lines above and below a text, and a question that ends its last line. */
export function splitEdges(text: string): EdgeParts {
  const lines = text.split('\n').map((line) => line.trim())
  /** Indices of the lines that are not blank. */
  const nonBlank = lines.flatMap((line, at) => (line === '' ? [] : [at]))
  const nonBlankLine = (index: number) => lines[nonBlank[index] ?? 0] ?? ''
  const isOwn = createOwnLineTest(text)
  // The passage is from `from` to before `to` among the lines that are not blank, and keeps at least one of them.
  let [from, to] = [0, nonBlank.length]
  while (from < to - 1 && isOwn(nonBlankLine(from))) from += 1
  while (to > from + 1 && isOwn(nonBlankLine(to - 1))) to -= 1
  const above = nonBlank.slice(0, from).map((at) => lines[at])
  const below = nonBlank.slice(to).map((at) => lines[at])
  const between = lines.slice(nonBlank[from], (nonBlank[to - 1] ?? lines.length) + 1).join('\n')
  const { passage, question } = splitFinalQuestion(between)
  return { passage, rest: [...above, question, ...below].filter(Boolean).join('\n') }
}

/** Maximum length of a line or sentence in the user's own words next to a pasted text, in characters. */
const MAX_OWN_CHARS = { zh: 60, en: 160 }
/** Matches a line that continues a sentence and so belongs to the page: “has been adapted for”. */
const CONTINUATION_LINE = /^\p{Ll}[^?？]{0,200}$/u
/** Matches phrases that refer to a text or request something about it. */
const TEXT_REFERENCE = phrasePattern('pasted/text-references')

/**
 * Returns a test for lines at the edges of a text that do not belong to it: they ask, refer to the text, or are in the
 * other language.
 */
function createOwnLineTest(text: string): (line: string) => boolean {
  const isChinese = isChineseText(text)
  return (line) => {
    const maxChars = MAX_OWN_CHARS[isChineseText(line) ? 'zh' : 'en']
    const isPartOfPage = [ABSTRACT_HEAD, KEYWORDS_HEAD, CONTINUATION_LINE].some((each) => each.test(line))
    if (line.length > maxChars || isPartOfPage) return false
    if (isAsking(line) || (!isChinese && /\p{Script=Han}/u.test(line))) return true
    return TEXT_REFERENCE.test(line) && !ABSTRACT_PHRASE.test(line) && !/[—:：]./u.test(line)
  }
}

/** Splits off the last sentence of a text when it asks, else returns '' for it: 「…是主动吸收。这方面有哪些进展？」 */
function splitFinalQuestion(text: string): { passage: string; question: string } {
  const lastLine = text.split('\n').at(-1) ?? ''
  const sentence = splitSentences(lastLine).at(-1) ?? ''
  const isShort = sentence.length <= MAX_OWN_CHARS[isChineseText(sentence) ? 'zh' : 'en']
  const isOwn = sentence.length < lastLine.length && isShort
  if (!isOwn || !isAsking(sentence) || ABSTRACT_PHRASE.test(sentence)) return { passage: text, question: '' }
  return { passage: text.slice(0, text.lastIndexOf(sentence)).trim(), question: sentence }
}
