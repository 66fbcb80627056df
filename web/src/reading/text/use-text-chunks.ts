import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { readOptions } from '../../api/use-read.ts'
import type { ReadingTarget, TextBlock } from '../state/target.ts'

/** So many blocks come at a time; their numbers follow each other without a gap. */
export const CHUNK_BLOCKS = 100

/** The chunk that a block is in. */
export const chunkOf = (ordinal: number): number => Math.floor(ordinal / CHUNK_BLOCKS)

/** What asks for a chunk. */
export const chunkInput = (target: ReadingTarget, chunk: number) => ({
  ...target,
  after: chunk * CHUNK_BLOCKS - 1,
  limit: CHUNK_BLOCKS,
})

/** The text of what is read, chunk by chunk, from the cache or the server. */
export interface ChunkedText {
  /** How many chunks there are. */
  count: number
  fetchChunk: (chunk: number) => Promise<readonly TextBlock[]>
  /** A block that has come. */
  blockOf: (ordinal: number) => TextBlock | undefined
}

/** Reads chunks of a text; each is read once while it is open. */
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

/** The number of the block where something begins: the last one that does not stand behind it. */
export async function blockAt(
  { count, fetchChunk }: ChunkedText,
  isBehind: (block: TextBlock) => boolean,
): Promise<number> {
  let [low, high] = [0, Math.max(0, count - 1)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [first] = await fetchChunk(middle)
    if (first && !isBehind(first)) low = middle
    else high = middle - 1
  }
  const chunk = await fetchChunk(low)
  const at = chunk.findLast((block) => !isBehind(block)) ?? chunk[0]
  return at?.ordinal ?? 0
}

/** All of a text, for what has to look at all of it: comes chunk after chunk while it is wanted. */
export function useWholeText(text: ChunkedText, wanted: boolean) {
  const [read, setRead] = useState<{ of: ChunkedText; blocks: readonly TextBlock[]; chunks: number }>()
  useEffect(() => {
    if (!wanted) return
    let left = false
    const run = async () => {
      const blocks: TextBlock[] = []
      for (let chunk = 0; chunk < text.count && !left; chunk += 1) {
        blocks.push(...(await text.fetchChunk(chunk)))
        if (!left) setRead({ of: text, blocks: [...blocks], chunks: chunk + 1 })
      }
    }
    // What could not be read is not looked at; the chunk itself says so where it is shown.
    run().catch(() => undefined)
    return () => {
      left = true
    }
  }, [text, wanted])
  return read?.of === text ? read : { blocks: NO_BLOCKS, chunks: 0 }
}

const NO_BLOCKS: readonly TextBlock[] = []
