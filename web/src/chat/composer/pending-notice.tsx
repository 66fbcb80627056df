import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { useOutsideNotice } from './use-outside-notice.ts'

const OutsideNotice = lazyPart(() => import('./outside-notice.tsx').then((m) => m.OutsideNotice))

/** Renders the notice for a question that would go to an outside model; nothing while none waits. */
export function PendingNotice({ notice }: Pick<ReturnType<typeof useOutsideNotice>, 'notice'>) {
  if (!notice) return null
  return (
    <Suspense>
      <OutsideNotice {...notice} />
    </Suspense>
  )
}
