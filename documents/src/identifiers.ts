import { normalizeDoi } from '@scinav/contract/doi'
import type { ParsedDocument } from './document.ts'

/** Matches `arXiv:2305.03393v1` and `arxiv.org/abs/hep-lat/9905003`; the captured identifier excludes the version. */
const ARXIV_ID =
  /arxiv(?:\.org\/(?:abs|pdf)\/|\s?:\s?)(\d{4}\.\d{4,5}|[a-z]{2,9}(?:-[a-z]{2,9})?(?:\.[a-z]{2})?\/\d{7})/i
const DOI_START = /\b10\.\d{4,9}\//

/** Returns the first DOI and the first arXiv identifier printed in a text, such as the first page of a paper. */
export function extractIdentifiers(text: string): ParsedDocument['identifiers'] {
  const plain = text.normalize('NFKC')
  const at = plain.search(DOI_START)
  const doi = at < 0 ? null : normalizeDoi(plain.slice(at, at + 300))
  const arxiv = ARXIV_ID.exec(plain)?.[1]?.toLowerCase()
  return { ...(doi && { doi }), ...(arxiv && { arxiv }) }
}
