import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { usePaperDeed } from '../ui/paper/paper-deeds.state.ts'
import { usePaperAddress } from '../ui/paper/use-paper-address.ts'

const PaperDrawer = lazyPart(() => import('../ui/paper/paper-drawer.tsx').then((m) => m.PaperDrawer))
const PaperDeeds = lazyPart(() => import('../ui/paper/paper-deeds.tsx').then((m) => m.PaperDeeds))

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
