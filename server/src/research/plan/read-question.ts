import type { ResearchKind, ResearchState } from '@scinav/contract'
import { languageDataLoaded, understandForAnswer } from '../../answers/index.ts'
import { anyOf, phrasePattern } from '../../language/phrases.ts'
import { splitQuestion } from '../../language/question/parts.ts'
import { type Language, type Question, readQuestion } from '../../language/question/question.ts'
import { isAsking } from '../../language/question/question-type.ts'
import type { Context } from '../../platform/context/context.ts'
import { findNamedWorks, type NamedSubject, type QuestionWorks } from '../paste/named-works.ts'
import { stripPointers } from '../paste/pointers.ts'
import { questionLanguage, researchTitle } from '../paste/work-names.ts'
import { combineSubjects, findSubjects } from '../paste/work-subjects.ts'
import { clampQuery, joinDistinctWords } from '../run/edit-text.ts'
import { questionWithAnswer } from '../run/research.ts'
import { stripAskingWords } from './asking-words.ts'
import { condenseQuestion, LITERATURE_REQUEST, shortenQuestion } from './long-question.ts'
import { dependsOnPrevious, separateQuestions } from './parts.ts'
import { PREFERENCE_PHRASE } from './sides.ts'
import { nonSubjectWords } from './templates.ts'

const COMPARISON_WORD = phrasePattern('comparison/asked')
const TREND_WORD = phrasePattern('research-questions/trend')
const EFFECT_WORD = phrasePattern('research-questions/effect')
/** Matches words for the influence of one thing on another; they take precedence over "how" and "methods". */
const INFLUENCE_WORD = phrasePattern('research-questions/influence')
const METHOD_WORD = phrasePattern('research-questions/method')

/** Matches a question about how to do something, even if its subject names a change: 词义演变如何检测. */
const HOW_TO_PHRASE = phrasePattern('research-questions/how-to', 'u')

/** Wordings by which a kind of research is recognized; the first match counts. */
const KIND_PATTERNS: [ResearchKind, RegExp][] = [
  ['comparison', COMPARISON_WORD],
  ['comparison', PREFERENCE_PHRASE],
  ['method', HOW_TO_PHRASE],
  ['trend', TREND_WORD],
  ['effect', INFLUENCE_WORD],
  ['method', METHOD_WORD],
  ['effect', EFFECT_WORD],
]
/** Length of the beginning that is examined for the kind of a question, in characters. */
const MAX_READ_CHARS = 500

/**
 * Returns the kind of research that a question needs, by its type, else by its wording; a bare subject gets a survey
 * (`trend`).
 */
function researchKind({ text, type }: Question): ResearchKind {
  if (type === 'definition' || type === 'comparison') return type
  if (type === 'cause' || type === 'conclusion') return 'effect'
  const beginning = text.slice(0, MAX_READ_CHARS)
  return KIND_PATTERNS.find(([, words]) => words.test(beginning))?.[0] ?? 'trend'
}

type QuestionUnderstanding = Awaited<ReturnType<typeof understandForAnswer>>

/** The analysis of a research question. */
export interface ResearchQuestion {
  /** The main question without the phrases that only frame it. */
  parsed: Question
  language: Language
  kind: ResearchKind
  /** The search query: the question's content words. */
  topic: string
  /** The parts of a question that asks several things; empty for a single question. */
  parts: string[]
  /** Constraints of the question, in the form used for searches of the library. */
  constraints: QuestionUnderstanding['constraints']
  /** Words that sources must not contain. */
  negated: QuestionUnderstanding['negated']
  /** The constraints and negations as labels for the reader: 「2020 年以后」. */
  constraintLabels: string[]
  /** The works that the question names by a reference, and their subjects; null for a question without. */
  named: NamedSubject | null
  /**
   * The text in which sources must spell names as given; pasted references are excluded, since they keep their printed
   * spelling.
   */
  textWithNames: string
}

/** The analysis of each run by its context, with the texts from which it was made. */
const questionCache = new WeakMap<Context, { key: string; question: Promise<ResearchQuestion> }>()

/** Analyzes the question of a research run by rules. The result is cached per context, so that all steps share it. */
export function readResearchQuestion(ctx: Context, state: ResearchState): Promise<ResearchQuestion> {
  const key = JSON.stringify([state.question, state.clarification])
  const cached = questionCache.get(ctx)
  if (cached?.key === key) return cached.question
  const question = parseResearchQuestion(ctx, state)
  questionCache.set(ctx, { key, question })
  // A failed analysis is tried again by the next step.
  question.catch(() => questionCache.delete(ctx))
  return question
}

/** Reads a question: separates pasted works, condenses what is long, and derives topic, parts and constraints. */
async function parseResearchQuestion(ctx: Context, state: ResearchState): Promise<ResearchQuestion> {
  await languageDataLoaded()
  const language = questionLanguage(state.question)
  const pasted = await findNamedWorks(ctx, searchedText(state))
  const condensed = await condenseQuestion(
    ctx,
    pasted.works.length > 0 ? stripPointers(pasted.rest) : pasted.rest,
  )
  const { text, constraints, negated, shown } = await understandForAnswer(ctx, {
    question: condensed,
    without_chips: [],
  })
  const parsed = readQuestion(stripFraming(text === '' ? condensed : text))
  const parts = splitParts(
    separateQuestions(await condenseQuestion(ctx, await questionWithoutWorks(ctx, state))),
  )
  const kind = researchKind(parsed)
  const named = await findNamedSubject(ctx, pasted, { parsed, kind, language })
  return {
    parsed,
    language,
    kind,
    topic: clampQuery(named ? worksTopic(named) : questionTopic(parsed, kind)),
    parts: parts.length > 1 ? parts : [],
    named,
    textWithNames: named ? joinDistinctWords(...named.subjects, pasted.rest) : state.question,
    constraints,
    negated,
    constraintLabels: shown.chips.map(({ label }) => label),
  }
}

