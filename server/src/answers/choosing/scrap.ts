import type { Evidence } from '../../retrieval/index.ts'

const LEAST_LETTERS = 0.4
const MOST_SEPARATED = 2
const ENDED = /[。.!?！？…]["'”’」』）)]*$/u

/** What a file has besides sentences: its title once more, its keywords, a row of figures, the rest of a cut sentence. */
export function isScrap(
  { field, work, passage }: Pick<Evidence, 'field' | 'work'> & { passage: { text: string } },
  quote: string,
): boolean {
  if (field !== 'full_text') return false
  const letters = lettersOf(quote)
  return (
    letters.length < quote.replaceAll(/\s/g, '').length * LEAST_LETTERS ||
    // A file of one sentence is called that, and says it.
    (letters === lettersOf(work.title) && passage.text.trim().length > quote.length) ||
    (!ENDED.test(quote) && quote.split(/[;；]/).length > MOST_SEPARATED) ||
    // Names such as `word2vec` and `iPSC` may begin a sentence.
    /^\p{Ll}+(?:\s|$)/u.test(quote)
  )
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')
