import { registerHooks } from 'node:module'

let count = 0

/**
 * Loads a module again, and those that it imports by relative paths, so that they have none of the state that other
 * tests of the process have left.
 */
export async function importFresh<T>(module: URL): Promise<T> {
  count += 1
  const mark = `?fresh=${count}`
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const isWithin = context.parentURL?.endsWith(mark) && specifier.startsWith('.')
      return isWithin ? { ...found, url: found.url + mark } : found
    },
  })
  try {
    return await import(module.href + mark)
  } finally {
    hooks.deregister()
  }
}
