const DIMENSIONS = 64

/** Words of Latin text and pairs of Chinese characters, in lower case. */
function textWords(text: string): string[] {
  const latin = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const han = [...text.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair = '']) => pair)
  return [...latin, ...han]
}

/** FNV-1a, 32 bits. */
function fnv1aHash(word: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}

/** The same text has the same vector of length 1 for ever; texts that share words lie near each other. */
export function textVector(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  for (const word of textWords(text)) {
    const at = fnv1aHash(word) % DIMENSIONS
    vector[at] = (vector[at] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** Results of a reranker, best first: the share of the query's words that a text has. */
export function rankByWords(query: string, documents: string[]) {
  const wanted = new Set(textWords(query))
  const results = documents.map((text, index) => {
    const shared = new Set(textWords(text).filter((word) => wanted.has(word))).size
    return { index, relevance_score: shared / Math.max(1, wanted.size) }
  })
  return results.sort((one, other) => other.relevance_score - one.relevance_score || one.index - other.index)
}
