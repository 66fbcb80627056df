import { normalizeDoi } from '@scinav/contract/doi'
import type { ParsedDocument } from './document.ts'

/** Matches `arXiv:2305.03393v1` and `arxiv.org/abs/hep-lat/9905003`; the captured identifier excludes the version. */
const ARXIV_ID =
  /arxiv(?:\.org\/(?:abs|pdf)\/|\s?:\s?)(\d{4}\.\d{4,5}|[a-z]{2,9}(?:-[a-z]{2,9})?(?:\.[a-z]{2})?\/\d{7})/i
const DOI_START = /\b10\.\d{4,9}\//
/** Length of the text from the start of a DOI in which its end is sought, in UTF-16 units. */
const MAX_DOI_CHARS = 300
/** Matches where Chinese text follows a DOI without a space: `10.1234/a中图分类号`, `10.1234/a。本文`, `10.1234/a(网络首发)`. */
const CHINESE_TEXT = /[([{]{0,3}[\p{Script=Han}\u3000-\u303f]/u
/** Matches a line that opens a list of references: `6. References`, `[参考文献]`, `参 考 文 献:`. */
const REFERENCES_HEADING = /^[\s\d.[【]{0,10}(?:references|bibliography|参\s?考\s?文\s?献)[\s:\]】]{0,10}$/im

/**
 * Returns the first DOI and the first arXiv identifier printed in a text, such as the first page of a paper. The list
 * of references is not searched, because its identifiers belong to other works.
 */
export function extractIdentifiers(text: string): ParsedDocument['identifiers'] {
  const [body = ''] = text.normalize('NFKC').split(REFERENCES_HEADING, 1)
  const doiStart = body.search(DOI_START)
  const [printedDoi] =
    doiStart < 0 ? [null] : body.slice(doiStart, doiStart + MAX_DOI_CHARS).split(CHINESE_TEXT, 1)
  const doi = normalizeDoi(printedDoi)
  const arxiv = ARXIV_ID.exec(body)?.[1]?.toLowerCase()
  return { ...(doi && { doi }), ...(arxiv && { arxiv }) }
}
