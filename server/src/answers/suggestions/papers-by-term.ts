import { collectTextTerms, statesPlan, type TermPlaces, writtenText } from '@scinav/search'
import { readQuestion } from '../../language/question/question.ts'
import { findPapersByIds, type Paper } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { labelConcepts, subjectConcepts } from '../../retrieval/index.ts'
import { searchPapers } from '../../search/engine/index.ts'

/** Papers of the library that have one of the terms of a question. */
interface TermMatches {
  /** The term as the question writes it. */
  words: string
  /** Number of papers that have it; of many it is what the search counts. */
  total: number
  /** The first of the papers. */
  papers: Paper[]
}

/** Maximum number of terms, and of papers shown for each. */
const MAX_TERMS = 4
const MAX_SHOWN_PAPERS = 3
/** A term in more than this share of the library is too general to be useful. */
const MAX_TERM_SHARE = 0.2
/** In a library smaller than this no term is too general. */
const SMALL_LIBRARY_PAPERS = 50
/** Longer texts are pasted, and their beginning names the subject. */
const MAX_QUESTION_CHARS = 200

/**
 * Returns the papers that have single terms of a question: its `MAX_TERMS` rarest, in the order of the question and
 * without those that no paper has. It offers a way to continue when no paper has them together.
 *
 * @returns `library`: the number of papers in the library.
 */
export async function findPapersByTerm(
  ctx: Context,
  { question }: { question: string },
): Promise<{ library: number; parts: TermMatches[] }> {
  const { query } = readQuestion(question.slice(0, MAX_QUESTION_CHARS))
  const engine = await ctx.library.current()
  const { list } = await engine.concepts(query)
  const { papers: library } = engine.state()
  const maxPapers = Math.max(SMALL_LIBRARY_PAPERS, library * MAX_TERM_SHARE)
  const names = new Map(labelConcepts(query, list).map(({ plan, label }) => [plan, label]))
  const rarest = subjectConcepts(list)
    .filter((each) => SEARCHABLE_TERM.test(names.get(each.plan) ?? writtenText(each.plan)) && each.papers > 0)
    .filter(({ papers, run }) => papers <= maxPapers && run === null)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MAX_TERMS)
  const parts: TermMatches[] = []
  for (const { plan } of list.filter((each) => rarest.includes(each))) {
    const words = names.get(plan) ?? writtenText(plan)
    const { ids, total } = await searchPapers(ctx, { query: words, from: 0, size: MAX_SHOWN_PAPERS })
    const papers = (await findPapersByIds(ctx, ids)).filter((paper) => statesPlan(paperTerms(paper), plan))
    // Only the papers of the first page are confirmed; of more hits than these the number is taken as it is.
    const confirmedTotal = total > MAX_SHOWN_PAPERS ? total : papers.length
    if (papers.length > 0) parts.push({ words, total: confirmedTotal, papers })
  }
  return { library, parts }
}

/** Terms that are specific enough to search: not a plain word, a number or a capitalized word (weight, 5, Bone, 记忆). */
const SEARCHABLE_TERM = /\S\s\S|\p{Script=Han}{3}|\p{Lu}\S{0,20}\p{Lu}|\p{L}\S{0,20}\d/u

/** Returns the terms of a paper, to confirm a hit: a search finds the parts of a term apart, as 药物 and 发现 for 药物发现. */
const paperTerms = ({ title, title_zh, abstract, abstract_zh, keywords }: Paper): TermPlaces =>
  collectTextTerms([title, title_zh ?? '', abstract ?? '', abstract_zh ?? '', ...keywords])
