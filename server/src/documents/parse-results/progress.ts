import type { ParseRow } from './parse.store.ts'

/** Where each stage begins and its share of the whole, for typical files. */
const STAGE_SHARES: Record<string, { from: number; part: number }> = {
  read: { from: 0.02, part: 0.48 },
  layout: { from: 0.5, part: 0.1 },
  ocr: { from: 0.6, part: 0.28 },
  split: { from: 0.88, part: 0.02 },
  index: { from: 0.9, part: 0.1 },
}

/** Returns the progress of a parse, 0–1. */
export function parseProgress({
  state,
  stage,
  done,
  total,
}: Pick<ParseRow, 'state' | 'stage' | 'done' | 'total'>): number {
  if (state === 'ready') return 1
  if (state !== 'parsing' && state !== 'indexing') return 0
  const { from, part } = STAGE_SHARES[stage] ?? { from: 0, part: 0 }
  return from + (total > 0 ? Math.min(1, done / total) * part : 0)
}
