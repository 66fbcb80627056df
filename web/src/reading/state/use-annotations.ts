import { api } from '@scinav/contract'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { create } from 'zustand'
import { readOptions, useRead } from '../../api/use-read.ts'
import type { Annotation, ReadingTarget } from './target.ts'

/** Number of annotations in one response. */
const PAGE_SIZE = 500

const joinPages = (results: { data?: { list: Annotation[] } | undefined }[]): Annotation[] =>
  results.flatMap(({ data }) => data?.list ?? [])

/** Annotations that are hidden because they are about to be deleted. */
export const usePendingDeletions = create<{ ids: string[] }>()(() => ({ ids: [] }))

/** Reads all annotations of a text in order; the first page is returned before the others have loaded. */
export function useAnnotations(target: ReadingTarget) {
  const first = useRead(api.annotations.list, { ...target, limit: PAGE_SIZE })
  const pageCount = Math.ceil((first.data?.total ?? 0) / PAGE_SIZE)
  const rest = useQueries({
    queries: Array.from({ length: Math.max(0, pageCount - 1) }, (_, index) =>
      readOptions(api.annotations.list, { ...target, from: (index + 1) * PAGE_SIZE, limit: PAGE_SIZE }),
    ),
    combine: joinPages,
  })
  const { data: firstPage, error, refetch } = first
  const deletedIds = usePendingDeletions(({ ids }) => ids)
  const data = useMemo(() => {
    if (!firstPage || rest.length + deletedIds.length === 0) return firstPage
    const all = [...firstPage.list, ...rest]
    const list = all.filter(({ id }) => !deletedIds.includes(id))
    return { ...firstPage, list, total: firstPage.total - (all.length - list.length) }
  }, [firstPage, rest, deletedIds])
  return { data, error, refetch }
}
