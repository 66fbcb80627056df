import type { CheckedText } from '../check/check.ts'
import type { SourcedClaim } from './judge-claims.ts'

/** Sources that a text cites together, in one marker or in markers side by side. */
interface CitedGroup {
  /** Number of them, with those that are not in the list. */
  sources: number
}

/** What stands between two markers of one group: `[1]、[2]`, `[1] [2]`. */
const BETWEEN_MARKERS = /^[\s,，、;；]{0,3}$/

/** Returns the group of each marker. */
export function groupCitations({ blocks, markers }: Pick<CheckedText, 'blocks' | 'markers'>): CitedGroup[] {
  const groups: CitedGroup[] = []
  for (const [at, { block, start, entries, unmatched, ambiguous }] of markers.entries()) {
    const before = markers[at - 1]
    const between = before?.block === block && blocks[block]?.text.slice(before.end, start)
    const isBeside = typeof between === 'string' && BETWEEN_MARKERS.test(between)
    const group = (isBeside && groups.at(-1)) || { sources: 0 }
    group.sources += entries.length + unmatched.length + ambiguous.length
    groups.push(group)
  }
  return groups
}

/** Bounds the texts of the other sources that a claim is compared with, in UTF-16 units. */
const MAX_SHARED_CHARS = 20_000

/**
 * Returns claims by group, each with a context that also has the texts of the sources cited together with its own, and
 * whether there are such sources.
 */
export function shareContexts(claims: readonly SourcedClaim[], groups: readonly CitedGroup[]) {
  const together = Map.groupBy(claims, ({ marker }) => groups[marker])
  return [...together].flatMap(([group, members]) => {
    const sharedText = members
      .map(({ context }) => context)
      .join('\n')
      .slice(0, MAX_SHARED_CHARS)
    return members.map((claim) => ({
      claim,
      context: members.length > 1 ? `${claim.context}\n${sharedText}` : claim.context,
      isShared: (group?.sources ?? 0) > 1,
    }))
  })
}
