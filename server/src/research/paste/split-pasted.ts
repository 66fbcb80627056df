import { normalizeDoi } from '@scinav/contract/doi'
import { anyOf } from '../../language/phrases.ts'
import { findPrintedReferences } from './find-printed-references.ts'
import {
  findBibTex,
  findTaggedRecords,
  findXmlRecords,
  restoreRisLines,
  type TextSpan,
} from './find-records.ts'
import { extractPastedText, type PastedText } from './pasted-text.ts'

/** A question, split into the user's own words and pasted material. */
export interface PastedParts {
  /** The user's own words; '' when there are none. */
  rest: string
  /** Records in file formats: BibTeX, RIS and similar. */
  records: string[]
  /** Printed references, and bare identifiers. */
  references: string[]
  /** A pasted page or abstract. */
  text: PastedText | null
}

/** Splits the records, references, identifiers and pasted text of a question from its own words. */
export function splitPasted(question: string): PastedParts {
  const text = restoreRisLines(question)
  // Cut one after another: what one step removes, the next does not see.
  const records = cutSpans(text, [...findBibTex(text), ...findTaggedRecords(text), ...findXmlRecords(text)])
  const page = extractPastedText(records.rest)
  // References within a page are the page's citations, not works that the user names.
  const withoutPage = page?.isPage ? page.rest : records.rest
  const printed = cutSpans(withoutPage, findPrintedReferences(withoutPage))
  const identifiers = findIdentifiers(printed.rest)
  const ownWords = cutSpans(printed.rest, identifiers).rest
  const nothingPasted = records.pieces.length + printed.pieces.length + identifiers.length === 0 && !page
  const rest = nothingPasted ? question : stripLeftovers(ownWords)
  const candidates = [...printed.pieces, ...identifiers.map((each) => each.text)]
  // An address contains no title: it counts as a work only when nothing else was pasted and no words accompany it.
  const isOnlyUrls = rest === '' && !page && candidates.every(isUrl)
  const references = candidates.filter((each) => isOnlyUrls || !isUrl(each))
  if (page?.isPage) return { rest, records: records.pieces, references, text: page }
  // References may have been taken for a part of the pasted text, so it is looked for again without them.
  const prose = references.length === 0 ? page : extractPastedText(rest)
  return { rest: prose ? prose.rest : rest, records: records.pieces, references, text: prose }
}

/** Cuts spans out of a text: returns their texts, in order, and the rest with a space in place of each. */
function cutSpans(text: string, spans: TextSpan[]): { rest: string; pieces: string[] } {
  const pieces: string[] = []
  let rest = ''
  let at = 0
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from < at) continue
    rest += `${text.slice(at, from)} `
    pieces.push(text.slice(from, to).trim())
    at = to
  }
  return { rest: rest + text.slice(at), pieces }
}

// Remains of a removed list: separators at both ends, numbers such as `[1]` on lines of their own, a heading. The
// lookbehind lets a match begin only where a run of separators does, so that matching takes linear time.
const LEADING_SIGNS = /^[\s,，、;；:：.。[\]()（）-]+/u
const TRAILING_SIGNS = /(?<![\s,，、;；:：[\](（-])[\s,，、;；:：[\](（-]+$/u
const BARE_NUMBER = /(?<=^|\n)\s{0,8}(?:\[\d{1,4}\]|[(（]?\d{1,3}[.)）、])\s{0,8}(?=\n|$)/g
const LIST_HEADING = new RegExp(`^${anyOf('pasted/list-headings')}$`, 'iu')

/** Matches a lead-in to pasted material: 参考文献：, 王临惠这篇：. */
const LEAD_IN = new RegExp(`^${anyOf('pasted/material-labels')}\\s{0,2}[:：][\\s，,。]{0,8}`, 'iu')

/** Removes what pasted material leaves behind: list numbers, separators, a lead-in; '' for a heading or no words. */
function stripLeftovers(rest: string): string {
  const words = rest.replace(BARE_NUMBER, '').replace(LEADING_SIGNS, '').replace(TRAILING_SIGNS, '')
  const bare = words.replace(LEAD_IN, '').replace(LEADING_SIGNS, '')
  return LIST_HEADING.test(bare) || !/[\p{L}\p{N}]/u.test(bare) ? '' : bare
}

/** Matches a DOI with or without a resolver address; Chinese characters may follow without a space. */
const DOI =
  /(?:https?:\/\/(?:dx\.)?doi\.org\/|doi\s{0,2}[:：]?\s{0,2})?(?<![\d.])10\.\d{4,9}\/[^\s\p{Script=Han}，。；、！？：“”《》「」]{1,200}/giu
/** Matches an arXiv number with its address or the word arXiv; its group is the number without a version. */
const ARXIV_ID =
  /(?:(?:https?:\/\/)?(?:www\.)?arxiv\.org\/(?:abs|pdf|html)\/|arxiv\s{0,2}[:：]?\s{0,2})(\d{4}\.\d{4,5}|[a-z]{2,9}(?:-[a-z]{2,9})?(?:\.[a-z]{2})?\/\d{7})(?:v\d{1,2})?(?:\.pdf)?/gi

/** Matches an address of the ACL Anthology; its group is the number: `P19-1234`, `2020.acl-main.12`. */
const ACL_ID =
  /(?:https?:\/\/)?(?:www\.)?acl(?:anthology\.org|web\.org\/anthology)\/(?:papers\/[A-Z]\/[A-Z]\d\d\/)?([A-Z]\d\d-\d{4}|\d{4}\.[a-z\d]{2,20}-[a-z\d]{1,20}\.\d{1,4})(?:\.pdf|v\d)?\/?/gi
/** Matches any other web address; it does not contain a title. */
const OTHER_URL = /(?:https?:\/\/|www\.)[^\s\p{Script=Han}，。；、！？：“”《》「」<>]{3,300}/giu

/** An identifier in a text; `text` is its normalized form, or an address as it is. */
export type IdentifierSpan = TextSpan & { text: string }

/**
 * Finds DOIs, arXiv numbers and ACL Anthology numbers, each with its text in the form of a reference (`doi:…`,
 * `arXiv:…`, `acl:…`), and all other web addresses as they are; in order and without overlap of the latter.
 */
function findIdentifiers(text: string): IdentifierSpan[] {
  const dois = [...text.matchAll(DOI)].flatMap(({ 0: match, index }) => {
    const doi = normalizeDoi(match)
    if (doi === null) return []
    const at = match.toLowerCase().indexOf(doi)
    // The match may end with punctuation that is no part of the DOI.
    const to = at < 0 ? index + match.length : index + at + doi.length
    return [{ from: index, to, text: `doi:${doi}` }]
  })
  const arxiv = [...text.matchAll(ARXIV_ID)].map(({ 0: match, 1: id = '', index }) => ({
    from: index,
    to: index + match.length,
    text: `arXiv:${id.toLowerCase()}`,
  }))
  const acl = [...text.matchAll(ACL_ID)].map(({ 0: match, 1: id = '', index }) => ({
    from: index,
    to: index + match.length,
    text: `acl:${id}`,
  }))
  const known = [...dois, ...arxiv, ...acl]
  const others = [...text.matchAll(OTHER_URL)].flatMap(({ 0: address, index }) => {
    const [from, to] = [index, index + address.length]
    const overlaps = known.some((each) => each.from < to && from < each.to)
    return overlaps ? [] : [{ from, to, text: address }]
  })
  return [...known, ...others].toSorted((one, other) => one.from - other.from)
}

/** Returns whether a text is a single web address. */
const isUrl = (text: string): boolean => /^(?:https?:\/\/|www\.)\S+$/i.test(text)
