import { authorNames, MAX_LISTED_REFERENCES, type Reference, type Work } from '@scinav/contract'
import { collectTextTerms, type TermPlaces } from '@scinav/search'
import { matchPapers } from '../../library/import/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import type { FoundPaper } from '../../retrieval/index.ts'
import { parseWorks } from '../reference-text/index.ts'

/** A work from the text that the user pasted, with its terms. */
export interface OwnWork {
  found: FoundPaper
  terms: TermPlaces
}

/** The engine id of all pasted works, whether the library has them or not. */
export const OWN_ENGINE = 'own'
/** The prefix of the keys that cite pasted works which the library lacks: `mine-1`. */
const OWN_KEY_PREFIX = 'mine-'
/** The most pasted works considered for a sentence. */
const MAX_LIKELY_WORKS = 20

/**
 * Parses pasted works in BibTeX, RIS or a similar format; those that the library has are matched with its papers. Only
 * the first `MAX_LISTED_REFERENCES` are read, and none from an empty text.
 *
 * @throws AppError `input.invalid` when the text is in none of these formats.
 */
export async function readOwnWorks(ctx: Context, text: string): Promise<OwnWork[]> {
  if (text.trim() === '') return []
  const works = (await parseWorks(text, MAX_LISTED_REFERENCES)).slice(0, MAX_LISTED_REFERENCES)
  if (works.length === 0) throw invalidInput('own', '读不出题录，请粘贴 BibTeX、RIS 或 EndNote 格式')
  const ids = await matchPapers(ctx, works)
  return works.map((work, at) => {
    const paper_id = ids[at] ?? null
    const found = { source_id: paper_id ?? `${OWN_KEY_PREFIX}${at + 1}`, paper_id, engine: OWN_ENGINE, work }
    return { found, terms: collectTextTerms(workTexts(work)) }
  })
}

const workTexts = ({ title, title_zh, abstract, abstract_zh, keywords }: Work): string[] =>
  [title, title_zh, abstract, abstract_zh, ...keywords].filter((text) => text !== null)

/**
 * Returns the pasted works that share terms with a sentence, best first, at most `MAX_LIKELY_WORKS`. A shared term
 * weighs 1 / (number of pasted works with it).
 */
export function findLikelyOwnWorks(own: readonly OwnWork[], sentence: string): FoundPaper[] {
  const sentenceTerms = [...collectTextTerms([sentence]).keys()]
  const termWeights = new Map(
    sentenceTerms.map((term) => [term, 1 / own.filter(({ terms }) => terms.has(term)).length]),
  )
  return own
    .map(({ found, terms }) => ({
      found,
      shared: sentenceTerms.reduce(
        (sum, term) => sum + (terms.has(term) ? (termWeights.get(term) ?? 0) : 0),
        0,
      ),
    }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, MAX_LIKELY_WORKS)
    .map(({ found }) => found)
}

/** Returns the reference of a pasted work that the library lacks. */
export function ownReference(work: Work): Reference {
  const authors_short = authorNames(work)
  return { ...work, authors: authors_short.join('; '), authors_short }
}
