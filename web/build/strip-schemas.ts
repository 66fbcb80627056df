import type { Plugin } from 'vite'

/** Id of the virtual module that replaces `zod`; the `\0` keeps other plugins from resolving it. */
const STUB = '\0without-schemas'
const CONTRACT_MODULE = /[\\/]contract[\\/]src[\\/]/

/** A node of the syntax tree; `start` and `end` are offsets in the source. */
interface SyntaxNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/**
 * Removes the contract's schemas from the browser build: only the server validates inputs and outputs, and loading and
 * constructing the schemas of every call delays each start. Modules of the contract get a `z` whose members all return
 * itself, and every expression that begins with `z.` becomes `z`; paths, methods and texts are unchanged.
 */
export function stripSchemas(): Plugin[] {
  return [
    {
      name: 'without-schemas',
      apply: 'build',
      enforce: 'pre',
      resolveId(source, importer) {
        return source === 'zod' && importer && CONTRACT_MODULE.test(importer) ? STUB : null
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
    },
    {
      name: 'without-schema-expressions',
      apply: 'build',
      transform(code, id) {
        if (!CONTRACT_MODULE.test(id)) return null
        const spans = schemaSpans(this.parse(code) as unknown as SyntaxNode)
        const shortened = spans.reduceRight(
          (text, { start, end }) => `${text.slice(0, start)}z${text.slice(end)}`,
          code,
        )
        return { code: shortened, map: null }
      },
    },
  ]
}

/** Returns the outermost expressions that begin with `z.`, in the order of the source. */
function schemaSpans(node: SyntaxNode): SyntaxNode[] {
  if (isSchema(node) && node.type !== 'Identifier') return [node]
  return childrenOf(node).flatMap(schemaSpans)
}

/** Whether an expression is `z`, a member of a schema, or a call of one. */
function isSchema({ type, name, object, callee }: SyntaxNode): boolean {
  if (type === 'Identifier') return name === 'z'
  if (type === 'MemberExpression') return isSchema(object as SyntaxNode)
  return type === 'CallExpression' && isSchema(callee as SyntaxNode)
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode)
