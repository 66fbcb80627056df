import type { Cite, CitePosition } from './cite-state.ts'

/** The cites at one place of a text. */
export interface CitationCluster {
  cites: Cite[]
  /** The number of the note; 0 or absent for citations in the text. */
  noteIndex?: number
}

/** Where a cite stands in relation to earlier ones of the same reference. */
export interface PositionedCite {
  position: CitePosition
  /** Whether the last earlier cite is near enough for a short form. */
  isNearNote: boolean
  /** The note of the first cite of the reference; undefined for the first cite itself. */
  firstNote: number | undefined
}

/** The notes of the first and the last cite of a reference so far; 0 for cites in the text. */
interface EarlierCites {
  firstNote: number
  lastNote: number
}

/**
 * Returns for each cite of a text whether it is the first of its reference, repeats the one before it, or comes later:
 * one list per cluster, with one entry per cite in its order. Clusters must be in the order of the text.
 *
 * Source: CSL 1.0.2, specification, "Choose", attribute `position`.
 *
 * @param nearNoteDistance how many notes apart two cites may be to be near each other.
 */
export function findPositions(
  clusters: readonly CitationCluster[],
  nearNoteDistance: number,
): PositionedCite[][] {
  const earlierById = new Map<string, EarlierCites>()
  return clusters.map(({ cites, noteIndex = 0 }, clusterAt) =>
    cites.map((cite, citeAt): PositionedCite => {
      const earlier = earlierById.get(cite.id)
      const target = ibidTarget(clusters, clusterAt, citeAt)
      // Later cites of the reference see this one.
      earlierById.set(cite.id, { firstNote: earlier?.firstNote ?? noteIndex, lastNote: noteIndex })
      // A position that the caller gives takes precedence.
      if (!earlier) return { position: cite.position ?? 'first', isNearNote: false, firstNote: undefined }
      const position = target?.id === cite.id ? positionAfter(target, cite) : 'subsequent'
      return {
        position: cite.position ?? position,
        isNearNote: noteIndex - earlier.lastNote <= nearNoteDistance,
        firstNote: earlier.firstNote,
      }
    }),
  )
}

/** Returns the cite that "ibid." would refer to, if there is one. */
function ibidTarget(
  clusters: readonly CitationCluster[],
  clusterAt: number,
  citeAt: number,
): Cite | undefined {
  const cluster = clusters[clusterAt]
  if (citeAt > 0) return cluster?.cites[citeAt - 1]
  const previous = precedingCites(clusters, clusterAt)
  const [first] = previous
  // "Ibid." would be ambiguous after cites of several references.
  return previous.every(({ id }) => id === first?.id) ? previous.at(-1) : undefined
}

/**
 * Returns the cites right before a citation: those of the citation before it in the same note or in the text, or all of
 * the note before.
 */
function precedingCites(clusters: readonly CitationCluster[], clusterAt: number): Cite[] {
  const cluster = clusters[clusterAt]
  if (!cluster) return []
  const isNote = noteOf(cluster) > 0
  const previous = clusters
    .slice(0, clusterAt)
    .findLast((candidate) => noteOf(candidate) > 0 === isNote && candidate.cites.length > 0)
  if (!previous) return []
  if (!isNote || noteOf(previous) === noteOf(cluster)) return previous.cites
  if (!isAdjacent(previous, cluster)) return []
  return clusters
    .slice(0, clusterAt)
    .flatMap((candidate) => (noteOf(candidate) === noteOf(previous) ? candidate.cites : []))
}

const noteOf = ({ noteIndex = 0 }: CitationCluster): number => noteIndex

/** Returns whether "ibid." in a note may refer to another: it is the same note or the one before. */
const isAdjacent = (before: CitationCluster, after: CitationCluster): boolean =>
  noteOf(after) <= noteOf(before) + 1

/** Returns the position of a cite right after another one of the same reference. */
function positionAfter(previous: Cite, cite: Cite): CitePosition {
  const hasLocator = (cite.locator ?? '') !== ''
  if ((previous.locator ?? '') === '') return hasLocator ? 'ibid-with-locator' : 'ibid'
  if (!hasLocator) return 'subsequent'
  return hasSameLocator(previous, cite) ? 'ibid' : 'ibid-with-locator'
}

/** Returns whether two cites point to the same page or section; without a label, a locator is a page. */
const hasSameLocator = (a: Cite, b: Cite): boolean =>
  (a.locator ?? '') === (b.locator ?? '') && (a.label ?? 'page') === (b.label ?? 'page')
