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

interface Node {
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
const SWAPPED = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
])

/** Types and what is imported: no part of what is done. */
const NOT_DONE =
  /^(?:TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import|ExportAll|TaggedTemplate)/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Keeps a parenthesis from becoming a call of what stands in the line before. */
const LEAD = 'void 0,'

/** Every mutant of a source text, in the order of the text. */
export function mutantsOf(code: string, tsx: boolean): Mutant[] {
  // It knows TypeScript, and its nodes have a name and a place; its types say only the first.
  const program = parseAst(code, { lang: tsx ? 'tsx' : 'ts' }) as unknown as Node
  return nodesIn(program, { key: '', parent: '', begun: -1 }).flatMap(({ node, place }) => {
    const change = changeOf(node, place, code)
    if (!change) return []
    const [operator, instead] = change
    const { start, end, type } = node
    const leads = start === place.begun
    const kind = type === 'ExpressionStatement' ? 'statement' : leads ? 'beginning' : 'expression'
    return [{ operator, start, end, kind, instead: kind === 'beginning' ? LEAD + instead : instead }]
  })
}

interface Place {
  /** What the node is to its parent. */
  key: string
  parent: string
  /** Where the statement begins that it stands in. */
  begun: number
}

/** A node that is part of what is done, and those within. */
function nodesIn(node: Node, place: Place): { node: Node; place: Place }[] {
  if (NOT_DONE.test(node.type)) return []
  const begun = node.type === 'ExpressionStatement' ? node.start : place.begun
  const within = Object.entries(node).flatMap(([key, child]) =>
    [child]
      .flat()
      .filter(isNode)
      .flatMap((each) => nodesIn(each, { key, parent: node.type, begun })),
  )
  return [{ node, place }, ...within]
}

type Change = [operator: string, instead: string]

function changeOf(node: Node, place: Place, code: string): Change | null {
  const text = code.slice(node.start, node.end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return ofOperator(node, code)
    case 'UnaryExpression':
      return node.operator === '!' ? ['boolean', `(${text.slice(1)})`] : null
    case 'ExpressionStatement':
      return node.directive ? null : ['removed statement', '{}']
    case 'ArrayExpression':
      return text.length > 2 ? ['emptied', '[]'] : null
    case 'TemplateLiteral':
      return text.length > 2 ? ['emptied', '``'] : null
    case 'Literal':
      return ofLiteral(node, place)
    default:
      return ofCall(node, text) ?? ofCondition(place, text)
  }
}

function ofOperator({ operator, left, right, start, end }: Node, code: string): Change | null {
  const change = OPERATORS[String(operator)]
  if (!change || !isNode(left) || !isNode(right)) return null
  // Texts are joined: taking one from the other is no number and says nothing.
  if (operator === '+' && [left, right].some(isText)) return null
  const at = code.indexOf(String(operator), left.end)
  const [before, after] = [code.slice(start, at), code.slice(at + String(operator).length, end)]
  return [change[0], `((${before.trim()}) ${change[1]} (${after.trim()}))`]
}

const isText = ({ type, value, operator, left, right }: Node): boolean =>
  type === 'TemplateLiteral' ||
  typeof value === 'string' ||
  (operator === '+' && [left, right].some((side) => isNode(side) && isText(side)))

function ofLiteral({ value }: Node, { key, parent }: Place): Change | null {
  if (typeof value === 'boolean') return ['boolean', String(!value)]
  const isName = key === 'key' || key === 'source' || parent === 'JSXAttribute'
  return typeof value === 'string' && value !== '' && !isName ? ['emptied', "''"] : null
}

/** `Math.min(a, b)` as `Math.max(a, b)`. */
function ofCall({ type, callee, start }: Node, text: string): Change | null {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee.property)) return null
  const { name, start: from, end: to } = callee.property
  const other = SWAPPED.get(String(name))
  return other ? ['swapped', text.slice(0, from - start) + other + text.slice(to - start)] : null
}

function ofCondition({ key, parent }: Place, text: string): Change | null {
  return key === 'test' && parent !== 'SwitchCase' ? ['negated', `!(${text})`] : null
}

/** The text with a mutant in it. */
export const mutated = (code: string, { start, end, instead }: Mutant): string =>
  code.slice(0, start) + instead + code.slice(end)

const AROUND = { statement: ['{', ';', '}'], expression: ['(', ',', ')'], beginning: [`${LEAD}(`, ',', ')'] }

/** The text with a call at every mutant, given its number; what it does is the same. */
export function marked(code: string, mutants: ReadonlyMap<number, Mutant>, call: string): string {
  const pieces = [...mutants].flatMap(([number, { start, end, kind }]) => {
    const [open, then, close] = AROUND[kind]
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
