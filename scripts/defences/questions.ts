import type { Defence } from './defence.ts'

/** Questions that would hold everybody up. */
export const questions: Defence[] = [
  {
    attack: 35,
    what: 'a query is read up to a limit',
    file: 'search/src/query/parse.ts',
    on: 'const longestQuery = 2000',
    off: 'const longestQuery = 200_000',
    test: 'search/src/query/parse.test.ts',
    title: 'what is beyond 2,000 characters',
  },
  {
    attack: 35,
    what: 'a phrase is read only as far as a paper may have it',
    file: 'search/src/ranking/match-places.ts',
    on: 'at < readers.length && count > 0',
    off: 'at < readers.length',
    test: 'search/src/ranking/match-places.test.ts',
    title: 'a phrase of a thousand words',
  },
  {
    attack: 35,
    what: 'a search that takes too long is given up',
    file: 'search/src/ranking/deadline.ts',
    on: 'performance.now() > until',
    off: '(false as boolean)',
    test: 'search/src/ranking/deadline.test.ts',
    title: 'a search that takes too long',
  },
  {
    attack: 35,
    what: 'regular expressions that a text makes slow do not come in',
    file: 'scripts/regexes.ts',
    on: 'if (!report) return null',
    off: 'if (!report || report.character) return null',
    test: 'scripts/regexes.test.ts',
    title: 'a bad expression in a source',
  },
]
