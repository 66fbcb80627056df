import { toast, useToasts } from './toast.state.ts'

/**
 * The pending actions, each a function that carries out the action. They are called with `leaving` true while the page
 * unloads, when only a `keepalive` request still reaches the server.
 */
const pendingWork = new Set<(leaving: boolean) => void>()

/**
 * Reports an action as done, but runs it only when the toast that offers 撤销 disappears or the page unloads. `onSettled`
 * is called once `run` has settled, or at once when the action was undone.
 */
export function doLater(
  text: string,
  run: (leaving: boolean) => Promise<unknown>,
  onSettled: () => void,
): void {
  const finish = (leaving: boolean) => {
    if (pendingWork.delete(finish)) void run(leaving).finally(onSettled)
  }
  const undo = () => {
    if (pendingWork.delete(finish)) onSettled()
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
