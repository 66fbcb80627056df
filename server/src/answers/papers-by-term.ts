import { collectTextTerms, statesPlan, type TermPlaces, writtenText } from '@scinav/search'
import { readQuestion } from '../language/question/question.ts'
import { findPapersByIds, type Paper } from '../library/papers/index.ts'
import type { Context } from '../platform/context/context.ts'
import { conceptNames, subjectConcepts } from '../retrieval/index.ts'
import { searchPapers } from '../search/engine/index.ts'

/** Papers of the library that say one of the things that a question is about. */
interface TermMatches {
  /** As it was asked. */
  words: string
  total: number
  /** The first of them. */
  papers: Paper[]
}

const MAX_TERMS = 4
const MAX_SHOWN_PAPERS = 3
/** What more of the library speaks of leads nowhere. */
const MAX_TERM_SHARE = 0.2
/** A small library has no common words. */
const SMALL_LIBRARY_PAPERS = 50
/** Longer texts are pasted: their beginning says what they are about. */
const MAX_QUESTION_CHARS = 200

/**
 * What the library has of the single things that a question is about, the rarest four in the order in which they were asked
 * for: where nothing says them together, this is where somebody can go on.
 */
export async function findPapersByTerm(
  ctx: Context,
  { question }: { question: string },
): Promise<{ library: number; parts: TermMatches[] }> {
  const { query } = readQuestion(question.slice(0, MAX_QUESTION_CHARS))
  const engine = await ctx.library.current()
  const { list } = await engine.concepts(query)
  const { papers: library } = engine.state()
  const most = Math.max(SMALL_LIBRARY_PAPERS, library * MAX_TERM_SHARE)
  const names = new Map(conceptNames(query, list).map(({ plan, label }) => [plan, label]))
  const telling = subjectConcepts(list)
    .filter((each) => SEARCHABLE_TERM.test(names.get(each.plan) ?? writtenText(each.plan)) && each.papers > 0)
    .filter(({ papers, run }) => papers <= most && run === null)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MAX_TERMS)
  const parts: TermMatches[] = []
  for (const { plan } of list.filter((each) => telling.includes(each))) {
    const words = names.get(plan) ?? writtenText(plan)
    const { ids, total } = await searchPapers(ctx, { query: words, from: 0, size: MAX_SHOWN_PAPERS })
    const papers = (await findPapersByIds(ctx, ids)).filter((paper) => statesPlan(paperTerms(paper), plan))
    const all = total > MAX_SHOWN_PAPERS ? total : papers.length
    if (papers.length > 0) parts.push({ words, total: all, papers })
  }
  return { library, parts }
}

/** A plain word leads anywhere, and so do a number and what begins a sentence: weight, 5, Bone, 记忆. */
const SEARCHABLE_TERM = /\S\s\S|\p{Script=Han}{3}|\p{Lu}\S{0,20}\p{Lu}|\p{L}\S{0,20}\d/u

/** A search finds the words of a longer one wherever they stand: 药物 and 发现 are no 药物发现. */
const paperTerms = ({ title, title_zh, abstract, abstract_zh, keywords }: Paper): TermPlaces =>
  collectTextTerms([title, title_zh ?? '', abstract ?? '', abstract_zh ?? '', ...keywords])
