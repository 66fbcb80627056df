import type { Evidence } from './evidence.ts'

/** Numbers sources from 1 in the order of first use; passages of one source share its number. */
export interface Numbering {
  numberOf: (evidence: Pick<Evidence, 'source_id'>) => number
}

/** Creates an empty numbering. */
export function createNumbering(): Numbering {
  const numbers = new Map<string, number>()
  return {
    numberOf: ({ source_id }) => {
      const known = numbers.get(source_id)
      if (known) return known
      numbers.set(source_id, numbers.size + 1)
      return numbers.size
    },
  }
}
