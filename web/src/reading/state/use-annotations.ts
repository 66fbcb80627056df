import { api } from '@scinav/contract'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { create } from 'zustand'
import { readOptions, useRead } from '../../api/use-read.ts'
import type { Annotation, Target } from './target.ts'

/** As many as one call answers. */
const PART = 500

const joined = (results: { data?: { list: Annotation[] } | undefined }[]): Annotation[] =>
  results.flatMap(({ data }) => data?.list ?? [])

/** Annotations that show no more and are about to be deleted. */
export const useLeaving = create<{ ids: string[] }>()(() => ({ ids: [] }))

/** All annotations of a text in its order; the first five hundred are there before the rest. */
export function useAnnotations(target: Target) {
  const first = useRead(api.annotations.list, { ...target, limit: PART })
  const parts = Math.ceil((first.data?.total ?? 0) / PART)
  const rest = useQueries({
    queries: Array.from({ length: Math.max(0, parts - 1) }, (_, at) =>
      readOptions(api.annotations.list, { ...target, from: (at + 1) * PART, limit: PART }),
    ),
    combine: joined,
  })
  const { data: begun, error, refetch } = first
  const leaving = useLeaving(({ ids }) => ids)
  const data = useMemo(() => {
    if (!begun || rest.length + leaving.length === 0) return begun
    const list = [...begun.list, ...rest]
    const left = list.filter(({ id }) => !leaving.includes(id))
    return { ...begun, list: left, total: begun.total - (list.length - left.length) }
  }, [begun, rest, leaving])
  return { data, error, refetch }
}
