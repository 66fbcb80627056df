import type { Plugin } from 'vite'

/** Id of the virtual module that replaces `zod`; the `\0` keeps other plugins from resolving it. */
const STUB = '\0without-schemas'

/**
 * Removes the contract's schemas from the browser build: only the server validates inputs and outputs, and constructing
 * the schemas of every call delays each start. Modules of the contract get a `z` whose members all return itself;
 * paths, methods and texts are unchanged.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === 'zod' && importer && /[\\/]contract[\\/]src[\\/]/.test(importer) ? STUB : null
    },
    load(id) {
      if (id !== STUB) return null
      return `
        const shape = new Proxy(() => shape, {
          get: (_target, key) => (key === 'then' ? undefined : shape),
          apply: () => shape,
        })
        export { shape as z }
      `
    },
  }
}
