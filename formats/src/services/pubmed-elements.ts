// Reads the elements that PubMed has both in articles and in books.
import type { Creator } from '@scinav/contract'
import { isoDate } from '../fields/dates.ts'
import { bodyName, nameFromParts, withSuffix } from '../fields/names.ts'
import { child, childrenOf, childTexts, innerMarkup, innerText, type XmlElement } from '../input/xml-tree.ts'

/** Returns a title without its final full stop, and a translated one without its brackets. */
export function readTitle(element: XmlElement | null): string | null {
  const title = innerMarkup(element)?.trim() ?? ''
  const bare = /^\[.*\]\.?$/s.test(title) ? title.replace(/^\[|\]\.?$/g, '') : title
  return bare.replace(/(?<!\.)\.$/, '') || null
}

/** Returns identifiers by their types: `pubmed`, `doi`, `pmc`. */
export function readIdentifiers(list: XmlElement | null): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const each of childrenOf(list, 'ArticleId')) ids[each.attributes.IdType ?? ''] = innerText(each) ?? ''
  return ids
}

/** Reads the lists of authors and editors, in their order. */
export function readCreators(parent: XmlElement | null): Creator[] {
  return childrenOf(parent, 'AuthorList').flatMap((list) => {
    const role = list.attributes.Type === 'editors' ? 'editor' : 'author'
    return childrenOf(list, 'Author').map((author) => readCreator(author, role))
  })
}

/** Reads a person with affiliations and ORCID iD, or a group of authors (`CollectiveName`). */
function readCreator(author: XmlElement, role: Creator['role']): Creator {
  const body = innerText(child(author, 'CollectiveName'))
  const given =
    innerText(child(author, 'ForeName')) ??
    innerText(child(author, 'FirstName')) ??
    innerText(child(author, 'Initials')) ??
    ''
  const parts =
    body === null ? nameFromParts(innerText(child(author, 'LastName')) ?? '', given) : bodyName(body)
  const suffix = innerText(child(author, 'Suffix'))
  const affiliations = [
    ...childrenOf(author, 'AffiliationInfo').flatMap((each) => childTexts(each, 'Affiliation')),
    ...childTexts(author, 'Affiliation'),
  ]
  const orcid = childrenOf(author, 'Identifier').find((each) => each.attributes.Source === 'ORCID')
  return {
    ...withSuffix(parts, suffix),
    role,
    affiliations,
    ...(orcid ? { orcid: innerText(orcid) ?? '' } : {}),
  }
}

/** Returns the abstract with the labels of its sections: `METHODS: We …`; null without one. */
export function readAbstract(parent: XmlElement | null): string | null {
  const parts = childrenOf(parent, 'AbstractText').map((part) => {
    const label = part.attributes.Label
    const text = innerMarkup(part)?.trim() ?? ''
    return label && label !== 'UNLABELLED' ? `${label}: ${text}` : text
  })
  return parts.length > 0 ? parts.join(' ') : null
}

/** Returns the date of an element with `Year`, `Month` and `Day`, or with a text: `1998 Dec-1999 Jan`. */
export function readDate(date: XmlElement | null): string | null {
  const year = innerText(child(date, 'Year'))
  if (year) return isoDate(year, innerText(child(date, 'Month')), innerText(child(date, 'Day'))) ?? year
  return innerText(child(date, 'MedlineDate'))
}
