/** The parts of a Markdown tree that the plugins of answers use. */
export interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
  /** The element to draw instead of the usual one, and its attributes. */
  data?: { hName?: string; hProperties?: Record<string, string> }
}

/** Sets an attribute of the element that a node is drawn as. */
export function setAttribute(node: MarkdownNode, name: string, value: string): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, [name]: value } }
}

/** Returns all nodes of a type in a tree, in text order. */
export function findNodes(node: MarkdownNode, type: string): MarkdownNode[] {
  const inside = (node.children ?? []).flatMap((child) => findNodes(child, type))
  return node.type === type ? [node, ...inside] : inside
}

/** Returns the text below a node, with spaces between its parts. */
export const nodeText = (node: MarkdownNode): string =>
  node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(nodeText).join(' ')
