import type { PaperIndex } from '../search/port.ts'
import type { ParsedQuery } from '../search/query/query.ts'

const SHORTEST = 4
const WORDS = 8
/** A correction is offered when its word is this many times as frequent. */
const TIMES = 10

/** The query with its rare Latin words replaced by frequent ones like them; null where nothing is better. */
export async function correct(index: PaperIndex, { query, words }: ParsedQuery): Promise<string | null> {
  if (query.kind !== 'word' && query.kind !== 'and') return null
  const written = words.flatMap((word) => word.split(/\s+/)).slice(0, WORDS)
  const corrected = await Promise.all(written.map((word) => correctWord(index, word)))
  const better = corrected.join(' ')
  return better === written.join(' ') ? null : better
}

async function correctWord(index: PaperIndex, word: string): Promise<string> {
  const folded = word.normalize('NFKC').toLowerCase()
  if (!/^[a-z]+$/.test(folded) || folded.length < SHORTEST) return word
  const [same] = await index.wordsWith(folded, 1)
  const own = same?.word === folded ? same.papers : 0
  const [best] = await index.wordsLike(folded, 1)
  return best && best.papers >= Math.max(2, own * TIMES) ? best.word : word
}
