import type { XmlElement } from '../../xml.ts'

/** Who writes comments and changes, and when. */
export interface Authorship {
  author: string
  initials: string
  date: Date
}

/** Functions that write the XML of comments and tracked changes for one part. */
export interface WordMarkup {
  /** The start of the range of a comment. */
  rangeStart: (id: number) => string
  /** The end of the range of a comment, and the mark of the comment. */
  rangeEnd: (id: number) => string
  /** The tag that begins a tracked deletion; `deletionEnd` closes it. */
  deletionStart: () => string
  deletionEnd: string
  /** An insertion of one run with this content. */
  insertion: (content: string) => string
  /** A text element. */
  text: (text: string) => string
  /** A text element whose content is XML already. */
  rawText: (xml: string, name?: 't' | 'delText') => string
  comment: (id: number, text: string) => string
}

/** Matches the namespace of WordprocessingML in the transitional (`…/2006/main`) and the strict form (`…/main`). */
const NAMESPACE_END = /\/wordprocessingml(?:\/2006)?\/main$/
const TRANSITIONAL_NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/**
 * Returns the markup for a part with this root. Its elements have the prefix `w`, and declare it if the part does not.
 *
 * @param nextId returns an id for a tracked change
 */
export function wordMarkup(root: XmlElement, authorship: Authorship, nextId: () => number): WordMarkup {
  const namespaces = Object.entries(root.attributes).filter(([, uri]) => NAMESPACE_END.test(uri))
  const isDeclared = namespaces.some(([name]) => name === 'xmlns:w')
  const declaration = isDeclared
    ? ''
    : ` xmlns:w="${escapeXml(namespaces[0]?.[1] ?? TRANSITIONAL_NAMESPACE)}"`
  const date = `${authorship.date.toISOString().slice(0, 19)}Z`
  const authorAttributes = `w:author="${escapeXml(authorship.author)}" w:date="${date}"`
  const change = (name: 'ins' | 'del') => `<w:${name}${declaration} w:id="${nextId()}" ${authorAttributes}>`
  const rawText = (xml: string, name: 't' | 'delText' = 't') =>
    `<w:${name}${declaration} xml:space="preserve">${xml}</w:${name}>`
  const text = (value: string) => rawText(escapeXml(value))
  return {
    rangeStart: (id) => `<w:commentRangeStart${declaration} w:id="${id}"/>`,
    rangeEnd: (id) =>
      `<w:commentRangeEnd${declaration} w:id="${id}"/><w:r${declaration}><w:commentReference w:id="${id}"/></w:r>`,
    deletionStart: () => change('del'),
    deletionEnd: '</w:del>',
    insertion: (content) => `${change('ins')}<w:r>${content}</w:r></w:ins>`,
    text,
    rawText,
    comment: (id, content) =>
      `<w:comment${declaration} w:id="${id}" ${authorAttributes} w:initials="${escapeXml(authorship.initials)}">${content
        .split('\n')
        .map((line) => `<w:p><w:r>${text(line)}</w:r></w:p>`)
        .join('')}</w:comment>`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML and removes the characters that XML does not allow. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
