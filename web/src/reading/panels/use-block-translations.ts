import { api } from '@scinav/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Failure } from '../../api/call.ts'
import { readOptions } from '../../api/use-read.ts'
import type { ReadingTarget, TextBlock } from '../state/target.ts'

/** A language that the reader can translate into. */
export type TranslationLanguage = 'zh' | 'en'

/** Number of blocks sent to the model at a time. */
const TRANSLATE_BATCH_SIZE = 8
/** Number of blocks per read of existing translations. */
const READ_BATCH_SIZE = 20

/**
 * Returns the translations of blocks, by ordinal, and the function that translates the missing ones in batches; it
 * stops at the first `failure` and can be called again. The existing ones are read at once. `done` is the number of
 * blocks translated so far; undefined while nothing is being translated.
 */
export function useBlockTranslations(
  target: ReadingTarget,
  language: TranslationLanguage,
  blocks: readonly TextBlock[],
) {
  const cache = useQueryClient()
  const ordinals = blocks.map(({ ordinal }) => ordinal)
  const [done, setDone] = useState<number>()
  const [failure, setFailure] = useState<Failure>()
  const reads = Array.from({ length: Math.ceil(ordinals.length / READ_BATCH_SIZE) }, (_, index) => ({
    ...target,
    ordinals: ordinals.slice(index * READ_BATCH_SIZE, (index + 1) * READ_BATCH_SIZE),
    target: language,
    kept_only: true,
  }))
  const existing = useQueries({ queries: reads.map((input) => readOptions(api.reading.translate, input)) })
  const translations = existing.flatMap(({ data }) => data?.list ?? [])
  const texts = new Map(
    translations.flatMap(({ ordinal, text }) => (text === null ? [] : [[ordinal, text] as const])),
  )

  const translate = async () => {
    setFailure(undefined)
    const missing = ordinals.filter((ordinal) => !texts.has(ordinal))
    for (let start = 0; start < missing.length; start += TRANSLATE_BATCH_SIZE) {
      setDone(ordinals.length - missing.length + start)
      const batch = missing.slice(start, start + TRANSLATE_BATCH_SIZE)
      const answer = await call(api.reading.translate, { ...target, ordinals: batch, target: language })
      if (!answer.success) {
        setFailure(answer)
        break
      }
      // Repeats the reads that contain a block of the batch: they now return its translation.
      for (const input of reads.filter(({ ordinals }) => batch.some((ordinal) => ordinals.includes(ordinal))))
        await cache.invalidateQueries({ queryKey: readOptions(api.reading.translate, input).queryKey })
    }
    setDone(undefined)
  }
  return { texts, done, failure, translate: () => void translate() }
}
