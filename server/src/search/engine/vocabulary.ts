import type { Vocabulary } from '@scinav/search'
import { disciplines, venueWords } from '../../library/dictionaries/index.ts'
import { getRankLookup } from '../../library/journals/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { getKnownTerms } from './known-terms.ts'

const DISCIPLINE_CODES = new Map(
  disciplines.flatMap((each) => [each, ...each.children]).map(({ code, name }) => [name, code]),
)

/** Returns the code of a discipline given by code or by name; unknown text is returned normalized. */
function subjectCode(text: string): string {
  const written = text.normalize('NFKC').trim()
  return DISCIPLINE_CODES.get(written) ?? written
}

/** Loads the vocabulary of this library: disciplines, venues, imported ranks and learned terms. */
export async function loadVocabulary(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<Vocabulary> {
  const [{ ranked, counted }, { terms, termsAndWords }] = await Promise.all([
    getRankLookup(ctx),
    getKnownTerms(ctx),
  ])
  return { subject: subjectCode, source: venueWords, ranked, ranks: counted, terms, words: termsAndWords }
}
