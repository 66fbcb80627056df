import { Suspense } from 'react'
import { usePaperAddress } from '../../paper/addresses.ts'
import { usePaperAction } from '../../paper/paper-action.state.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const PaperDrawer = lazyPart(() => import('../../paper/record/paper-drawer.tsx').then((m) => m.PaperDrawer))
const PaperDialogs = lazyPart(() =>
  import('../../paper/dialogs/paper-dialogs.tsx').then((m) => m.PaperDialogs),
)

/** Renders the paper of `?paper=` over any screen, and above it the dialog of the running paper action. */
export function PaperOverlays() {
  const { paper, close } = usePaperAddress()
  const action = usePaperAction((state) => state.action)
  return (
    <>
      {paper && (
        <Suspense>
          <PaperDrawer id={paper} onClose={close} />
        </Suspense>
      )}
      {action && (
        <Suspense>
          <PaperDialogs action={action} />
        </Suspense>
      )}
    </>
  )
}
