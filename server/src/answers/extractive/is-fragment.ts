import type { Evidence } from '../../retrieval/index.ts'

/** A quote with a smaller share of letters is a row of figures. */
const MIN_LETTER_SHARE = 0.4
/** More parts separated by semicolons, without a full stop, are a list of keywords. */
const MAX_SEPARATED_PARTS = 2
/** The end of a sentence, with closing quotes and brackets. */
const SENTENCE_END = /[。.!?！？…]["'”’」』）)]*$/u

/**
 * Returns whether text of a file is no sentence: its title again, keywords, a row of figures, the rest of a cut
 * sentence.
 */
export function isFragment(
  { field, work, passage }: Pick<Evidence, 'field' | 'work'> & { passage: { text: string } },
  quote: string,
): boolean {
  if (field !== 'full_text') return false
  const letters = lettersOnly(quote)
  return (
    letters.length < quote.replaceAll(/\s/g, '').length * MIN_LETTER_SHARE ||
    // The only sentence of a file may be its title.
    (letters === lettersOnly(work.title) && passage.text.trim().length > quote.length) ||
    (!SENTENCE_END.test(quote) && quote.split(/[;；]/).length > MAX_SEPARATED_PARTS) ||
    // Names such as `word2vec` and `iPSC` may begin a sentence.
    /^\p{Ll}+(?:\s|$)/u.test(quote)
  )
}

const lettersOnly = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')
