import type { ResearchKind, ResearchState } from '@scinav/contract'
import { anyOf, phrasePattern } from '../../language/phrases.ts'
import type { Question } from '../../language/question/question.ts'
import { questionWithAnswer } from '../run/research.ts'
import { stripAskingWords } from './asking-words.ts'
import { nonSubjectWords } from './templates.ts'

/** Returns the content words of a question without those that only ask for a survey, a comparison or effects. */
export function questionTopic({ query, text, language }: Question, kind: ResearchKind): string {
  if (query === '') return text
  // 检索方法 is searched as 检索: the general noun behind a subject would only narrow the search.
  const subject = query.replace(/(?<=\p{Script=Han}{2})(?:方法|问题)(?=\s|$)/gu, '')
  if (kind === 'effect') return stripAskingWords(subject, text, language)
  if (kind !== 'trend' && kind !== 'comparison') return subject
  const ignored = nonSubjectWords(language)
  const words = subject
    .replace(COMPARISON_PHRASE, '')
    .split(' ')
    .filter((word) => !ignored.has(word.toLowerCase()))
  return words.length > 0 ? words.join(' ') : subject
}

/** Matches comparison words that are written together with the compared things. */
const COMPARISON_PHRASE = phrasePattern('comparison/joined', 'gu')

/** Removes the phrases that only frame a question. */
export const stripFraming = (text: string): string =>
  text
    .replace(ASKING_AUXILIARY, '')
    .replace(PRIOR_WORK_PHRASE, '')
    .replace(HEARSAY_PHRASE, ' ')
    .replace(NOW_PHRASE, '')
    .replace(JOINING_VERB, ' ')

/** Matches a prefix that limits a subject to a country: in 国内医联体转诊 the subject is 医联体转诊. */
export const DOMESTIC_PREFIX = new RegExp(
  `^${anyOf('research-questions/countries')}(?=\\p{Script=Han}{3})`,
  'u',
)
/** Matches a request to look through the literature. */
const BROWSE_PHRASE = phrasePattern('research-questions/browse', 'u')
/** Words that ask how: 怎样, 如何. */
const HOW_WORDS = anyOf('research-questions/how-words')

/** Matches words around a question word that a search would take for the subject: 怎样才能让. */
const ASKING_AUXILIARY = new RegExp(
  `(?<=${HOW_WORDS})(?:才[能可会]?(?:够|以)?|去|来)?(?:让|使得?)?|(?<!适)(?:应当|应该|该)(?=${HOW_WORDS}|被)|(?:面临|遇到|碰到)(?=[的着了过哪什]|主要)`,
  'gu',
)

/** Matches a reference to existing research at the start of a clause: 已有研究怎样…. */
const PRIOR_WORK_PHRASE = phrasePattern('research-questions/prior-work', 'gu')
/** Matches a mention of people who suggested or claimed something: 最近组会在聊, 大家觉得, 老师让我跟一下. */
const HEARSAY_PHRASE = phrasePattern('research-questions/hearsay', 'gu')
/** Matches words for the present state in a question: 语音识别现在还有哪些困难. */
const NOW_PHRASE = phrasePattern('research-questions/now', 'gu')
/** Matches verbs that connect two things: 把图像和文本联系起来. */
const JOINING_VERB = phrasePattern('research-questions/joining-verbs', 'gu')

/** Returns the question with the user's clarification; an answer that names an unknown term replaces that term. */
export const searchedText = (state: ResearchState): string =>
  state.clarification?.term ? questionWithTerm(state) : questionWithAnswer(state)

/** Maximum length of a name in the user's clarification, in characters. */
const MAX_NAME_CHARS = 120

/** Returns the question with the term that nobody knew replaced by the first line of the user's clarification. */
export function questionWithTerm({ question, clarification }: ResearchState): string {
  const { term, answer } = clarification ?? {}
  const name = (answer ?? '').split('\n', 1)[0]?.slice(0, MAX_NAME_CHARS).trim()
  return term && name ? question.replaceAll(term, ` ${name} `).trim() : question
}

/** Returns whether a word of a question about works asks for works or what is about them, and names no subject. */
export const isWorkRequestWord = (word: string): boolean =>
  WORK_REQUEST_WORDS.has(word.toLowerCase()) || BROWSE_PHRASE.test(word)

/** Words that ask about the context, successors or relatives of a work; they name no subject. */
const WORK_REQUEST_WORDS = new Set(
  '新 这种 这类 该文 本文 方向 领域 课题 主题 题目 背景 做法 办法 后来 后续 相关 类似 工作 相关工作 文献 论文 资料 国外 国内 差距 结论 可靠 支持 甚么 更新 since done newer similar other others related themselves itself later subsequent afterwards follow follow-up'.split(
    ' ',
  ),
)
