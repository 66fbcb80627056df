// Prints what stands for missing names (`cs:substitute`).
import type { RenderState } from './cite-state.ts'
import { isEmpty, type Output } from './output.ts'
import type { NamesNode, StyleNode } from './style-tree.ts'

/** Renders the children of a substitution; passed in, because `render-node.ts` imports this file. */
export type NodeRenderer = (node: StyleNode, state: RenderState) => Output | undefined

/** Prints the first substitute that has something to print; what it prints is not printed again in the entry. */
export function substitute(node: NamesNode, state: RenderState, render: NodeRenderer): Output[] {
  for (const child of node.substitute) {
    // A term counts as printed even when it is empty, and ends the search.
    const isTerm = child.kind === 'text' && child.from === 'term'
    const outerVariables = state.printedVariables
    state.printedVariables = new Set()
    const output = render(inheritNames(child, node), state)
    const printedVariables = state.printedVariables
    state.printedVariables = outerVariables
    if (isTerm && output === undefined && state.locale.term(child.name) !== undefined) return []
    if (output === undefined || isEmpty(output)) continue
    for (const variable of printedVariables) {
      state.suppressedVariables.add(variable)
      outerVariables?.add(variable)
    }
    return [output]
  }
  return []
}

/**
 * Returns a substitute with what it takes over from the names that it replaces: whatever it lacks, and the label only
 * if it has no child elements.
 */
function inheritNames(node: StyleNode, parent: NamesNode): StyleNode {
  if (node.kind !== 'names') return node
  const isBare = !node.name && !node.label && !node.etAl
  return {
    ...node,
    delimiter: node.delimiter ?? parent.delimiter,
    name: node.name ?? parent.name,
    etAl: node.etAl ?? parent.etAl,
    label: isBare ? parent.label : node.label,
    labelFirst: isBare ? parent.labelFirst : node.labelFirst,
  }
}
