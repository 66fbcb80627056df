import { type ComponentType, lazy } from 'react'

/** Delays before each retry, in milliseconds; together about as long as a server takes to restart. */
const RETRY_DELAYS_MS = [300, 1_000, 3_000, 6_000]

/** Loads a code chunk and retries on failure: the network may be down for a moment, or the server restarting. */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const wait of RETRY_DELAYS_MS) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return load()
}

/**
 * Creates a component whose code is loaded when it is first rendered.
 *
 * @param fallback replaces the component when its code cannot be loaded; without it, the error boundary of the screen
 *   reports the failure
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, fallback?: ComponentType<Props>) {
  return lazy(async () => {
    const component = fetchPart(load)
    return { default: await (fallback ? component.catch(() => fallback) : component) }
  })
}
