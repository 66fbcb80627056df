import type { ResearchKind, ResearchState } from '@scinav/contract'
import { understandAsked, wordsRead } from '../../answers/index.ts'
import { partsOf } from '../../language/question/parts.ts'
import { type Language, type Question, readQuestion } from '../../language/question/question.ts'
import { isAsking } from '../../language/question/question-type.ts'
import type { Context } from '../../platform/context/context.ts'
import { calledAfter, languageAsked } from '../pasted/calling.ts'
import type { NamedSubject } from '../pasted/named-work.ts'
import { type Named, namedWorks } from '../pasted/named-works.ts'
import { withoutPointers } from '../pasted/pointers.ts'
import { subjectsOf, togetherIn } from '../pasted/subjects-of.ts'
import { askedIn } from '../research/research.ts'
import { withoutAskingWords } from './asking-words.ts'
import { kindOf } from './kind-of.ts'
import { asQuestion, FOR_HELP, shortOf } from './long-question.ts'
import { apart, asksOn } from './parts.ts'
import { besideSubject } from './templates.ts'

type Understanding = Awaited<ReturnType<typeof understandAsked>>

/** What a research is to find out. */
export interface Asked {
  question: Question
  language: Language
  kind: ResearchKind
  /** What is looked for: the question's content words. */
  topic: string
  /** Its parts, where it asks several things. */
  parts: string[]
  /** What narrows it, as the library is asked. */
  constraints: Understanding['constraints']
  negated: Understanding['negated']
  /** The same for its reader: 「2020 年以后」. */
  narrowed: string[]
  /** The works that it names by a reference, and what they are about. */
  named: NamedSubject | null
  /** Where names that sources have to spell stand; in a reference everything is spelled as it was printed. */
  spelled: string
}

const readBefore = new WeakMap<Context, { said: string; asked: Promise<Asked> }>()

/** Reads the question of a research by rules; once for all its steps. */
export function readAsked(ctx: Context, state: ResearchState): Promise<Asked> {
  const said = JSON.stringify([state.question, state.clarification])
  const before = readBefore.get(ctx)
  if (before?.said === said) return before.asked
  const asked = readAnew(ctx, state)
  readBefore.set(ctx, { said, asked })
  asked.catch(() => readBefore.delete(ctx))
  return asked
}

async function readAnew(ctx: Context, state: ResearchState): Promise<Asked> {
  await wordsRead()
  const language = languageAsked(state.question)
  const named = await namedWorks(ctx, searchedIn(state))
  const asked = await asQuestion(ctx, named.works.length > 0 ? withoutPointers(named.rest) : named.rest)
  const { text, constraints, negated, shown } = await understandAsked(ctx, {
    question: asked,
    without_chips: [],
  })
  const question = readQuestion(plainlyAsked(text === '' ? asked : text))
  const parts = allParts(apart(await asQuestion(ctx, await partedIn(ctx, state))))
  const kind = kindOf(question)
  const about = await aboutWorks(ctx, named, { question, kind, language })
  return {
    question,
    language,
    kind,
    topic: asQuery(about ? topicOfWorks(about) : topicOf(question, kind)),
    parts: parts.length > 1 ? parts : [],
    named: about,
    spelled: about ? joinedWords(...about.subjects, named.rest) : state.question,
    constraints,
    negated,
    narrowed: shown.chips.map(({ label }) => label),
  }
}

const MOST_LISTED = 6

/** The questions of a list may be more than one sentence asks. */
function allParts(text: string): string[] {
  const listed = text.split(/(?<=[？?])/u).filter((part) => /[\p{L}\p{N}]/u.test(part))
  const isList =
    listed.length > 1 && listed.length <= MOST_LISTED && listed.every((part) => isAsking(part.trim()))
  const asked = partsOf(text).filter((part) => !FOR_HELP.test(part.trim()))
  const parts = asked.length > 0 ? asked : partsOf(text)
  return parts.length === 1 && isList ? listed.map((part) => part.trim()) : parts
}

/** The question whose parts are asked one by one. */
const partedIn = async (ctx: Context, state: ResearchState): Promise<string> =>
  (await namedWorks(ctx, namedIn(state))).rest

async function aboutWorks(
  ctx: Context,
  named: Named,
  { question, kind, language }: Pick<Asked, 'question' | 'kind' | 'language'>,
): Promise<NamedSubject | null> {
  const { works } = named
  if (works.length === 0) return null
  const subjects = await subjectsOf(ctx, works, language)
  const beside = besideSubject(language)
  const words = question.query === '' ? [] : topicOf(question, kind).split(' ')
  const plain = words.map((word) => word.replace(AT_HOME, ''))
  const own = plain.filter((word) => !beside.has(word.toLowerCase()) && !isOfWorks(word))
  const rest = shortOf(named.rest)
  const called = calledAfter({ rest, works }, subjects, language)
  return {
    works,
    subjects,
    own: own.join(' '),
    stands: standsAlone(named.rest, own.join(' '), language),
    rest,
    called,
  }
}

/** Two things that works are about, or one with what is asked of it. */
const topicOfWorks = ({ subjects, own }: NamedSubject): string =>
  own === '' && subjects.length > 1 ? (togetherIn(subjects)[0] ?? '') : joinedWords(subjects[0] ?? '', own)

/** Fewer signs, or words, name too much by themselves. */
const LEAST_ALONE = { zh: 5, en: 3 }
/** More of the same: what that is stands in the work. */
const MORE = /类似|相似|相关|同类|\b(?:other|others|similar|else|related|another)\b/iu

