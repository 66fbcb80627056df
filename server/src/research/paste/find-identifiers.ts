import { normalizeDoi } from '@scinav/contract/doi'
import type { TextSpan } from './find-records.ts'

/** Matches a DOI with or without a resolver address; Chinese characters may follow without a space. */
const DOI =
  /(?:https?:\/\/(?:dx\.)?doi\.org\/|doi\s{0,2}[:：]?\s{0,2})?(?<![\d.])10\.\d{4,9}\/[^\s\p{Script=Han}，。；、！？：“”《》「」]{1,200}/giu
const ARXIV_ID =
  /(?:(?:https?:\/\/)?(?:www\.)?arxiv\.org\/(?:abs|pdf|html)\/|arxiv\s{0,2}[:：]?\s{0,2})(\d{4}\.\d{4,5}|[a-z]{2,9}(?:-[a-z]{2,9})?(?:\.[a-z]{2})?\/\d{7})(?:v\d{1,2})?(?:\.pdf)?/gi

/** Matches an address of the ACL Anthology. */
const ACL_ID =
  /(?:https?:\/\/)?(?:www\.)?acl(?:anthology\.org|web\.org\/anthology)\/(?:papers\/[A-Z]\/[A-Z]\d\d\/)?([A-Z]\d\d-\d{4}|\d{4}\.[a-z\d]{2,20}-[a-z\d]{1,20}\.\d{1,4})(?:\.pdf|v\d)?\/?/gi
/** Matches any other web address; it does not contain a title. */
const OTHER_URL = /(?:https?:\/\/|www\.)[^\s\p{Script=Han}，。；、！？：“”《》「」<>]{3,300}/giu

/** An identifier in a text; `text` is its normalised form. */
export type IdentifierSpan = TextSpan & { text: string }

/**
 * Finds DOIs, arXiv numbers and ACL Anthology numbers, each with its text in the form of a reference (`doi:…`,
 * `arXiv:…`, `acl:…`).
 */
export function findIdentifiers(text: string): IdentifierSpan[] {
  const dois = [...text.matchAll(DOI)].flatMap(({ 0: found, index }) => {
    const doi = normalizeDoi(found)
    if (doi === null) return []
    const at = found.toLowerCase().indexOf(doi)
    const to = at < 0 ? index + found.length : index + at + doi.length
    return [{ from: index, to, text: `doi:${doi}` }]
  })
  const arxiv = [...text.matchAll(ARXIV_ID)].map(({ 0: found, 1: id = '', index }) => ({
    from: index,
    to: index + found.length,
    text: `arXiv:${id.toLowerCase()}`,
  }))
  const acl = [...text.matchAll(ACL_ID)].map(({ 0: found, 1: id = '', index }) => ({
    from: index,
    to: index + found.length,
    text: `acl:${id}`,
  }))
  const known = [...dois, ...arxiv, ...acl]
  const others = [...text.matchAll(OTHER_URL)].flatMap(({ 0: found, index }) => {
    const [from, to] = [index, index + found.length]
    return known.some((each) => each.from < to && from < each.to) ? [] : [{ from, to, text: found }]
  })
  return [...known, ...others].toSorted((one, other) => one.from - other.from)
}

/** Returns whether a text is a single web address. */
export const isUrl = (text: string): boolean => /^(?:https?:\/\/|www\.)\S+$/i.test(text)
