import { lazy, Suspense } from 'react'
import { usePaperDeed } from '../ui/paper/paper-deeds.state.ts'
import { usePaperAddress } from '../ui/paper/use-paper-address.ts'

const PaperDrawer = lazy(() =>
  import('../ui/paper/paper-drawer.tsx').then((m) => ({ default: m.PaperDrawer })),
)
const PaperDeeds = lazy(() => import('../ui/paper/paper-deeds.tsx').then((m) => ({ default: m.PaperDeeds })))

/** The paper of `?paper=` over any screen, and above it what is being done with papers. */
export function PapersOver() {
  const { paper, close } = usePaperAddress()
  const deed = usePaperDeed((state) => state.deed)
  return (
    <>
      {paper && (
        <Suspense>
          <PaperDrawer id={paper} onClose={close} />
        </Suspense>
      )}
      {deed && (
        <Suspense>
          <PaperDeeds deed={deed} />
        </Suspense>
      )}
    </>
  )
}
