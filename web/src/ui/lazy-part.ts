import { type ComponentType, lazy } from 'react'

/** Milliseconds before each new try; together about as long as a server takes to start again. */
const RETRY_DELAYS_MS = [300, 1_000, 3_000, 6_000]

/** Fetches a part of the program. Where that fails it tries again: the network may be away for a moment, the server starting. */
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
 * A component whose code is fetched when it is first shown.
 *
 * @param otherwise stands in where the code cannot be had; without it the screen says that it could not be opened.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, otherwise?: ComponentType<Props>) {
  return lazy(async () => {
    const part = fetchPart(load)
    return { default: await (otherwise ? part.catch(() => otherwise) : part) }
  })
}
