/** This module finds the records of a JSON text from its beginning. */

/** The number of brackets around the records, and whether the innermost one is a list. */
export interface RecordPlace {
  depth: number
  inList: boolean
}

/**
 * Returns the place of the records in a text that starts with `head`: `[…`, `{"message":{"items":[…`, `{"results":[…`;
 * depth 0 where records simply follow one another.
 */
export function findRecordPlace(head: string): RecordPlace {
  const start = head.trimStart().slice(0, 4000)
  if (start.startsWith('[')) return { depth: 1, inList: true }
  if (/^\{[^{[]*"message"\s*:\s*\{/.test(start)) {
    return /"message-type"\s*:\s*"[a-z]+-list"/.test(start)
      ? { depth: 3, inList: true }
      : { depth: 1, inList: false }
  }
  const wrapped = /^\{\s*"(?:items|results|meta|records|references|data|count|total\w*)"\s*:/.test(start)
  return wrapped ? { depth: 2, inList: true } : { depth: 0, inList: false }
}
