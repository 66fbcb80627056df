import type { Work } from '@scinav/contract'
import { inTitleMarks } from '@scinav/contract/quoted'
import { anyOf } from '../../language/phrases.ts'
import type { Language } from '../../language/question/question.ts'
import { quotableText } from '../../language/text/clean.ts'

type QuestionSource = Pick<Work, 'title' | 'title_zh' | 'keywords'>

const HAN_CHARACTER = /\p{Script=Han}/u

const QUESTION_FRAMES = {
  zh: {
    paper: (title: string) => `${inTitleMarks(title)}的主要结论是什么？`,
    method: (title: string) => `${inTitleMarks(title)}用了什么方法？`,
    problem: (title: string) => `${inTitleMarks(title)}要解决什么问题？`,
    data: (title: string) => `${inTitleMarks(title)}用了哪些数据？`,
    keyword: (keyword: string) => `关于${keyword}，文献中有哪些看法？`,
    compare: (one: string, other: string) => `${inTitleMarks(one)}与${inTitleMarks(other)}有何异同？`,
  },
  en: {
    paper: (title: string) => `What does "${title}" conclude?`,
    method: (title: string) => `Which method does "${title}" use?`,
    problem: (title: string) => `Which problem does "${title}" address?`,
    data: (title: string) => `Which data does "${title}" use?`,
    keyword: (keyword: string) => `What does the literature say about ${keyword}?`,
    compare: (one: string, other: string) => `How do "${one}" and "${other}" differ?`,
  },
} as const

/** Maximum length of a title in a question. */
const MAX_TITLE_CHARS = 80

/**
 * Returns questions that may follow an answer, likeliest first, made from keywords and titles of its sources; each once,
 * and without the question itself.
 */
export function followUps(question: string, works: QuestionSource[], language: Language): string[] {
  const frame = QUESTION_FRAMES[language]
  const titles = titlesIn(works, language)
  const [one, other] = rankKeywords(works, language).filter((keyword) => !mentions(question, keyword))
  const candidates = [
    one ? frame.keyword(one) : null,
    titles[0] ? frame.method(titles[0]) : null,
    titles[0] && titles[1] ? frame.compare(titles[0], titles[1]) : null,
    ...titles.map(frame.paper),
    other ? frame.keyword(other) : null,
    ...titles.map(frame.problem),
    ...titles.slice(1).map(frame.method),
    ...titles.map(frame.data),
  ]
  return distinctQuestions(candidates, question)
}

/** Maximum number of questions to begin with. */
const MAX_CANDIDATES = 10

/**
 * Returns questions to begin with, likeliest first, made from keywords and titles; always in Chinese, as the interface
 * is.
 */
export function startQuestionsFor(works: QuestionSource[]): string[] {
  const frame = QUESTION_FRAMES.zh
  const titles = titlesIn(works, 'zh')
  const [one, other, third] = rankKeywords(works, 'zh')
  const [first, second] = titles
  const candidates = [
    first ? frame.paper(first) : null,
    one ? frame.keyword(one) : null,
    first && second ? frame.compare(first, second) : null,
    first ? frame.method(first) : null,
    other ? frame.keyword(other) : null,
    third ? frame.keyword(third) : null,
    second ? frame.paper(second) : null,
    ...titles.map(frame.problem),
    ...titles.slice(1).map(frame.method),
    ...titles.map(frame.data),
  ]
  return distinctQuestions(candidates, '').slice(0, MAX_CANDIDATES)
}

function distinctQuestions(candidates: (string | null)[], question: string): string[] {
  return [...new Set(candidates)].filter((each): each is string => each !== null && each !== question)
}

function titlesIn(works: QuestionSource[], language: Language): string[] {
  const titles = works.map(({ title, title_zh }) => quotableText((language === 'zh' && title_zh) || title))
  return [...new Set(titles.map(shortenTitle))].filter(
    (title) => title !== '' && !isBoilerplateHeading(title),
  )
}

/** Shortens a long title to its name before the colon, or cuts it. */
function shortenTitle(title: string): string {
  if (title.length <= MAX_TITLE_CHARS) return title
  const name = title.split(/[:：]/)[0] ?? title
  return name.length <= MAX_TITLE_CHARS ? name : `${cutAtWord(name.slice(0, MAX_TITLE_CHARS))}…`
}

/** Drops a word that was cut in the middle; Chinese is cut anywhere. */
const cutAtWord = (cut: string): string =>
  cut.replace(/\s[\p{Script=Latin}\p{N}-]*$/u, '').slice(0, MAX_TITLE_CHARS - 1)

/** Returns the keywords in the language of the question, by falling number of works. */
function rankKeywords(works: QuestionSource[], language: Language): string[] {
  const counts = new Map<string, number>()
  for (const { keywords } of works)
    for (const keyword of keywords.map(quotableText))
      if (
        keyword.length > 1 &&
        !isBoilerplateHeading(keyword) &&
        HAN_CHARACTER.test(keyword) === (language === 'zh')
      )
        counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([keyword]) => keyword)
}

const mentions = (question: string, keyword: string) => question.toLowerCase().includes(keyword.toLowerCase())

/** Headings of parts that every paper or volume has. Some records have one as their title; it names no subject. */
const BOILERPLATE_HEADING = new RegExp(`^${anyOf('headings/boilerplate')}$`, 'iu')

/**
 * The number of a heading with what sets it off: `2.1 Data`, `2. Data`, `2.1实验`, `IV. Data`, 「第三章 数据」, 「（二）数据」,
 * 「二、数据」. A word that begins with such a character is no number: `Introduction`, 「一致性」, `3D`.
 */
const HEADING_NUMBER =
  /^(?:\d{1,2}(?:[.．]\d{1,2}){0,4}(?:\s*[.．、:：]\s*|\s+)(?!\d)|\d{1,2}(?:[.．]\d{1,2}){1,4}(?=\p{Script=Han})|[IVX]{1,5}\s*[.．、:：]\s*|第[一二三四五六七八九十\d]{1,4}[章节]\s*|[（(][一二三四五六七八九十\d]{1,3}[)）]\s*|[一二三四五六七八九十]{1,3}\s*[、.．:：]\s*)/u

/** Removes the number of a heading. */
export const stripHeadingNumber = (heading: string): string => heading.trim().replace(HEADING_NUMBER, '')

/** Returns whether a title or heading names a standard part of a paper: "Keywords", 「目录」. */
export const isBoilerplateHeading = (title: string): boolean =>
  BOILERPLATE_HEADING.test(title.replaceAll(/^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu, ''))
