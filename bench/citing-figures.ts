import { decideSource } from '../server/src/citation/suggest/decide.ts'
import { findSources } from '../server/src/citation/suggest/find-sources.ts'
import { readSentences } from '../server/src/citation/suggest/match.service.ts'
import type { Context } from '../server/src/platform/context/context.ts'
import type { CitedSentence } from './cited-sentences.ts'
import type { AclPaper } from './corpus.ts'
import { plainIndex, tokenizeWords } from './plain-bm25.ts'

const TOP_K = 5

/**
 * Maximum number of attempts. The first search loads the vectors of the whole corpus, which may not finish in time on a
 * busy machine.
 */
const MAX_ATTEMPTS = 10

/** Searches for sources of a sentence; returns the proposed papers without the one that contains it. */
export async function suggestForSentence(ctx: Context, sentence: string, own: string) {
  const [read] = readSentences(sentence)
  const request = { sentence, dataset_ids: [], engines: [] }
  const search = () => findSources(ctx, request, new AbortController().signal)
  let found = await search()
  for (let tries = 1; tries < MAX_ATTEMPTS && found.notes.length > 0; tries += 1) found = await search()
  // If a failed model were ignored, the figures of lexical search would be reported under its name.
  if (found.notes.length > 0) throw new Error(found.notes.join(' '))
  const { decision, sources } = decideSource(
    found.sources.filter(({ evidence }) => evidence.paper_id !== own),
  )
  const isProposed = read?.need === 'yes' && decision === 'strong'
  return { ids: sources.map(({ evidence }) => evidence.paper_id ?? ''), isProposed }
}

/** Counts over some sentences. */
export interface SuggestionFigures {
  sentences: number
  /** Sentences whose reference is the first suggestion, and among the first five. */
  first: number
  five: number
  /** The same with plain BM25. */
  plainFirst: number
  plainFive: number
  /** Sentences with a suggestion marked 强, and those of them whose suggestion is not a reference. */
  proposed: number
  wrong: number
}

/** Returns a share in percent with one decimal: `36.5 %`. */
export const percentage = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`

/** Formats counts as a row below `TABLE_HEAD`. */
export function figuresRow(name: string, { sentences, ...all }: SuggestionFigures): string {
  const { first, five, plainFirst, plainFive, proposed, wrong } = all
  const shares = [first, five, plainFirst, plainFive, proposed].map((part) => percentage(part, sentences))
  return `| ${[`${name} (${sentences})`, ...shares, percentage(wrong, Math.max(1, proposed))].join(' | ')} |`
}

/** Searches for the sources of sentences, as the product does and with plain BM25. */
export async function measureSuggestions(
  ctx: Context,
  papers: AclPaper[],
  sentences: readonly CitedSentence[],
  idOf: (at: number) => string,
): Promise<SuggestionFigures> {
  const plain = plainPaperIndex(papers)
  const figures = { sentences: 0, first: 0, five: 0, plainFirst: 0, plainFive: 0, proposed: 0, wrong: 0 }
  for (const { sentence, own, cited } of sentences) {
    const references = new Set(cited.map(idOf))
    const { ids, isProposed } = await suggestForSentence(ctx, sentence, idOf(own))
    const others = plain.searchAny(tokenizeWords(sentence), TOP_K + 1).filter((at) => at !== own)
    const isFirst = references.has(ids[0] ?? '')
    figures.sentences += 1
    figures.first += Number(isFirst)
    figures.five += Number(ids.slice(0, TOP_K).some((id) => references.has(id)))
    figures.plainFirst += Number(cited.includes(others[0] ?? -1))
    figures.plainFive += Number(others.slice(0, TOP_K).some((at) => cited.includes(at)))
    figures.proposed += Number(isProposed)
    figures.wrong += Number(isProposed && !isFirst)
    if (isProposed && !isFirst && process.argv.includes('shown')) console.log(`  wrong: ${sentence}`)
  }
  return figures
}

/** Builds a plain BM25 index of titles and abstracts. */
const plainPaperIndex = (papers: readonly AclPaper[]) =>
  plainIndex(papers.map(({ title, abstract }) => tokenizeWords(`${title} ${abstract}`)))

/** The head of the table of `figuresRow`. */
export const TABLE_HEAD =
  '| sentences | hit@1 | hit@5 | BM25 hit@1 | BM25 hit@5 | 强 | of them wrong |\n|---|---|---|---|---|---|---|'
