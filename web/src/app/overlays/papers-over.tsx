import { Suspense } from 'react'
import { usePaperDeed } from '../../paper/paper-deeds.state.ts'
import { usePaperAddress } from '../../paper/use-paper-address.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const PaperDrawer = lazyPart(() => import('../../paper/record/paper-drawer.tsx').then((m) => m.PaperDrawer))
const PaperDeeds = lazyPart(() => import('../../paper/dialogs/paper-deeds.tsx').then((m) => m.PaperDeeds))

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
