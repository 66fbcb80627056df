import { says, type Terms, termsIn, writtenAs } from '@scinav/search'
import { readQuestion } from '../language/question/question.ts'
import { type Paper, papersByIds } from '../library/papers/index.ts'
import type { Context } from '../platform/context/context.ts'
import { conceptNames, subjectOf } from '../retrieval/index.ts'
import { searchPapers } from '../search/engine/index.ts'

/** Papers of the library that say one of the things that a question is about. */
interface PartHere {
  /** As it was asked. */
  words: string
  total: number
  /** The first of them. */
  papers: Paper[]
}

const MOST_PARTS = 4
const SHOWN = 3
/** What more of the library speaks of leads nowhere. */
const MOST_SHARE = 0.2
/** A small library has no common words. */
const FEW = 50
/** Longer texts are pasted: their beginning says what they are about. */
const LONGEST_READ = 200

/**
 * What the library has of the single things that a question is about, the rarest four in the order in which they were asked
 * for: where nothing says them together, this is where somebody can go on.
 */
export async function papersByPart(
  ctx: Context,
  { question }: { question: string },
): Promise<{ library: number; parts: PartHere[] }> {
  const { query } = readQuestion(question.slice(0, LONGEST_READ))
  const engine = await ctx.library.current()
  const { list } = await engine.concepts(query)
  const { papers: library } = engine.state()
  const most = Math.max(FEW, library * MOST_SHARE)
  const names = new Map(conceptNames(query, list).map(({ plan, label }) => [plan, label]))
  const telling = subjectOf(list)
    .filter((each) => TERM.test(names.get(each.plan) ?? writtenAs(each.plan)) && each.papers > 0)
    .filter(({ papers, run }) => papers <= most && run === null)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_PARTS)
  const parts: PartHere[] = []
  for (const { plan } of list.filter((each) => telling.includes(each))) {
    const words = names.get(plan) ?? writtenAs(plan)
    const { ids, total } = await searchPapers(ctx, { query: words, from: 0, size: SHOWN })
    const papers = (await papersByIds(ctx, ids)).filter((paper) => says(termsOf(paper), plan))
    const all = total > SHOWN ? total : papers.length
    if (papers.length > 0) parts.push({ words, total: all, papers })
  }
  return { library, parts }
}

/** A plain word leads anywhere, and so do a number and what begins a sentence: weight, 5, Bone, 记忆. */
const TERM = /\S\s\S|\p{Script=Han}{3}|\p{Lu}\S{0,20}\p{Lu}|\p{L}\S{0,20}\d/u

/** A search finds the words of a longer one wherever they stand: 药物 and 发现 are no 药物发现. */
const termsOf = ({ title, title_zh, abstract, abstract_zh, keywords }: Paper): Terms =>
  termsIn([title, title_zh ?? '', abstract ?? '', abstract_zh ?? '', ...keywords])
