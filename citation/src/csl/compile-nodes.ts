// Compiles the XML elements of a CSL style to the nodes that `render-node.ts` renders. Values that CSL does not allow
// are ignored where something sensible remains; an element that it does not know is a fault of the style.

import { readDateParts, readFormatting, readNameOptions, readStyled } from './node-attributes.ts'
import { StyleFault } from './style-fault.ts'
import type {
  Branch,
  ChooseNode,
  Condition,
  ConditionTest,
  DateNode,
  LabelNode,
  Macro,
  NameNode,
  NamesNode,
  StyleNode,
  TextNode,
} from './style-tree.ts'
import { childNamed, childrenNamed, type XmlElement } from './xml.ts'

/** Turns the elements of a style into nodes; macros are compiled once, when they are first used. */
export class NodeCompiler {
  private readonly macros = new Map<string, Macro>()
  /** The macros that are being compiled, the outermost first. */
  private readonly callStack: string[] = []
  private readonly definitions: ReadonlyMap<string, XmlElement>

  /** @param definitions the `cs:macro` elements of the style, by name. */
  constructor(definitions: ReadonlyMap<string, XmlElement>) {
    this.definitions = definitions
  }

  /** Compiles a macro. @throws StyleFault when it is missing or calls itself. */
  macro(name: string): Macro {
    const compiled = this.macros.get(name)
    if (compiled) return compiled
    const definition = this.definitions.get(name)
    if (!definition) throw new StyleFault(`样式用到的宏“${name}”没有定义`)
    if (this.callStack.includes(name))
      throw new StyleFault(`样式的宏循环调用自身：${[...this.callStack, name].join(' → ')}`)
    this.callStack.push(name)
    const macro: Macro = { name, children: this.nodes(definition.children) }
    this.callStack.pop()
    this.macros.set(name, macro)
    return macro
  }

  /** Compiles elements in order. @throws StyleFault for one that CSL does not know. */
  nodes(elements: XmlElement[]): StyleNode[] {
    return elements.map((element) => this.node(element))
  }

  private node(element: XmlElement): StyleNode {
    const { name, attributes } = element
    switch (name) {
      case 'text':
        return this.text(element)
      case 'number':
        return {
          ...readStyled(element),
          kind: 'number',
          variable: attributes.variable ?? '',
          form: attributes.form ?? 'numeric',
        }
      case 'label':
        return readLabel(element)
      case 'date':
        return readDate(element)
      case 'names':
        return this.names(element)
      case 'group':
        return {
          ...readStyled(element),
          kind: 'group',
          delimiter: attributes.delimiter ?? '',
          children: this.nodes(element.children),
        }
      case 'choose':
        return this.choose(element)
      default:
        throw new StyleFault(`样式里有不认识的元素“${name}”`)
    }
  }

  private text(element: XmlElement): TextNode {
    const { attributes } = element
    const from = (['variable', 'macro', 'term', 'value'] as const).find(
      (source) => attributes[source] !== undefined,
    )
    if (from === undefined) throw new StyleFault('样式里有一个 text 元素没有说明打印什么')
    const name = attributes[from] ?? ''
    return {
      ...readStyled(element),
      kind: 'text',
      from,
      name,
      macro: from === 'macro' ? this.macro(name) : undefined,
      form: attributes.form ?? 'long',
      plural: attributes.plural === 'true',
    }
  }

  private names(element: XmlElement): NamesNode {
    const name = childNamed(element, 'name')
    const label = childNamed(element, 'label')
    const etAl = childNamed(element, 'et-al')
    const order = element.children.map((child) => child.name)
    return {
      ...readStyled(element),
      kind: 'names',
      variables: splitWords(element.attributes.variable),
      delimiter: element.attributes.delimiter,
      name: name && readName(name),
      etAl: etAl && { term: etAl.attributes.term ?? 'et-al', format: readFormatting(etAl) },
      label: label && readLabel(label),
      // Without a `cs:name`, the label stands behind the names.
      labelFirst: name !== undefined && order.indexOf('label') < order.indexOf('name'),
      substitute: this.nodes(childNamed(element, 'substitute')?.children ?? []),
    }
  }

  private choose(element: XmlElement): ChooseNode {
    return { kind: 'choose', branches: element.children.map((branch) => this.branch(branch)) }
  }

  private branch(element: XmlElement): Branch {
    const conditions = childNamed(element, 'conditions')
    const children = this.nodes(element.children.filter((child) => child.name !== 'conditions'))
    if (element.name === 'else') return { conditions: [], match: 'all', children }
    if (element.name !== 'if' && element.name !== 'else-if')
      throw new StyleFault(`样式的 choose 里有不认识的元素“${element.name}”`)
    // CSL-M: several conditions, each with its own `match`.
    if (conditions)
      return {
        conditions: childrenNamed(conditions, 'condition').map(readCondition),
        match: asMatch(conditions.attributes.match),
        children,
      }
    return { conditions: [readCondition(element)], match: 'all', children }
  }
}

/** Reads `cs:label`. */
function readLabel(element: XmlElement): LabelNode {
  const { plural } = element.attributes
  return {
    ...readStyled(element),
    kind: 'label',
    variable: element.attributes.variable ?? '',
    form: element.attributes.form ?? 'long',
    plural: plural === 'always' || plural === 'never' ? plural : 'contextual',
  }
}

/** Reads `cs:date`. */
function readDate(element: XmlElement): DateNode {
  const { variable = '', form, delimiter = '' } = element.attributes
  return {
    ...readStyled(element),
    kind: 'date',
    variable,
    form: form === 'text' || form === 'numeric' ? form : undefined,
    shown: element.attributes['date-parts'],
    parts: readDateParts(element),
    delimiter,
  }
}

/** Splits a list of words at white space; none for undefined. */
const splitWords = (list: string | undefined): string[] =>
  (list ?? '').split(/\s+/).filter((word) => word !== '')

/** Reads `cs:name` with its `cs:name-part` elements. */
function readName(element: XmlElement): NameNode {
  const part = (name: string) => {
    const found = element.children.find(
      (child) => child.name === 'name-part' && child.attributes.name === name,
    )
    return found && readStyled(found)
  }
  return {
    ...readStyled(element),
    options: readNameOptions(element),
    family: part('family'),
    given: part('given'),
  }
}

/** Reads the tests of `cs:if`, `cs:else-if` or `cs:condition`. */
const readCondition = (element: XmlElement): Condition => ({
  tests: readTests(element),
  match: asMatch(element.attributes.match),
})

/** Attributes of a condition that test something. */
const TESTS = [
  'disambiguate',
  'is-numeric',
  'is-uncertain-date',
  'locator',
  'position',
  'type',
  'variable',
  // CSL-M
  'language',
  'context',
  'has-day',
  'has-year-only',
  'is-plural',
] as const

/** Returns the tests that an element has as attributes, each with its values. */
const readTests = ({ attributes }: XmlElement): ConditionTest[] =>
  TESTS.flatMap((attribute) => {
    const value = attributes[attribute]
    return value === undefined ? [] : [{ attribute, values: splitWords(value) }]
  })

const asMatch = (value: string | undefined): Branch['match'] =>
  value === 'any' || value === 'none' ? value : 'all'
