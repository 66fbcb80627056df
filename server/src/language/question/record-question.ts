import { anyOf, phrasePatterns } from '../phrases.ts'
import { normalizeQuestion } from './normalize-question.ts'

const RECORD_FACTS = ['authors', 'source', 'year', 'doi', 'cited'] as const
/** A fact that the record of a work holds, independently of its text; `cited` is the number of citations. */
export type RecordFact = (typeof RECORD_FACTS)[number]

/** A question for a fact of one work; the title is '' when it says "this paper" instead of naming one. */
export interface RecordQuestion {
  fact: RecordFact
  title: string
}

const WORK_NOUN = anyOf('record-questions/work-nouns')

/** Wordings in which a fact is asked for, with the title in a group. A match counts only if the library has that title. */
const RECORD_PATTERNS = RECORD_FACTS.flatMap((fact) =>
  phrasePatterns(`record-questions/${fact}`).map((pattern) => ({ fact, pattern })),
)

/** Bounds the questions that are read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 400
const TRAILING_PUNCTUATION = /(?<![\s?？。.!！])[\s?？。.!！]+$/u
/** Particles that end a question and belong to no title: 呢, "please". */
const FINAL_PARTICLE = /(?:[啊呢呀吧]|please)$/iu
/** References to a work without its title: 「这篇论文」, 「该文」, "this paper", or nothing at all. */
const THIS_WORK = new RegExp(`^${anyOf('record-questions/this-work')}?$`, 'iu')
/** What surrounds a title: 「论文《」 before it and 「》这篇文章」 after it. */
const TITLE_MARKS = new RegExp(
  `^(?:${WORK_NOUN}|${anyOf('record-questions/before-title')})?\\s*[《“"「『]|[》”"」』](?:这[篇本]|一)?${WORK_NOUN}?$`,
  'giu',
)

/** Returns the fact that a text asks of the record of a work, or null when it asks for something else. */
export function parseRecordQuestion(text: string): RecordQuestion | null {
  if (text.length > MAX_QUESTION_CHARS) return null
  const wording = normalizeQuestion(text)
    .replace(TRAILING_PUNCTUATION, '')
    .replace(FINAL_PARTICLE, '')
    .replace(TRAILING_PUNCTUATION, '')
  for (const { fact, pattern } of RECORD_PATTERNS) {
    const title = pattern.exec(wording)?.groups?.title?.trim()
    if (title === undefined) continue
    const bare = title
      .replaceAll(TITLE_MARKS, '')
      .replace(new RegExp(`(?:这[篇本]|一)${WORK_NOUN}$`, 'u'), '')
      .trim()
    return { fact, title: THIS_WORK.test(bare) ? '' : bare }
  }
  return null
}
