import { fold } from '@scinav/search'
import type { Paper } from '../../library/papers/index.ts'

/** Returns the authors of a work, or else its editors. */
export function authorsOrEditors({ creators }: Pick<Paper, 'creators'>): Paper['creators'] {
  const authors = creators.filter(({ role }) => role === 'author' || role === 'corresponding')
  return authors.length > 0 ? authors : creators.filter(({ role }) => role === 'editor')
}

/** Returns the lists of authors that an entry may print: all, the people, or the bodies that they wrote for. */
export function possibleAuthors(paper: Pick<Paper, 'creators'>): Paper['creators'][] {
  const authors = authorsOrEditors(paper)
  const { bodies = [], people = [] } = Object.groupBy(authors, ({ is_body }) =>
    is_body ? 'bodies' : 'people',
  )
  return bodies.length > 0 && people.length > 0 ? [authors, people, bodies] : [authors]
}

/** Returns for each author, or else editor, of a work the names that an entry may use, see `nameForms`. */
export const authorNameForms = (paper: Pick<Paper, 'creators'>): string[][] =>
  nameForms(authorsOrEditors(paper))

/** Returns for each author the names that an entry may use: the family name or the Chinese name. */
export function nameForms(authors: Paper['creators']): string[][] {
  return authors
    .map(({ name, name_zh, family, is_body }) => {
      const latin = is_body || family ? [is_body ? name : family] : undividedNameEnds(name)
      return [name_zh, ...(HAN_CHARACTER.test(name) ? [name] : latin)]
    })
    .map((names) => names.flatMap((name) => (name ? [fold(name, false).text] : [])))
}

/** Returns the words of a name of which either may be the family name: the last, and the first unless it is an initial. */
function undividedNameEnds(name: string): string[] {
  const words = name.split(/\s+/)
  const isFullWord = (word: string) => /^[\p{Ll}\p{Lu}'’-]{2,}$/u.test(word) && /\p{Ll}/u.test(word)
  return [...words.slice(-1), ...words.slice(0, 1).filter(isFullWord)]
}

/** Matches text with Chinese characters. */
export const HAN_CHARACTER = /\p{Script=Han}/u
