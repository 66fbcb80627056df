/** Notifies the processes that share a database of changes at once. Delivery is not guaranteed. */
export interface ChangeNotifier {
  tell: (ids: string[]) => Promise<void>
  /**
   * Calls back whenever an id is notified, or a notification may have been missed; returns the function that
   * unsubscribes.
   */
  listen: (id: string, told: () => void) => () => void
  /** Returns whether notifications are being received now. */
  isHearing: () => boolean
  close: () => Promise<void>
}
