import type { Vocabulary } from '@scinav/search'
import { disciplines, venueWords } from '../../library/dictionaries/index.ts'
import { getRankLookup } from '../../library/journals/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { getKnownTerms } from './known-terms.ts'

/** Codes of categories and disciplines by their Chinese names. */
const DISCIPLINE_CODES = new Map(
  disciplines.flatMap((each) => [each, ...each.children]).map(({ code, name }) => [name, code]),
)

/** Returns the code of a discipline given by its Chinese name; other text, such as a code, is returned normalized. */
function subjectCode(text: string): string {
  const normalized = text.normalize('NFKC').trim()
  return DISCIPLINE_CODES.get(normalized) ?? normalized
}

/**
 * Loads the vocabulary by which searches in this library resolve names: disciplines, venues, imported ranks, and
 * curated and learned terms. Ranks and terms are cached, at most a minute old.
 */
export async function loadVocabulary(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<Vocabulary> {
  const [ranks, { terms, loadTermsAndWords }] = await Promise.all([getRankLookup(ctx), getKnownTerms(ctx)])
  return {
    subject: subjectCode,
    source: venueWords,
    sourcesWithRank: ranks.findJournals,
    ranks: ranks.journalsByRank,
    terms,
    words: loadTermsAndWords,
  }
}
