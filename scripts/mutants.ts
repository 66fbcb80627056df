import { parseAst } from 'vitest/node'

/** One small change of a source text: what stands there instead, from `start` to `end`. */
export interface Mutant {
  operator: string
  start: number
  end: number
  instead: string
  /** A statement is changed, an expression, or one that a statement begins with. */
  kind: 'statement' | 'expression' | 'beginning'
}

interface AstNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const OPERATORS: Record<string, [operator: string, instead: string]> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '&&': ['boolean', '||'],
  '||': ['boolean', '&&'],
  '??': ['boolean', '&&'],
}
const SWAPPED_METHODS = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
])

/** Types and what is imported: no part of what is done. */
const NON_RUNTIME_NODE =
  /^(?:TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import|ExportAll|TaggedTemplate)/

const isAstNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Keeps a parenthesis from becoming a call of what stands in the line before. */
const EXPRESSION_PREFIX = 'void 0,'

/** Every mutant of a source text, in the order of the text. */
export function findMutants(code: string, tsx: boolean): Mutant[] {
  // It knows TypeScript, and its nodes have a name and a place; its types say only the first.
  const program = parseAst(code, { lang: tsx ? 'tsx' : 'ts' }) as unknown as AstNode
  return collectNodes(program, { key: '', parent: '', begun: -1 }).flatMap(({ node, place }) => {
    const change = mutateNode(node, place, code)
    if (!change) return []
    const [operator, instead] = change
    const { start, end, type } = node
    const leads = start === place.begun
    const kind = type === 'ExpressionStatement' ? 'statement' : leads ? 'beginning' : 'expression'
    return [
      { operator, start, end, kind, instead: kind === 'beginning' ? EXPRESSION_PREFIX + instead : instead },
    ]
  })
}

interface NodeContext {
  /** What the node is to its parent. */
  key: string
  parent: string
  /** Where the statement begins that it stands in. */
  begun: number
}

/** A node that is part of what is done, and those within. */
function collectNodes(node: AstNode, place: NodeContext): { node: AstNode; place: NodeContext }[] {
  if (NON_RUNTIME_NODE.test(node.type)) return []
  const begun = node.type === 'ExpressionStatement' ? node.start : place.begun
  const within = Object.entries(node).flatMap(([key, child]) =>
    [child]
      .flat()
      .filter(isAstNode)
      .flatMap((each) => collectNodes(each, { key, parent: node.type, begun })),
  )
  return [{ node, place }, ...within]
}

type Mutation = [operator: string, instead: string]

function mutateNode(node: AstNode, place: NodeContext, code: string): Mutation | null {
  const text = code.slice(node.start, node.end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return mutateOperator(node, code)
    case 'UnaryExpression':
      return node.operator === '!' ? ['boolean', `(${text.slice(1)})`] : null
    case 'ExpressionStatement':
      return node.directive ? null : ['removed statement', '{}']
    case 'ArrayExpression':
      return text.length > 2 ? ['emptied', '[]'] : null
    case 'TemplateLiteral':
      return text.length > 2 ? ['emptied', '``'] : null
    case 'Literal':
      return mutateLiteral(node, place)
    default:
      return mutateCall(node, text) ?? mutateCondition(place, text)
  }
}

function mutateOperator({ operator, left, right, start, end }: AstNode, code: string): Mutation | null {
  const change = OPERATORS[String(operator)]
  if (!change || !isAstNode(left) || !isAstNode(right)) return null
  // Texts are joined: taking one from the other is no number and says nothing.
  if (operator === '+' && [left, right].some(isText)) return null
  const at = code.indexOf(String(operator), left.end)
  const [before, after] = [code.slice(start, at), code.slice(at + String(operator).length, end)]
  return [change[0], `((${before.trim()}) ${change[1]} (${after.trim()}))`]
}

const isText = ({ type, value, operator, left, right }: AstNode): boolean =>
  type === 'TemplateLiteral' ||
  typeof value === 'string' ||
  (operator === '+' && [left, right].some((side) => isAstNode(side) && isText(side)))

function mutateLiteral({ value }: AstNode, { key, parent }: NodeContext): Mutation | null {
  if (typeof value === 'boolean') return ['boolean', String(!value)]
  const isName = key === 'key' || key === 'source' || parent === 'JSXAttribute'
  return typeof value === 'string' && value !== '' && !isName ? ['emptied', "''"] : null
}

/** `Math.min(a, b)` as `Math.max(a, b)`. */
function mutateCall({ type, callee, start }: AstNode, text: string): Mutation | null {
  if (type !== 'CallExpression' || !isAstNode(callee) || !isAstNode(callee.property)) return null
  const { name, start: from, end: to } = callee.property
  const other = SWAPPED_METHODS.get(String(name))
  return other ? ['swapped', text.slice(0, from - start) + other + text.slice(to - start)] : null
}

function mutateCondition({ key, parent }: NodeContext, text: string): Mutation | null {
  return key === 'test' && parent !== 'SwitchCase' ? ['negated', `!(${text})`] : null
}

/** The text with a mutant in it. */
export const applyMutant = (code: string, { start, end, instead }: Mutant): string =>
  code.slice(0, start) + instead + code.slice(end)

const MARK_DELIMITERS = {
  statement: ['{', ';', '}'],
  expression: ['(', ',', ')'],
  beginning: [`${EXPRESSION_PREFIX}(`, ',', ')'],
}

/** The text with a call at every mutant, given its number; what it does is the same. */
export function insertMarks(code: string, mutants: ReadonlyMap<number, Mutant>, call: string): string {
  const pieces = [...mutants].flatMap(([number, { start, end, kind }]) => {
    const [open, then, close] = MARK_DELIMITERS[kind]
    const size = end - start
    return [
      { at: start, opens: true, size, text: `${open}${call}(${number})${then}` },
      { at: end, opens: false, size, text: `${close}` },
    ]
  })
  // From the last to the first. In one place what ends comes before what begins, and the inner within the outer.
  pieces.sort(
    (a, b) =>
      b.at - a.at || Number(b.opens) - Number(a.opens) || (a.opens ? a.size - b.size : b.size - a.size),
  )
  return pieces.reduce((text, { at, text: piece }) => text.slice(0, at) + piece + text.slice(at), code)
}
