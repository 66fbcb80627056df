import type { Failure } from '../api/call.ts'
import { FailedView } from '../ui/views/failed-view.tsx'
import { RowsSkeleton } from '../ui/views/rows-skeleton.tsx'

interface Props {
  failure: Failure | undefined
  again: () => void
}

/** Stands where a chat is being opened, and says so where it was not. */
export function ChatOpening({ failure, again }: Props) {
  if (!failure) return <RowsSkeleton />
  return <FailedView title="对话没有打开" note={failure.message} action={{ name: '重试', run: again }} />
}
