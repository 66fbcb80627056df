import { toast, useToasts } from './toast.state.ts'

/** What is still to be done; `leaving` while the page is being left. */
const pendingWork = new Set<(leaving: boolean) => void>()

/**
 * Says that something is done, and does it when the toast that offers 撤销 goes, or when the page is left. `over` follows
 * once `run` has ended, or at once where it was taken back.
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
