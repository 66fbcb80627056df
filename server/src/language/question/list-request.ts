import { anyOf, phrasePatterns } from '../phrases.ts'

/** A number of works in Chinese: 几, 三, 10. */
const CHINESE_COUNT = String.raw`(?:一些|几|[一二两三四五六七八九十]{1,3}|\d{1,3})`
/** Nouns for written works of any kind and language: 学术论文, 英文综述文章. */
const CHINESE_WORKS = `${anyOf('papers/work-kinds')}{0,2}的?${anyOf('papers/work-nouns', { language: 'zh' })}`
const CHINESE_LIST_VERB = anyOf('papers/list-verbs', { language: 'zh' })

const ENGLISH_COUNT = String.raw`(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2})`
const ENGLISH_WORKS = anyOf('papers/work-nouns', { language: 'en' })

/** Wordings that ask for papers, or for papers of a number or quality; they say nothing about the subject. */
const REQUEST_WORDINGS: RegExp[] = [
  // 「推荐三篇」, 「帮我找几篇」; but 推荐 in 推荐系统 is part of a name.
  new RegExp(
    String.raw`${CHINESE_LIST_VERB}(?:一下|给我|我|出)?${CHINESE_COUNT}[篇本部些种]?(?=\p{Script=Han}|[\p{L}\s])`,
    'gu',
  ),
  new RegExp(`^[^，。？?]{0,8}?推荐(?=[^，。？?]{1,40}${CHINESE_WORKS})`, 'gmu'),
  // A number of works: 「三篇」, and 「两本」 for books.
  new RegExp(`${CHINESE_COUNT}(?:篇|[本部](?=[^，。？?]{0,12}(?:书|教材|著作|专著)))`, 'gu'),
  new RegExp(
    `(?:最|较|比较|很)?${anyOf('papers/quality', { language: 'zh' })}(?:的|且|又)?(?=${CHINESE_WORKS})|值得一?[读看]的?`,
    'gu',
  ),
  new RegExp(
    String.raw`\b(?:(?:${ENGLISH_COUNT}|a few|some|several)\s+)?(?:(?:most|very|highly)\s+)?${anyOf('papers/quality', { language: 'en' })}\s+(?=${ENGLISH_WORKS})`,
    'giu',
  ),
  new RegExp(String.raw`\b${ENGLISH_COUNT}\s+(?=${ENGLISH_WORKS})`, 'giu'),
  new RegExp(
    String.raw`^(?:(?:please|could you|can you|would you)\s+){0,2}${anyOf('papers/list-verbs', { language: 'en' })}(?:\s+(?:me|us)\b)?`,
    'giu',
  ),
]

const REVIEW_REQUESTS = phrasePatterns('papers/review-request')
/** Bounds the text in which a request for a review is recognized, in UTF-16 units. */
const MAX_QUESTION_CHARS = 300

/** Returns the subject of a review that the text asks to be written, or null when it asks for none. */
export function reviewSubject(text: string): string | null {
  const question = text.trim().slice(0, MAX_QUESTION_CHARS)
  for (const request of REVIEW_REQUESTS) {
    const subject = request.exec(question)?.groups?.subject
    if (subject !== undefined) return subject
  }
  return null
}

/** Removes the number of papers wanted, their quality and the request to write about them from a question. */
export const stripListRequest = (text: string): string =>
  REQUEST_WORDINGS.reduce((rest, wording) => rest.replace(wording, ' '), reviewSubject(text) ?? text)
