// Renders `cs:names`: names are printed one by one, joined to lists, shortened by "et al.", and labelled with their
// role. Source: CSL 1.0.2, specification, "Names".
import type { RenderState } from './cite-state.ts'
import { decorate } from './decorate.ts'
import { type NamesMark, type Output, outputText } from './output.ts'
import { type PersonName, personKey } from './person-names.ts'
import { type NameGroup, type PrintedNames, printGroups } from './print-names.ts'
import type { NameOptions, NamesNode } from './style-tree.ts'
import { type NodeRenderer, substitute } from './substitute.ts'

/**
 * Renders a `cs:names` element: the names of its variables with their labels, or a substitute. Returns undefined when
 * nothing is printed. Records in the state which variables and lists of names were used.
 */
export function renderNames(node: NamesNode, state: RenderState, render: NodeRenderer): Output | undefined {
  const isFirst = state.nameLists.length === 0
  const groups = nameGroups(node, state)
  const { output, mark } =
    groups.length === 0
      ? printSubstitute(node, state, render)
      : printGroups(node, groups, effectiveOptions(node, state), state)
  if (output.length === 0 || (isFirst && state.omitsFirstNames)) return undefined
  const content = isFirst && mark ? [withMark(output, mark)] : output
  return decorate(node, content, state.locale.language)
}

/**
 * Returns the name variables that have names, and records them in the state. Editors who are also the translators are
 * one group, if the locale has a term for both (`editortranslator`).
 */
function nameGroups(node: NamesNode, state: RenderState): NameGroup[] {
  const groups = node.variables.flatMap((variable): NameGroup[] => {
    state.requestedCount++
    const names = state.suppressedVariables.has(variable) ? undefined : state.reference.names.get(variable)
    if (!names || names.length === 0) return []
    state.filledCount++
    state.printedVariables?.add(variable)
    return [{ role: variable, names }]
  })
  const [first, second, ...others] = groups
  if (!first || !second || others.length > 0 || !sameNames(first.names, second.names)) return groups
  const roles = [first.role, second.role].toSorted().join('')
  const hasTerm = roles === 'editortranslator' && (state.locale.term(roles, node.label?.form) ?? '') !== ''
  return hasTerm ? [{ role: roles, names: first.names }] : groups
}

/** Returns whether two lists name the same persons in the same order. */
const sameNames = (a: readonly PersonName[], b: readonly PersonName[]): boolean => {
  const keysOfB = b.map(personKey)
  return a.length === b.length && a.every((name, at) => personKey(name) === keysOfB[at])
}

/** Prints a substitute; without names in it, its text identifies it for `subsequent-author-substitute`. */
function printSubstitute(node: NamesNode, state: RenderState, render: NodeRenderer): PrintedNames {
  const output = substitute(node, state, render)
  return { output, mark: hasMark(output) ? undefined : { keys: [outputText(output)] } }
}

/** Returns whether names that may be substituted are marked already, at any depth. */
const hasMark = (outputs: readonly Output[]): boolean =>
  outputs.some(
    (output) => typeof output !== 'string' && (output.names !== undefined || hasMark(output.children)),
  )

/** Returns the options of names in the order of precedence: sort key, name, citation or bibliography, style. */
function effectiveOptions(node: NamesNode, state: RenderState): NameOptions {
  const { style } = state.rendering
  const area = state.area === 'bibliography' ? style.bibliography : style.citation
  return { ...style.options, ...area?.options, ...node.name?.options, ...state.keyOptions }
}

/** Returns a span whose names `subsequent-author-substitute` may replace. */
const withMark = (children: Output[], mark: NamesMark): Output => ({ children, names: mark })
