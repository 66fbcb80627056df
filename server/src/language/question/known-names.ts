import type { UnderstoodChip } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import type { TextSpan } from '../text/sentences.ts'
import type { ConstraintSpan } from './constraints.ts'
import { findPossibleAuthors, findPossibleVenue } from './possible-names.ts'

/** An author search with more papers than this does not match one person's name. */
const MAX_AUTHOR_PAPERS = 3_000

/** Returns the authors and venues that a question names and the library has. */
export async function findKnownNames(ctx: Context, text: string): Promise<ConstraintSpan[]> {
  const engine = await ctx.library.current()
  const names: ConstraintSpan[] = []
  for (const { name, start, end } of findPossibleAuthors(text)) {
    if (overlapsAny(names, { start, end })) continue
    const { total } = await engine.search({
      query: '',
      conditions: [{ field: 'author', operator: 'equals', value: name, join: 'and' }],
      size: 0,
    })
    if (total === 0 || total > MAX_AUTHOR_PAPERS) continue
    const chip: UnderstoodChip = { kind: 'author', value: name, label: `作者 ${name}` }
    names.push({ start, end, chip, constraint: { author: [name] } })
  }
  const venue = findPossibleVenue(text)
  if (!venue || overlapsAny(names, venue)) return names
  const { total } = await engine.search({ query: '', filters: { source: [venue.name] }, size: 0 })
  if (total === 0) return names
  const chip: UnderstoodChip = { kind: 'venue', value: venue.name, label: `发表于 ${venue.name}` }
  return [...names, { start: venue.start, end: venue.end, chip, constraint: { source: [venue.name] } }]
}

/** Returns whether a span overlaps one of others. */
const overlapsAny = (spans: TextSpan[], { start, end }: TextSpan): boolean =>
  spans.some((other) => start < other.end && other.start < end)
