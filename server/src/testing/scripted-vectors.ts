const DIMENSIONS = 64

/** Returns the Latin words of a text and its pairs of Chinese characters, in lower case. */
function textWords(text: string): string[] {
  const latin = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const han = [...text.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair = '']) => pair)
  return [...latin, ...han]
}

/** Computes the 32-bit FNV-1a hash. */
function fnv1aHash(word: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}

/** Returns a deterministic unit vector of a text; texts that share words are near each other. */
export function textVector(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  for (const word of textWords(text)) {
    const at = fnv1aHash(word) % DIMENSIONS
    vector[at] = (vector[at] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** Ranks documents like a reranker, best first, by the share of the query's words that each contains. */
export function rankByWords(query: string, documents: string[]) {
  const wanted = new Set(textWords(query))
  const results = documents.map((text, index) => {
    const shared = new Set(textWords(text).filter((word) => wanted.has(word))).size
    return { index, relevance_score: shared / Math.max(1, wanted.size) }
  })
  return results.sort((one, other) => other.relevance_score - one.relevance_score || one.index - other.index)
}
