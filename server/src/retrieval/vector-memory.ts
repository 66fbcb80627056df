/** A stored vector: float32, of length 1. */
export interface StoredVector {
  passage_id: string
  paper_id: string
  vector: Float32Array
}

/** A passage and its similarity to a query. */
export interface NearPassage {
  passage_id: string
  paper_id: string
  /** The cosine similarity, −1 to 1. */
  cosine: number
}

/** A query for the nearest passages. */
export interface NearRequest {
  /** Forms of the query, each a vector of length 1; the similarity to the nearest form counts. */
  query_vectors: Float32Array[]
  /** Ids of the papers to search; null for all. */
  scope: string[] | null
  /** Maximum number of passages to return. */
  most: number
}

/**
 * Creates an in-memory store of vectors, one per passage (the last added), which compares each query with all: O(n ·
 * d).
 */
export function createVectorMemory() {
  const stored = new Map<string, StoredVector>()
  return {
    /** Adds vectors; one of a passage that has one replaces it. */
    add(rows: StoredVector[]): void {
      for (const row of rows) stored.set(row.passage_id, row)
    },
    /** Returns the nearest passages, nearest first. */
    nearest({ query_vectors, scope, most }: NearRequest): NearPassage[] {
      const papers = scope && new Set(scope)
      const best: NearPassage[] = []
      for (const { passage_id, paper_id, vector } of stored.values()) {
        if (papers && !papers.has(paper_id)) continue
        const cosine = Math.max(...query_vectors.map((each) => dot(each, vector)))
        insertBest(best, { passage_id, paper_id, cosine }, most)
      }
      return best
    },
  }
}

/** Inserts a passage into a list sorted by falling cosine, keeping at most `most` entries. */
function insertBest(best: NearPassage[], near: NearPassage, most: number): void {
  if (best.length >= most && near.cosine <= (best.at(-1)?.cosine ?? -1)) return
  const at = best.findIndex(({ cosine }) => cosine < near.cosine)
  best.splice(at < 0 ? best.length : at, 0, near)
  if (best.length > most) best.pop()
}

/** Returns the dot product; −1 for vectors of different lengths, which another model made under the same name. */
function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return -1
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** Returns the vector scaled to length 1; a zero vector stays zero. */
export function normalizeVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}
