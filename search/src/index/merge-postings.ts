import { readDocs } from './docs.ts'
import { push, reserveRoom } from './growable-array.ts'
import type { Segment } from './layout.ts'
import { readMasks } from './masks.ts'
import { type MergeSource, NO_DOC } from './merge-source.ts'
import { positionsEnd } from './positions.ts'
import {
  addPosting,
  beginPositions,
  createPostings,
  endTermPostings,
  type PostingsWriter,
} from './postings-writer.ts'

/**
 * Creates empty postings for a merge, with room for all data of the segments, which rarely have to grow.
 *
 * @param count number of papers of the merged segment
 */
export function createMergedPostings(segments: Segment[], count: number): PostingsWriter {
  const totalLength = (name: 'docs' | 'impacts' | 'masks' | 'position_blocks' | 'positions') =>
    segments.reduce((total, segment) => total + segment[name].length, 0)
  return createPostings(count, {
    docs: totalLength('docs'),
    impacts: totalLength('impacts'),
    masks: totalLength('masks'),
    position_blocks: totalLength('position_blocks'),
    positions: totalLength('positions'),
  })
}

/**
 * Appends a term with its postings in all segments, segment by segment. A term that is only in deleted papers is
 * omitted.
 *
 * @param sources the segments that contain the term, with cursors at it
 */
export function mergeTerm(sources: MergeSource[], merged: PostingsWriter): void {
  const [firstSource] = sources
  if (!firstSource) return
  const hasPositions = sources.some(sourceHasPositions)
  for (const source of sources) copyPostings(source, hasPositions, merged)
  const { bytes, length } = firstSource.cursor
  endTermPostings(merged, bytes, 0, length, hasPositions)
}

/** Returns whether the current term of a source has positions in its segment. */
const sourceHasPositions = ({ cursor }: MergeSource): boolean => cursor.first_block >= 0

/**
 * Appends the postings of the current term of a source, without deleted papers. The positions of deleted papers are read
 * too, because nothing else tells where those of the next posting begin.
 *
 * @param hasPositions whether the merged term has positions
 */
function copyPostings(source: MergeSource, hasPositions: boolean, merged: PostingsWriter): void {
  const { segment, newDocs, positions, cursor } = source
  const impacts = segment.impacts.subarray(cursor.from, cursor.to)
  const [docs, masks] = [readDocs(segment, cursor), readMasks(segment, cursor)]
  const readsPositions = sourceHasPositions(source)
  let byte = readsPositions ? firstPosition(source) : 0
  for (let posting = 0; posting < cursor.to - cursor.from; posting += 1) {
    const start = byte
    if (readsPositions) byte = positionsEnd(positions, start)
    const doc = newDocs[docs[posting] ?? 0] ?? NO_DOC
    if (doc === NO_DOC) continue
    if (hasPositions) copyPositions(positions, start, byte, merged)
    addPosting(merged, doc, impacts[posting] ?? 0, masks[posting] ?? 0)
  }
}

/** Returns where the positions of the current term of a source begin. */
const firstPosition = ({ segment, cursor }: MergeSource) => segment.position_blocks[cursor.first_block] ?? 0

/**
 * Appends the positions of one posting, the bytes `start` to `end` (exclusive) of `source`. For a segment that has no
 * positions for the term they are empty; then 0, the encoding of no position, is appended.
 */
function copyPositions(source: Uint8Array, start: number, end: number, merged: PostingsWriter): void {
  beginPositions(merged)
  const { positions } = merged
  if (start === end) {
    push(positions, 0)
    return
  }
  const size = end - start
  reserveRoom(positions, size)
  const { array, length } = positions
  for (let at = 0; at < size; at += 1) array[length + at] = source[start + at] ?? 0
  positions.length = length + size
}