function standsAlone(rest: string, own: string, language: Language): boolean {
  if (own === '' || MORE.test(rest) || asksOn(withoutPointers(rest), own, language)) return false
  const size = language === 'zh' ? own.replaceAll(' ', '').length : own.split(' ').length
  return size >= LEAST_ALONE[language]
}

/** Whoever asks about a work asks for what came of it, or for more of the same; that is no subject. */
const OF_WORKS = new Set(
  '新 这种 这类 该文 本文 方向 领域 课题 主题 题目 背景 做法 办法 后来 后续 相关 类似 工作 相关工作 文献 论文 资料 国外 国内 差距 结论 可靠 支持 甚么 更新 since done newer similar other others related themselves itself later subsequent afterwards follow follow-up'.split(
    ' ',
  ),
)

/** 国内医联体转诊 is asked of 医联体转诊. */
const AT_HOME = /^(?:国内外?|国外|我国)(?=\p{Script=Han}{3})/u
const LOOKS =
  /^[先再]?(?:了解|看看|看|熟悉|调研|查|找|找找|求|跟)(?:一下|看)?(?:背景|情况|类似|相关)?(?:文献|研究)?$/u
const isOfWorks = (word: string): boolean => OF_WORKS.has(word.toLowerCase()) || LOOKS.test(word)

/** Words of two texts, each once. */
export const joinedWords = (...texts: string[]): string =>
  [...new Set(texts.flatMap((text) => text.split(' ')).filter((word) => word !== ''))].join(' ')

const HOW = '怎样|如何|怎么|怎'
/** What stands around the words that ask, and would be looked up as if it were of the subject: 怎样才能让. */
const AROUND_ASKING = new RegExp(
  `(?<=${HOW})(?:才[能可会]?(?:够|以)?|去|来)?(?:让|使得?)?|(?<!适)(?:应当|应该|该)(?=${HOW}|被)|(?:面临|遇到|碰到)(?=[的着了过哪什]|主要)`,
  'gu',
)

/** Whoever asks what is known says so: 已有研究怎样…. */
const KNOWN =
  /(?<=^|[，,。；;？?\s])(?:已有|现有|目前|当前)的?(?:研究|文献|工作)?(?:都|已经?)?(?=\p{Script=Han}{2})/gu

/** Who says so, and whoever sent one here: 最近组会在聊, 大家觉得, 老师让我跟一下. */
const HEARSAY =
  /(?:最近)?(?:我们?)?(?:组会|组里|课题组|老师|导师|老板|师兄|师姐|同学们?|大家|很多人)(?:里|上|们)?(?:最近|也|都|常|普遍|一直)?(?:(?:让|叫|要)我?们?(?:先|去)?(?:跟|看|查|调研|了解)?(?:一下)?|说(?![服明法话])|觉得|认为|在聊|在讨论|聊到|提到|推荐)(?:[了过])?/gu
/** Now, where somebody asks how things stand: 语音识别现在还有哪些困难. */
const NOW =
  /(?<=\p{Script=Han}{2})(?:(?:现在|目前|如今)(?=[还有都怎是做能])|(?:一般|通常)(?=怎|如何|有|是|用))/gu

/** What is done with two things: 把图像和文本联系起来. */
const JOINED = /(?:联系|关联|对应|结合|连接|融合|统一|统合)(?:起来|在一起)/gu

/** A question without what only carries its asking. */
const plainlyAsked = (text: string): string =>
  text
    .replace(AROUND_ASKING, '')
    .replace(KNOWN, '')
    .replace(HEARSAY, ' ')
    .replace(NOW, '')
    .replace(JOINED, ' ')

/** The question with what its person said of it; where that is what a term of it is called, in the place of the term. */
const searchedIn = (state: ResearchState): string =>
  state.clarification?.term ? namedIn(state) : askedIn(state)

const LONGEST_NAME = 120

function namedIn({ question, clarification }: ResearchState): string {
  const { term, answer } = clarification ?? {}
  const name = (answer ?? '').split('\n', 1)[0]?.slice(0, LONGEST_NAME).trim()
  return term && name ? question.replaceAll(term, ` ${name} `).trim() : question
}

/** A search of a plan is at most 200 characters; a text without words is one, however long. */
const LONGEST_QUERY = 160

/** Words as a search: as many as go into one. */
export function asQuery(words: string): string {
  if (words.length <= LONGEST_QUERY) return words
  const cut = words.slice(0, LONGEST_QUERY + 1)
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut.slice(0, LONGEST_QUERY).replace(HALF, '')
}

/** The first half of a sign. */
const HALF = /[\uD800-\uDBFF]$/

/** The content words, without those that only say that something is looked over, compared, or asked for its effects. */
function topicOf({ query, text, language }: Question, kind: ResearchKind): string {
  if (query === '') return text
  const plain = query.replace(/(?<=\p{Script=Han}{2})(?:方法|问题)(?=\s|$)/gu, '')
  if (kind === 'effect') return withoutAskingWords(plain, text, language)
  if (kind !== 'trend' && kind !== 'comparison') return plain
  const beside = besideSubject(language)
  const words = plain
    .replace(COMPARING, '')
    .split(' ')
    .filter((word) => !beside.has(word.toLowerCase()))
  return words.length > 0 ? words.join(' ') : plain
}

/** What a comparison says before and behind its sides, where it stands in one word with them. */
const COMPARING =
  /(?<=^|\s)(?:比较|对比)(?=\p{Script=Han}{2})|(?<=\p{Script=Han}{2})[两二几][类种者个](?=\s|$)/gu
/** What a part of a question is about; '' where it only asks. */
export function subjectOf(part: string): string {
  const question = readQuestion(plainlyAsked(part))
  return question.query === '' ? '' : topicOf(question, kindOf(question))
}
