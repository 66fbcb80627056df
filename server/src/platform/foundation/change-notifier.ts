/** How processes that share a database tell each other at once what has changed. What is told may be lost. */
export interface ChangeNotifier {
  tell: (ids: string[]) => Promise<void>
  /** Calls whenever something is told of an id, or may have been told unheard; answers the function that ends it. */
  listen: (id: string, told: () => void) => () => void
  /** Whether what is told is heard now. */
  isHearing: () => boolean
  close: () => Promise<void>
}