/** Maximum number of questions that a user lists one after another. */
const MAX_LIST_PARTS = 6

/** Splits a question into its parts. A list of questions has a higher limit than the parts of one sentence. */
function splitParts(text: string): string[] {
  const sentences = text
    .split(/(?<=[？?])/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => part.trim())
  const isList = sentences.length > 1 && sentences.length <= MAX_LIST_PARTS && sentences.every(isAsking)
  const allParts = splitQuestion(text)
  // A part such as "list some papers" asks nothing about the subject.
  const subjectParts = allParts.filter((part) => !LITERATURE_REQUEST.test(part.trim()))
  const parts = subjectParts.length > 0 ? subjectParts : allParts
  return parts.length === 1 && isList ? sentences : parts
}

/** Returns the question without named works, which is then split into parts. */
const questionWithoutWorks = async (ctx: Context, state: ResearchState): Promise<string> =>
  (await findNamedWorks(ctx, questionWithTerm(state))).rest

/** Returns what is researched about named works: their subjects and the rest of the question; null without works. */
async function findNamedSubject(
  ctx: Context,
  { works, rest }: QuestionWorks,
  { parsed, kind, language }: Pick<ResearchQuestion, 'parsed' | 'kind' | 'language'>,
): Promise<NamedSubject | null> {
  if (works.length === 0) return null
  const subjects = await findSubjects(ctx, works, language)
  const ignored = nonSubjectWords(language)
  const words = parsed.query === '' ? [] : questionTopic(parsed, kind).split(' ')
  const query = words
    .map((word) => word.replace(DOMESTIC_PREFIX, ''))
    .filter((word) => !ignored.has(word.toLowerCase()) && !isWorkRequestWord(word))
    .join(' ')
  const shortRest = shortenQuestion(rest)
  return {
    works,
    subjects,
    query,
    isStandalone: isStandaloneQuery(rest, query, language),
    rest: shortRest,
    title: researchTitle({ rest: shortRest, works }, subjects, language),
  }
}

/** Returns the topic of named works: two of their subjects, or one with the query of the question. */
const worksTopic = ({ subjects, query }: NamedSubject): string =>
  query === '' && subjects.length > 1
    ? (combineSubjects(subjects)[0] ?? '')
    : joinDistinctWords(subjects[0] ?? '', query)

/** Minimum length of a query that is searched without the works: characters of Chinese, words of English. */
const MIN_STANDALONE_LENGTH = { zh: 5, en: 3 }
/** Matches requests for similar work, whose subject only the named work states. */
const MORE_OF_SAME = phrasePattern('research-questions/more-of-same')

/** Returns whether the query of a question about works names enough of a subject to be searched without them. */
function isStandaloneQuery(rest: string, query: string, language: Language): boolean {
  if (query === '' || MORE_OF_SAME.test(rest) || dependsOnPrevious(stripPointers(rest), query, language))
    return false
  const length = language === 'zh' ? query.replaceAll(' ', '').length : query.split(' ').length
  return length >= MIN_STANDALONE_LENGTH[language]
}

/** Words that ask about the context, successors or relatives of a work; they name no subject. */
const WORK_REQUEST_WORDS = new Set(
  '新 这种 这类 该文 本文 方向 领域 课题 主题 题目 背景 做法 办法 后来 后续 相关 类似 工作 相关工作 文献 论文 资料 国外 国内 差距 结论 可靠 支持 甚么 更新 since done newer similar other others related themselves itself later subsequent afterwards follow follow-up'.split(
    ' ',
  ),
)

/** Matches a prefix that limits a subject to a country: in 国内医联体转诊 the subject is 医联体转诊. */
const DOMESTIC_PREFIX = new RegExp(`^${anyOf('research-questions/countries')}(?=\\p{Script=Han}{3})`, 'u')
const BROWSE_PHRASE = phrasePattern('research-questions/browse', 'u')
const isWorkRequestWord = (word: string): boolean =>
  WORK_REQUEST_WORDS.has(word.toLowerCase()) || BROWSE_PHRASE.test(word)

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

/** Removes the phrases that only frame a question. */
const stripFraming = (text: string): string =>
  text
    .replace(ASKING_AUXILIARY, '')
    .replace(PRIOR_WORK_PHRASE, '')
    .replace(HEARSAY_PHRASE, ' ')
    .replace(NOW_PHRASE, '')
    .replace(JOINING_VERB, ' ')

/** Returns the question with the user's clarification; an answer that names an unknown term replaces that term. */
const searchedText = (state: ResearchState): string =>
  state.clarification?.term ? questionWithTerm(state) : questionWithAnswer(state)

/** Maximum length of a name in the user's clarification, in characters. */
const MAX_NAME_CHARS = 120

/** Returns the question with the term that nobody knew replaced by the first line of the user's clarification. */
function questionWithTerm({ question, clarification }: ResearchState): string {
  const { term, answer } = clarification ?? {}
  const name = (answer ?? '').split('\n', 1)[0]?.slice(0, MAX_NAME_CHARS).trim()
  return term && name ? question.replaceAll(term, ` ${name} `).trim() : question
}

/** Returns the content words of a question without those that only ask for a survey, a comparison or effects. */
function questionTopic({ query, text, language }: Question, kind: ResearchKind): string {
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

/** Returns the subject of a part of a question; '' when it only asks. */
export function partSubject(part: string): string {
  const question = readQuestion(stripFraming(part))
  return question.query === '' ? '' : questionTopic(question, researchKind(question))
}
