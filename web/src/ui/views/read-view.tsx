import type { ComponentProps, ReactNode } from 'react'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { EmptyView, FailedView } from './state-view.tsx'

/** The part of a query that decides which state is rendered. */
interface Query<Data> {
  data: Data | undefined
  error: (Error & { failure?: { code: number; problem: string; request_id?: string } }) | null
  refetch: () => unknown
}

interface Props<Data> {
  /** The read whose state is rendered, as `useRead` returns it. */
  of: Query<Data>
  /** What is read, for the message 「文献加载失败」. */
  what: string
  /** Whether `empty` is shown instead of the data. */
  isEmpty?: (data: Data) => boolean
  empty?: ComponentProps<typeof EmptyView>
  /** Shown while loading, in the shape of the result; rows when absent. */
  skeleton?: ReactNode
  /** Renders the data. */
  children: (data: Data) => ReactNode
}

/**
 * Renders one of the four states of a read: loading, failed, empty, ready. Data read earlier stays visible after a
 * failure.
 */
export function ReadView<Data>({ of, what, isEmpty, empty, skeleton, children }: Props<Data>) {
  if (of.data === undefined && of.error)
    return (
      <FailedView
        title={`${what}加载失败`}
        note={of.error.message}
        action={{ name: '重试', run: () => void of.refetch() }}
        {...detailsOf(of.error)}
      />
    )
  if (of.data === undefined) return skeleton ?? <RowsSkeleton />
  if (empty && isEmpty?.(of.data)) return <EmptyView {...empty} />
  return <>{children(of.data)}</>
}

/** Returns what a user can report to the operator: request id, problem and time. */
function detailsOf({ failure }: NonNullable<Query<unknown>['error']>) {
  if (!failure) return {}
  const parts = [
    failure.request_id && `请求 ${failure.request_id}`,
    failure.problem,
    new Date().toLocaleTimeString('zh-CN'),
  ]
  return { details: parts.filter(Boolean).join(' · ') }
}
