import type { Creator, Work } from './work.ts'

/**
 * Returns the distinct names of authors, or of editors if there are none; in Chinese characters when the work is
 * Chinese.
 */
export function authorNames(work: Pick<Work, 'creators' | 'language' | 'title'>): string[] {
  const isChinese = work.language?.startsWith('zh') ?? /\p{Script=Han}/u.test(work.title)
  const names = (...roles: Creator['role'][]) =>
    work.creators
      .filter((creator) => roles.includes(creator.role))
      .map(({ name, name_zh }) => (isChinese && name_zh ? name_zh : name))
      .filter((name) => name !== '')
  const authors = names('author', 'corresponding')
  return [...new Set(authors.length > 0 ? authors : names('editor'))]
}
