// The kinds of faults that manuscripts are given, and works changed so that their entries have one.
import { RESOURCE_TYPE, type Work } from '../../contract/src/index.ts'
import { yearOf } from './printed-citation.ts'

/** The planted faults of single entries. */
export const ENTRY_FAULTS = [
  'missing-work',
  'changed-year',
  'changed-authors',
  'changed-title',
  'wrong-doi',
  'form',
  'preprint',
  'retracted',
  'contradicted',
  'duplicate',
] as const

/** The planted faults of list against text. */
export const LIST_FAULTS = [
  'not-listed',
  'not-cited',
  'out-of-order',
  'number-gap',
  'number-repeat',
  'no-match',
  'several-matches',
] as const

export type FaultKind = (typeof LIST_FAULTS | typeof ENTRY_FAULTS)[number]

/** Returns whether a work is an article of which the journal is known. */
export const isArticle = ({ resource_type, basic_sourcename }: Work): boolean =>
  resource_type === RESOURCE_TYPE.journalArticle && Boolean(basic_sourcename)

/** The change of a percentage, which keeps it between 0 and 100. */
const FIGURE_CHANGE = 37
/** Bounds of the length of a sentence whose figure is changed. */
const MIN_FIGURE_SENTENCE_CHARS = 31
const MAX_FIGURE_SENTENCE_CHARS = 399

/** Returns a sentence of the abstract of a work with another percentage than it has; null without one. */
export function changedFigure({ abstract, abstract_zh }: Work): string | null {
  const sentences = [abstract, abstract_zh].flatMap(
    (text) => text?.split(/(?<=[。.!?])\s*(?=[\p{Lu}\p{Script=Han}])/u) ?? [],
  )
  const stated = sentences.find(
    (text) =>
      /\d%/.test(text) &&
      text.length >= MIN_FIGURE_SENTENCE_CHARS &&
      text.length <= MAX_FIGURE_SENTENCE_CHARS,
  )
  const figure = stated && /\d+(?:\.\d+)?(?=%)/.exec(stated)?.[0]
  if (!stated || !figure) return null
  const other = Math.round(Number(figure)) + (Number(figure) >= 50 ? -FIGURE_CHANGE : FIGURE_CHANGE)
  return stated.replace(`${figure}%`, `${other}%`).replace(/[。.]$/, '')
}

/** Returns a work with a fault of a kind; null for kinds of another sort, or where nothing can be changed. */
export function changeWork(kind: FaultKind, work: Work, other: Work): Work | null {
  const words = work.title.split(' ')
  switch (kind) {
    case 'several-matches':
      return { ...work, creators: other.creators, publish_date: other.publish_date, doi: null }
    case 'changed-year':
      return { ...work, publish_date: String(Number(yearOf(work)) - 2), doi: null }
    case 'changed-authors':
      return { ...work, creators: [...work.creators.slice(0, 1), ...other.creators], doi: null }
    case 'changed-title':
      return { ...work, title: words.length > 3 ? words.toSpliced(1, 2).join(' ') : other.title, doi: null }
    case 'missing-work':
      return { ...work, title: `${work.title} ${other.title}`, creators: other.creators, doi: null }
    case 'wrong-doi':
      return work.doi && other.doi ? { ...work, doi: other.doi } : null
    case 'form':
      return work
    case 'retracted':
    case 'contradicted':
      return other
    case 'preprint':
      return {
        ...other,
        ...{ resource_type: RESOURCE_TYPE.preprint, basic_sourcename: 'arXiv', basic_source_vo: null },
        ...{ basic_source_no: null, basic_page: null, doi: null, issn: null },
      }
    default:
      return null
  }
}
