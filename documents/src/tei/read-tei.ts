import { unreadable } from '../faults.ts'
import { at, childrenOf, type Element, elementsOf, textOf, within, xmlTree } from '../xml/xml.ts'

/** What an engine outside says of how a paper is built; nothing of it is taken over that the paper's own text lacks. */
export interface ToldStructure {
  title: string
  authors: string[]
  /** In reading order; `number` as printed, '' without one. */
  heads: { text: string; number: string; level: number }[]
  /** Entries as printed. */
  references: string[]
}

/** More of each is no paper. */
const MOST = 5_000
const LONGEST = 4_000

const plain = (element: Element | undefined): string =>
  element ? textOf(element).replace(/\s+/g, ' ').trim().slice(0, LONGEST).normalize('NFKC') : ''

function nameOf(author: Element): string {
  const name = within(author, 'persName')[0]
  const parts = [...childrenOf(name, 'forename'), ...childrenOf(name, 'surname')]
  return parts.map(plain).filter(Boolean).join(' ')
}

const levelOf = (number: string): number =>
  /^\d/.test(number) ? Math.min(6, number.split('.').filter(Boolean).length) : 1

/** Sections of the abstract, the body and what stands behind it, lists of references apart. */
function headsOf(text: Element | undefined): ToldStructure['heads'] {
  return (text ? within(text, 'head') : []).slice(0, MOST).flatMap((head) => {
    const number = (head.attributes.n ?? '').normalize('NFKC').slice(0, 20)
    const said = plain(head)
    return said === '' ? [] : [{ text: said, number, level: levelOf(number) }]
  })
}

const rawOf = (entry: Element): string =>
  plain(childrenOf(entry, 'note').find(({ attributes }) => attributes.type === 'raw_reference'))

/** Without figures and tables, whose heads are no sections. */
function sectionsOf(element: Element): Element {
  const kept = element.children.filter((each) => typeof each === 'string' || each.name !== 'figure')
  return { ...element, children: kept.map((each) => (typeof each === 'string' ? each : sectionsOf(each))) }
}

/**
 * Reads what GROBID writes.
 *
 * @throws UnreadableDocument for what is not TEI, is cut off, or defines entities.
 */
export function readTei(bytes: Uint8Array): ToldStructure {
  const root = xmlTree(bytes)
  const isWhole = /<\/TEI>\s*$/.test(new TextDecoder().decode(bytes.subarray(-200)))
  if (root.name !== 'TEI' || !isWhole) throw unreadable('damaged')
  const header = at(root, 'teiHeader', 'fileDesc')
  const analytic = at(header, 'sourceDesc', 'biblStruct', 'analytic')
  const text = at(root, 'text')
  const lists = text ? within(text, 'listBibl') : []
  return {
    title: plain(at(header, 'titleStmt', 'title')),
    authors: childrenOf(analytic, 'author').slice(0, MOST).map(nameOf).filter(Boolean),
    heads: headsOf(text && sectionsOf(text)),
    references: lists.flatMap(elementsOf).slice(0, MOST).map(rawOf).filter(Boolean),
  }
}
