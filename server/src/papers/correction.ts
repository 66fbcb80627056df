import type { PaperIndex } from '../search/port.ts'
import type { ParsedQuery } from '../search/query/query.ts'

const SHORTEST = 4
const WORDS = 8
/** A correction is offered when its word is this many times as frequent. */
const TIMES = 10

/** A word in more papers than this, and than one in a thousand, is no slip of the pen: looking for a better one is dear. */
const KNOWN = 10
const KNOWN_SHARE = 0.001
const LOOKED_AT = 1_000

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
  return (await betterWord(index, folded)) ?? word
}

/** Words whose corrections are kept, until the library changes. */
const MOST_KEPT = 5_000
interface Kept {
  change: number
  byWord: Map<string, Promise<string | null>>
}
const kept = new WeakMap<PaperIndex, Kept>()

function betterWord(index: PaperIndex, word: string): Promise<string | null> {
  const { change } = index.state()
  let own = kept.get(index)
  if (own?.change !== change || own.byWord.size >= MOST_KEPT) {
    own = { change, byWord: new Map() }
    kept.set(index, own)
  }
  const { byWord } = own
  const known = byWord.get(word)
  if (known) return known
  const found = findBetter(index, word)
  byWord.set(word, found)
  found.catch(() => byWord.delete(word))
  return found
}

async function findBetter(index: PaperIndex, word: string): Promise<string | null> {
  // More frequent ones may begin with it.
  const longer = await index.wordsWith(word, LOOKED_AT)
  const own = longer.find((each) => each.word === word)?.papers ?? 0
  if (own > Math.max(KNOWN, index.state().papers * KNOWN_SHARE)) return null
  const [best] = await index.wordsLike(word, 1)
  return best && best.papers >= Math.max(2, own * TIMES) ? best.word : null
}
