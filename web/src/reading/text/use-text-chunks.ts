import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { readOptions } from '../../api/use-read.ts'
import type { ReadingTarget, TextBlock } from '../state/target.ts'

/** Number of blocks in a chunk; their ordinals are consecutive. */
export const CHUNK_BLOCKS = 100

/** Returns the number of the chunk, from 0, that contains a block. */
export const chunkOf = (ordinal: number): number => Math.floor(ordinal / CHUNK_BLOCKS)

/** Returns the input that reads a chunk. */
export const chunkInput = (target: ReadingTarget, chunk: number) => ({
  ...target,
  after: chunk * CHUNK_BLOCKS - 1,
  limit: CHUNK_BLOCKS,
})

/** The text, read in chunks from the cache or the server. */
export interface ChunkedText {
  /** Number of chunks. */
  count: number
  /** Returns the blocks of a chunk, numbered from 0; rejects when the server does not answer. */
  fetchChunk: (chunk: number) => Promise<readonly TextBlock[]>
  /** Returns a block that has loaded; undefined for any other. */
  blockOf: (ordinal: number) => TextBlock | undefined
}

/** Reads the chunks of a text; each is read once while the text is open. */
export function useChunkedText(target: ReadingTarget, block_count: number): ChunkedText {
  const cache = useQueryClient()
  const optionsOf = useCallback(
    (chunk: number) => readOptions(api.reading.blocks, chunkInput(target, chunk)),
    [target],
  )
  return useMemo(
    () => ({
      count: Math.ceil(block_count / CHUNK_BLOCKS),
      fetchChunk: async (chunk) =>
        (await cache.fetchQuery({ ...optionsOf(chunk), staleTime: Number.POSITIVE_INFINITY })).list,
      blockOf: (ordinal) =>
        cache
          .getQueryData(optionsOf(chunkOf(ordinal)).queryKey)
          ?.list.find((block) => block.ordinal === ordinal),
    }),
    [cache, optionsOf, block_count],
  )
}

/**
 * Returns the ordinal of the last block that does not lie after a target, or of the first block when all do. `isAfter`
 * tells whether a block does; it must be false for all blocks up to the target and true for all later ones. A binary
 * search over the first blocks of chunks finds the chunk; a chunk that cannot be read rejects.
 */
export async function blockAt(
  { count, fetchChunk }: ChunkedText,
  isAfter: (block: TextBlock) => boolean,
): Promise<number> {
  let low = 0
  let high = Math.max(0, count - 1)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [first] = await fetchChunk(middle)
    if (first && !isAfter(first)) low = middle
    else high = middle - 1
  }
  const chunk = await fetchChunk(low)
  const last = chunk.findLast((block) => !isAfter(block)) ?? chunk[0]
  return last?.ordinal ?? 0
}

/**
 * Reads the whole text chunk by chunk while `isWanted`, for features that need all of it. Returns the blocks read
 * so far, and the number of their chunks.
 */
export function useWholeText(text: ChunkedText, isWanted: boolean) {
  const [progress, setProgress] = useState<WholeTextProgress>()
  useEffect(() => {
    if (!isWanted) return
    let isCancelled = false
    const run = async () => {
      const blocks: TextBlock[] = []
      for (let chunk = 0; chunk < text.count && !isCancelled; chunk += 1) {
        blocks.push(...(await text.fetchChunk(chunk)))
        if (!isCancelled) setProgress({ text, blocks: [...blocks], chunks: chunk + 1 })
      }
    }
    // Reading ends at a chunk that fails; the chunk itself reports the failure where it is shown.
    run().catch(() => undefined)
    return () => {
      isCancelled = true
    }
  }, [text, isWanted])
  // What was read of another text does not count.
  return progress?.text === text ? progress : { blocks: NO_BLOCKS, chunks: 0 }
}

interface WholeTextProgress {
  text: ChunkedText
  blocks: readonly TextBlock[]
  /** Number of chunks read. */
  chunks: number
}

const NO_BLOCKS: readonly TextBlock[] = []
