import { namesOf } from './paper-names.ts'

/** What questions are made of. */
export interface Source {
  title: string
  keywords: string[]
}

const MOST = 5
const OFTEN = 3
const LONGEST_TERM = 30

/**
 * Three to five questions to begin with about some papers, from their titles and keywords. A keyword of several papers
 * comes before one of a single paper.
 */
export function questionsFrom(sources: Source[]): string[] {
  const terms = oftenest(sources.flatMap(({ keywords }) => [...new Set(keywords.map(clean))]))
  const made = sources.length === 1 ? aboutOne(sources, terms) : aboutMany(sources, terms)
  return made.slice(0, MOST)
}

function aboutOne(sources: Source[], [first, second]: string[]): string[] {
  const name = namesOf(sources.map(({ title }) => title))
  return [
    `${name}要解决什么问题，主要结论是什么？`,
    '文中的数据从哪里来，用了什么方法？',
    ...(first ? [`关于“${first}”，文中得到了哪些结果？`] : []),
    ...(second ? [`文中怎样讨论“${second}”？`] : []),
    '作者指出了哪些局限？',
  ]
}

function aboutMany(sources: Source[], [first, second]: string[]): string[] {
  const [title = ''] = sources.map((each) => each.title)
  return [
    ...(first
      ? [`这些文献在“${first}”上有哪些一致和不一致的结论？`]
      : ['这些文献的结论有哪些一致和不一致之处？']),
    ...(second ? [`关于“${second}”，哪些文献给出了具体的结果？`] : []),
    '它们分别用了什么方法和数据？',
    `${namesOf([title])}与其余文献相比有什么不同？`,
    '这些文献共同的局限是什么？',
  ]
}

const clean = (term: string) => term.replace(/[\s“”"]+/g, ' ').trim()

/** The terms that stand most often, the earlier one first where two stand equally often. */
function oftenest(terms: string[]): string[] {
  const counts = new Map<string, { term: string; count: number }>()
  for (const term of terms.filter((each) => each !== '' && each.length <= LONGEST_TERM)) {
    const known = counts.get(term.toLowerCase()) ?? { term, count: 0 }
    counts.set(term.toLowerCase(), { term: known.term, count: known.count + 1 })
  }
  const sorted = [...counts.values()].toSorted((one, other) => other.count - one.count)
  return sorted.slice(0, OFTEN).map(({ term }) => term)
}
