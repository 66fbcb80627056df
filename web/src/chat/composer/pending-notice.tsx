import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { useOutsideNotice } from './use-outside-notice.ts'

const OutsideNotice = lazyPart(() => import('./outside-notice.tsx').then((m) => m.OutsideNotice))

/**
 * Renders the notice that the question would be sent to an outside model, or nothing while no question waits. Its code
 * is loaded when it is first needed.
 */
export function PendingNotice({ notice }: Pick<ReturnType<typeof useOutsideNotice>, 'notice'>) {
  if (!notice) return null
  return (
    <Suspense>
      <OutsideNotice {...notice} />
    </Suspense>
  )
}
