import type { ResearchKind } from '@scinav/contract'
import { phrasePattern } from '../../language/phrases.ts'
import type { Language, Question } from '../../language/question/question.ts'
import type { Context } from '../../platform/context/context.ts'
import type { NamedSubject, QuestionWorks } from '../paste/named-works.ts'
import { stripPointers } from '../paste/pointers.ts'
import { researchTitle } from '../paste/work-names.ts'
import { combineSubjects, findSubjects } from '../paste/work-subjects.ts'
import { joinDistinctWords } from '../run/edit-text.ts'
import { shortenQuestion } from './long-question.ts'
import { dependsOnPrevious } from './parts.ts'
import { DOMESTIC_PREFIX, isWorkRequestWord, questionTopic } from './question-topic.ts'
import { nonSubjectWords } from './templates.ts'

/** Returns what is researched about named works: their subjects and the rest of the question; null without works. */
export async function findNamedSubject(
  ctx: Context,
  { works, rest }: QuestionWorks,
  { parsed, kind, language }: { parsed: Question; kind: ResearchKind; language: Language },
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
export const worksTopic = ({ subjects, query }: NamedSubject): string =>
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
