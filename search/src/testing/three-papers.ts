import type { IndexChange } from '../index/document.ts'
import type { TermIndex } from '../planning/term-index.ts'
import { paper } from './index-queries.ts'

/** Returns an author as in a record. */
export const author = (name: string) => ({ name, role: 'author' as const, affiliations: [] })

/** Returns changes that add three papers. */
export const threePapers = (): [IndexChange, IndexChange, IndexChange] => [
  paper(1, 'Deep learning for machine translation', {
    abstract: 'Neural networks translate sentences.',
    creators: [author('Yann LeCun')],
    publish_date: '2019-05',
    keywords: ['translation'],
  }),
  paper(2, '基于深度学习的图像分割', { language: 'zh', publish_date: '2021', keywords: ['图像分割'] }),
  paper(3, 'Graph theory', { abstract: 'A survey of graphs.', publish_date: '2021', is_oa: true }),
]

/** Returns the names of an index's authors in order of arrival. */
export function listAuthors(index: TermIndex): string[] {
  const { count, labelOf } = index.values().author
  return Array.from({ length: count }, (_, at) => labelOf(at + 1))
}
