import type { Work } from '@scinav/contract'
import { inTitleMarks } from '@scinav/contract/quoted'
import type { Language } from '../language/question/question.ts'
import { canonical } from '../language/text/clean.ts'
import { isFurniture } from './furniture.ts'

type About = Pick<Work, 'title' | 'title_zh' | 'keywords'>

const HAN = /\p{Script=Han}/u

const FRAMES = {
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

const LONGEST_TITLE = 80

/** Questions that may come next, likeliest first, from keywords and titles of what an answer rests on. */
export function followUps(question: string, works: About[], language: Language): string[] {
  const frame = FRAMES[language]
  const titles = titlesOf(works, language)
  const [one, other] = keywordsOf(works, language).filter((keyword) => !mentions(question, keyword))
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
  return distinct(candidates, question)
}

const MOST_TRIED = 10

/** Questions to begin with, likeliest first, from the texts themselves, in the language of the screen: Chinese. */
export function startQuestionsFor(works: About[]): string[] {
  const frame = FRAMES.zh
  const titles = titlesOf(works, 'zh')
  const [one, other, third] = keywordsOf(works, 'zh')
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
  return distinct(candidates, '').slice(0, MOST_TRIED)
}

function distinct(candidates: (string | null)[], question: string): string[] {
  return [...new Set(candidates)].filter((each): each is string => each !== null && each !== question)
}

function titlesOf(works: About[], language: Language): string[] {
  const titles = works.map(({ title, title_zh }) => canonical((language === 'zh' && title_zh) || title))
  return [...new Set(titles.map(shortened))].filter((title) => title !== '' && !isFurniture(title))
}

/** Long titles end where their name does. */
function shortened(title: string): string {
  if (title.length <= LONGEST_TITLE) return title
  const name = title.split(/[:：]/)[0] ?? title
  return name.length <= LONGEST_TITLE ? name : `${wholeWords(name.slice(0, LONGEST_TITLE))}…`
}

/** What was cut within a word ends before it; Chinese has no words to see. */
const wholeWords = (cut: string): string =>
  cut.replace(/\s[\p{Script=Latin}\p{N}-]*$/u, '').slice(0, LONGEST_TITLE - 1)

/** Keywords in the language of the question, those of more papers first. */
function keywordsOf(works: About[], language: Language): string[] {
  const counts = new Map<string, number>()
  for (const { keywords } of works)
    for (const keyword of keywords.map(canonical))
      if (keyword.length > 1 && !isFurniture(keyword) && HAN.test(keyword) === (language === 'zh'))
        counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([keyword]) => keyword)
}

const mentions = (question: string, keyword: string) => question.toLowerCase().includes(keyword.toLowerCase())
