import { toast, useToasts } from './toast.state.ts'

/** The pending actions; called with `leaving` true while the page unloads. */
const pendingWork = new Set<(leaving: boolean) => void>()

/**
 * Reports an action as done, and runs it when the toast that offers 撤销 disappears or the page unloads. `over` is called
 * once `run` has settled, or at once when the action was undone.
 */
export function doLater(text: string, run: (leaving: boolean) => Promise<unknown>, over: () => void): void {
  const finish = (leaving: boolean) => {
    if (pendingWork.delete(finish)) void run(leaving).finally(over)
  }
  const undo = () => {
    if (pendingWork.delete(finish)) over()
  }
  pendingWork.add(finish)
  toast(text, { undo })
  const stop = useToasts.subscribe(({ toasts }) => {
    if (toasts.some((other) => other.undo === undo)) return
    stop()
    finish(false)
  })
}

addEventListener('pagehide', () => {
  for (const finish of pendingWork) finish(true)
})
