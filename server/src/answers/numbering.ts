import type { Evidence } from './evidence.ts'

/** Gives sources their numbers at first use; the passages of one paper share theirs. */
export interface Numbering {
  numberOf: (evidence: Pick<Evidence, 'paper_id'>) => number
}

export function createNumbering(): Numbering {
  const numbers = new Map<string, number>()
  return {
    numberOf: ({ paper_id }) => {
      const known = numbers.get(paper_id)
      if (known) return known
      numbers.set(paper_id, numbers.size + 1)
      return numbers.size
    },
  }
}
