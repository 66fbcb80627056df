import { blankWork, type Work } from '@scinav/contract'
import { cutWork } from '../../library/works/index.ts'

/**
 * Maximum size of a work's record as JSON, in bytes: enough for a long abstract with more than a thousand references.
 */
const MAX_RECORD_BYTES = 64 * 1024

/** Successively tighter limits: code points per text, items per list. */
const CUT_LIMITS = [
  { text: 16_384, items: 1_000 },
  { text: 4_096, items: 200 },
  { text: 1_024, items: 50 },
  { text: 256, items: 10 },
]

const jsonBytes = (work: Work) => Buffer.byteLength(JSON.stringify(work))

/**
 * Truncates a record that is too large, dropping references first and then the longest parts. `isCut` tells whether
 * anything was dropped.
 */
export function fitRecord(work: Work): { work: Work; isCut: boolean } {
  const over = jsonBytes(work) - MAX_RECORD_BYTES
  if (over <= 0) return { work, isCut: false }
  const bare = { ...work, reference_ids: [] }
  if (jsonBytes(bare) <= MAX_RECORD_BYTES)
    return { work: withReferences(bare, work.reference_ids), isCut: true }
  for (const limits of CUT_LIMITS) {
    const cut = cutWork({ ...bare, csl: {} }, limits)
    if (jsonBytes(cut) <= MAX_RECORD_BYTES) return { work: cut, isCut: true }
  }
  return { work: blankWork([...work.title].slice(0, 256).join(''), work.resource_type), isCut: true }
}

/** Returns the record with as many of the references as fit. */
function withReferences(bare: Work, references: string[]): Work {
  let left = MAX_RECORD_BYTES - jsonBytes(bare)
  const end = references.findIndex((each) => {
    left -= Buffer.byteLength(JSON.stringify(each)) + 1
    return left < 0
  })
  return { ...bare, reference_ids: end < 0 ? references : references.slice(0, end) }
}
