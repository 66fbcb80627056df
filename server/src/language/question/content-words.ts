// The content words of a question: what remains of it for the search when the words that ask are removed.
import { phrasePattern } from '../phrases.ts'
import { chineseWords } from './chinese-words.ts'
import { latinWords } from './latin-words.ts'
import { stripListRequest } from './list-request.ts'
import { WHERE_TO_BEGIN } from './paper-order.ts'
import { HAN_CHARACTER } from './run-words.ts'

/** Agent nouns before "who": 「青蒿素的发现者是谁」 asks who discovered it, so 发现者 is no content. */
const AGENT_NOUN = phrasePattern('question-words/agent-nouns', 'gu')
/** Phrases before a subject that somebody wants to learn: 「我刚开始学机器翻译」. */
const WANTS_TO_LEARN = phrasePattern('papers/wants-to-learn', 'gu')
/** Questions whose question word comes at the end, so that a verb at the beginning is content: 「解释生成任务上 F 值是多少」. */
const ASKS_AT_END = /^\p{Script=Han}{5}[^。？?\n]{0,60}(?:多少|百分之几|哪[个种类]|吗[？?]?$)/u
/** Bounds the words of a query. */
const MAX_QUERY_WORDS = 24

/**
 * Returns the content words of a normalized question, separated by spaces: a run of Chinese content stays joined,
 * because terms consist of several words. Empty when the question names no subject.
 */
export function contentWords(question: string): string {
  const subject = WHERE_TO_BEGIN.test(question)
    ? question.replace(WHERE_TO_BEGIN, ' ').replace(WANTS_TO_LEARN, ' ')
    : question
  const text = stripListRequest(subject).replace(AGENT_NOUN, '')
  const runs = text.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []
  const wordsOfChineseRuns = chineseWords(
    runs.filter((run) => HAN_CHARACTER.test(run)),
    ASKS_AT_END.test(text.trim()),
  )
  const isShouted = !/[\p{Ll}\p{Script=Han}]/u.test(text)
  const content = runs.flatMap((run) =>
    HAN_CHARACTER.test(run) ? (wordsOfChineseRuns.shift() ?? []) : latinWords(run, isShouted),
  )
  // A single character says little next to longer words.
  const longerWords = content.filter((word) => !isOneCharacter(word))
  return [...new Set(longerWords.length > 1 ? longerWords : content)].slice(0, MAX_QUERY_WORDS).join(' ')
}

const isOneCharacter = (word: string) => /^\p{Script=Han}$/u.test(word)
