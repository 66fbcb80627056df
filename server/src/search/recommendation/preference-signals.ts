import { inCorners, inTitleMarks } from '@scinav/contract/quoted'
import { disciplineName } from '../../library/dictionaries/index.ts'
import { interestQuery } from '../subscriptions/index.ts'
import { MAX_SIGNALS_PER_KIND, type RecommendationSignal } from './recommendation-signal.ts'

/** The preferences of a user; `saved` is false until the user has saved any. */
export interface StoredPreferences {
  subject_codes: string[]
  keywords: string[]
  journals: string[]
  authors: string[]
  saved: boolean
}

/** Weights of what users state in their preferences. */
const PREFERENCE_WEIGHTS = { author: 4, topic: 3, journal: 2, subject: 1 }

/**
 * Returns a signal for each stated preference: followed authors, keywords, journals and, once saved, disciplines.
 */
export function preferenceSignals({
  keywords,
  authors,
  journals,
  subject_codes,
  saved,
}: StoredPreferences): RecommendationSignal[] {
  const signals: RecommendationSignal[] = [
    ...authors.slice(0, MAX_SIGNALS_PER_KIND).map((value) => ({
      query: interestQuery({ kind: 'author', value }),
      weight: PREFERENCE_WEIGHTS.author,
      reason: `您关注的作者 ${value} 的文献`,
      sort: 'date' as const,
    })),
    ...keywords.slice(0, MAX_SIGNALS_PER_KIND).map((value) => ({
      query: interestQuery({ kind: 'topic', value }),
      weight: PREFERENCE_WEIGHTS.topic,
      reason: `与您关注的${inCorners(value)}相关`,
      sort: 'date' as const,
    })),
    ...journals.slice(0, MAX_SIGNALS_PER_KIND).map((value) => ({
      query: interestQuery({ kind: 'journal', value }),
      weight: PREFERENCE_WEIGHTS.journal,
      reason: `发表在您关注的${inTitleMarks(value)}`,
      sort: 'date' as const,
    })),
  ]
  return saved
    ? [...signals, ...subject_codes.slice(0, MAX_SIGNALS_PER_KIND).map(newInSubjectSignal)]
    : signals
}

/** Returns the signal for new papers of a discipline. */
function newInSubjectSignal(code: string): RecommendationSignal {
  const name = disciplineName(code) ?? code
  return {
    query: `SC=${code}`,
    weight: PREFERENCE_WEIGHTS.subject,
    reason: `您关注的学科：${name}`,
    sort: 'date',
  }
}
