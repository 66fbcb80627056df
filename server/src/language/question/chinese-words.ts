import { simplifyText } from '@scinav/search'
import { anyOf, phrasePattern, words } from '../phrases.ts'
import { createTermMarker } from './question-terms.ts'
import { wordsOfRun } from './run-words.ts'
import { CHINESE_STOP_PHRASES, CHINESE_STOP_WORDS } from './stop-words.ts'

/** The stop words and phrases of two characters or more. */
const LONG_STOP_PHRASE = new RegExp(
  [...CHINESE_STOP_PHRASES, ...CHINESE_STOP_WORDS].filter((word) => word.length > 1).join('|'),
  'gu',
)

/** Returns whether a term contains a stop word and has content beyond it. */
const containsStopWord = (term: string): boolean => {
  const rest = term.replace(LONG_STOP_PHRASE, '')
  return rest !== term && [...rest].some((sign) => !CHINESE_STOP_WORDS.has(sign))
}

/** Returns whether removing stop words would shorten a term: 类 in 谱聚类, 中和 in 碳中和, 项 in 频繁项集. */
const losesCharacters = (term: string): boolean => wordsOfRun(term).join('') !== term

/** Marks the terms from which no stop words are removed. */
const protectedTerms = createTermMarker((term) => containsStopWord(term) || losesCharacters(term))

/** Collects the protected terms in steps, before the first question needs them. */
export const loadProtectedTerms = protectedTerms.load

/** Stands before a verb that is content, so that it is not taken for a task verb; a private-use character. */
const KEEP_MARK = '\uE000'
/** Verbs that name the task of a question, such as 解释 and 总结. */
const TASK_VERB = anyOf('question-words/task-verbs')

/** Verbs that ask for an account: 「请解释…」, 「进行讨论」, 「总结了…」. */
const ASKING_VERB = new RegExp(
  [
    `(?<![\\p{Script=Han}${KEEP_MARK}])请?(?:${anyOf('question-words/listing-verbs')}|${TASK_VERB})(?!性|[逻推]|偏置|[符子])`,
    `(?<=的|进行|一下)${TASK_VERB}(?=\\s|$)`,
    `${TASK_VERB}(?=[了过])`,
  ].join('|'),
  'gmu',
)

/** Questions whether one thing explains another, in which the verb is content. */
const WHETHER_EXPLAINS = new RegExp(
  `(${anyOf('question-words/whether')})(${anyOf('question-words/explaining-verbs')})`,
  'gu',
)

/** The first half of an A-not-A question, 够不够 or 好不好; without it 适不适合 is 适合. */
const A_NOT_A = /(\p{Script=Han})不(?=\1)/gu

/** 「多少条」, 「几个月」: a question for a count with its measure word or unit. */
const COUNT_QUESTION = new RegExp(
  `(?:多少|(?<![近这那前后好数])几)个?(?:${[
    ...words('zh', 'quantities/measures'),
    ...words('zh', 'quantities/seconds').filter((word) => !/\d/.test(word)),
  ].join('|')})`,
  'gu',
)

/** 多少 before a word that begins like a measure word: 多少句子 asks for 句子. */
const COUNT_OF_THING = phrasePattern('question-words/count-of-thing', 'gu')
/** 里 after a place that is searched, as in 语料库里. */
const LOCATIVE_SUFFIX = phrasePattern('question-words/locative-suffix', 'gmu')
/** A count with its measure word, 「三个」 in 「三个编码器」. */
const COUNT_MEASURE = /[两二三四五六七八九十几]个(?=\p{Script=Han}{2})/gu
/** 作者 as a word of the question. */
const AUTHOR_WORD = phrasePattern('question-words/author', 'gu')

/**
 * Returns the content words of each run of Chinese. All runs are processed together because there may be thousands.
 *
 * @param asksAtEnd whether the question word comes at the end, so that a verb at the beginning is content.
 */
export function chineseWords(runs: string[], asksAtEnd: boolean): string[][] {
  const { text, restore } = protectedTerms.mark(simplifyText(runs.join('\n')))
  // Wordings of several words are removed before the stop words that they contain.
  let rest = `${asksAtEnd ? KEEP_MARK : ''}${text}`.replace(A_NOT_A, '')
  rest = rest.replace(COUNT_OF_THING, ' ').replace(LOCATIVE_SUFFIX, ' ')
  rest = rest.replace(COUNT_MEASURE, ' ').replace(COUNT_QUESTION, ' ')
  rest = rest.replace(WHETHER_EXPLAINS, `$1${KEEP_MARK}$2`)
  for (const phrase of CHINESE_STOP_PHRASES) rest = rest.replaceAll(phrase, ' ')
  rest = rest.replace(AUTHOR_WORD, ' ').replace(ASKING_VERB, ' ').replaceAll(KEEP_MARK, '')
  return rest.split('\n').map((run) => wordsOfRun(run).map(restore))
}
