import { parseAst } from 'vitest/node'

/** One small change of a source text: `instead` replaces the text from `start` to `end`. */
export interface Mutant {
  operator: string
  start: number
  end: number
  instead: string
  /** Whether a statement, an expression, or the expression at the beginning of a statement is changed. */
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

/** Nodes without run-time effect, such as types and imports. */
const NON_RUNTIME_NODE =
  /^(?:TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import|ExportAll|TaggedTemplate)/

const isAstNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Prevents a parenthesis at the beginning of a statement from being parsed as a call of the previous line. */
const EXPRESSION_PREFIX = 'void 0,'

/** Returns every mutant of a source text, in text order. */
export function findMutants(code: string, tsx: boolean): Mutant[] {
  // The parser supports TypeScript and its nodes have a type and a position; its declared types only contain the
  // former.
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
  /** The role of the node in its parent. */
  key: string
  parent: string
  /** Start of the statement that contains it. */
  begun: number
}

/** Returns a node with run-time effect and its descendants. */
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
  // Texts are concatenated: subtracting them yields no number and tests nothing.
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

/** Mutates `Math.min(a, b)` to `Math.max(a, b)`, and the like. */
function mutateCall({ type, callee, start }: AstNode, text: string): Mutation | null {
  if (type !== 'CallExpression' || !isAstNode(callee) || !isAstNode(callee.property)) return null
  const { name, start: from, end: to } = callee.property
  const other = SWAPPED_METHODS.get(String(name))
  return other ? ['swapped', text.slice(0, from - start) + other + text.slice(to - start)] : null
}

function mutateCondition({ key, parent }: NodeContext, text: string): Mutation | null {
  return key === 'test' && parent !== 'SwitchCase' ? ['negated', `!(${text})`] : null
}

/** Returns the text with a mutant applied. */
export const applyMutant = (code: string, { start, end, instead }: Mutant): string =>
  code.slice(0, start) + instead + code.slice(end)

const MARK_DELIMITERS = {
  statement: ['{', ';', '}'],
  expression: ['(', ',', ')'],
  beginning: [`${EXPRESSION_PREFIX}(`, ',', ')'],
}

/** Returns the text with a call at every mutant that receives its number; the behaviour is unchanged. */
export function insertMarks(code: string, mutants: ReadonlyMap<number, Mutant>, call: string): string {
  const pieces = [...mutants].flatMap(([number, { start, end, kind }]) => {
    const [open, then, close] = MARK_DELIMITERS[kind]
    const size = end - start
    return [
      { at: start, opens: true, size, text: `${open}${call}(${number})${then}` },
      { at: end, opens: false, size, text: `${close}` },
    ]
  })
  // Inserted from last to first. At the same position, ends come before beginnings, and inner marks are nested within
  // outer ones.
  pieces.sort(
    (a, b) =>
      b.at - a.at || Number(b.opens) - Number(a.opens) || (a.opens ? a.size - b.size : b.size - a.size),
  )
  return pieces.reduce((text, { at, text: piece }) => text.slice(0, at) + piece + text.slice(at), code)
}
