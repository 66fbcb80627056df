/** A vector as it is stored: float32 of length 1. */
export interface StoredVector {
  passage_id: string
  paper_id: string
  vector: Float32Array
}

/** A passage near a question. */
export interface NearPassage {
  passage_id: string
  paper_id: string
  /** −1 to 1. */
  cosine: number
}

export interface NearRequest {
  /** What is asked in one form or several, each of length 1; a passage is as near as to the nearest of them. */
  wanted: Float32Array[]
  /** Papers that count; null for all. */
  scope: string[] | null
  most: number
}

/** Vectors in memory, compared exactly with each question. A passage has one: the last that was added. */
export function createVectorMemory() {
  const stored = new Map<string, StoredVector>()
  return {
    add(rows: StoredVector[]): void {
      for (const row of rows) stored.set(row.passage_id, row)
    },
    nearest({ wanted, scope, most }: NearRequest): NearPassage[] {
      const papers = scope && new Set(scope)
      const best: NearPassage[] = []
      for (const { passage_id, paper_id, vector } of stored.values()) {
        if (papers && !papers.has(paper_id)) continue
        const cosine = Math.max(...wanted.map((each) => dot(each, vector)))
        insertBest(best, { passage_id, paper_id, cosine }, most)
      }
      return best
    },
  }
}

/** Puts a passage where it belongs in a list that falls, if it belongs there. */
function insertBest(best: NearPassage[], near: NearPassage, most: number): void {
  if (best.length >= most && near.cosine <= (best.at(-1)?.cosine ?? -1)) return
  const at = best.findIndex(({ cosine }) => cosine < near.cosine)
  best.splice(at < 0 ? best.length : at, 0, near)
  if (best.length > most) best.pop()
}

/** Vectors of another length, made by another model under the same name, are near to nothing. */
function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return -1
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** A vector of length 1 in the same direction; zeros stay. */
export function normalizeVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}
