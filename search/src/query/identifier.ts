import { normalizeDoi } from '@scinav/contract/doi'
import type { PaperIdentifier } from './query.ts'

/** Matches the URL of a publisher whose path contains a DOI, with `/` possibly escaped. */
const DOI_IN_URL = /^https?:\/\/\S+?\/(10\.\d{4,9}(?:\/|%2f)[^\s?#]+)/i
/** Matches a DOI alone, after `doi:`, or in a URL of doi.org. */
const DOI = /^(?:https?:\/\/)?(?:(?:dx\.)?doi\.org\/|doi\s*(?:[:=]\s*)?)?(10\.\d{4,9}\/\S+)$/i
/** Alternatives of a pattern: the archives of old arXiv ids such as `hep-th/9901001`. */
const ARXIV_ARCHIVES =
  'astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|nlin|nucl-(?:ex|th)|physics|quant-ph|math|cs|q-bio|q-fin|stat|' +
  'cmp-lg|alg-geom|chao-dyn|solv-int|adap-org|comp-gas|patt-sol|supr-con|funct-an|dg-ga|q-alg|mtrl-th|chem-ph|acc-phys'
/** Matches an arXiv id alone, after `arXiv:`, or in a URL of arxiv.org. */
const ARXIV_ID = new RegExp(
  '^(?:https?://)?(?:(?:www\\.|export\\.)?arxiv\\.org/(?:abs|pdf|html)/|arxiv\\s*(?:[:=]\\s*)?)?' +
    `(\\d\\d(?:0[1-9]|1[0-2])\\.\\d{4,5}|(?:${ARXIV_ARCHIVES})(?:\\.[a-z]{2})?/\\d{7})(?:v\\d+)?(?:\\.pdf)?/?$`,
  'i',
)
/** Matches a PubMed number after `PMID` or in a URL; digits alone are none. */
const PUBMED_ID =
  /^(?:pmid\s*(?:[:=]\s*)?|(?:https?:\/\/)?(?:pubmed\.ncbi\.nlm\.nih\.gov|www\.ncbi\.nlm\.nih\.gov\/pubmed)\/)(\d{1,9})\/?$/i

/**
 * Returns the identifier when a text is nothing but an identifier or its URL, otherwise null. Expects half-width text.
 */
export function readIdentifier(text: string): PaperIdentifier | null {
  // Without the query string and fragment of a URL; they follow the last digit of an identifier.
  const pasted = text.trim().replace(/(?<=\d)[?#][^\s]*$/, '')
  const arxivId = ARXIV_ID.exec(pasted)?.[1]
  if (arxivId) return { kind: 'arxiv', value: arxivId.toLowerCase() }
  const pubmedId = PUBMED_ID.exec(pasted)?.[1]
  if (pubmedId) return { kind: 'pmid', value: pubmedId.replace(/^0+(?=\d)/, '') }
  const doiText = DOI.exec(text.trim())?.[1] ?? DOI_IN_URL.exec(text.trim())?.[1]
  return doiText ? { kind: 'doi', value: cleanDoi(doiText) } : null
}

/** Returns a DOI in its stored form; an incomplete one is kept as far as it goes. */
function cleanDoi(doi: string): string {
  return normalizeDoi(doi) ?? trimDoi(doi.replace(/%2f/gi, '/').toLowerCase())
}

/** Removes punctuation and unmatched closing brackets from the end of a DOI. */
export function trimDoi(doi: string): string {
  let end = doi.length
  // Number of closing brackets without an opening one.
  let unopened = doi.split(')').length - doi.split('(').length
  for (; end > 0; end -= 1) {
    const last = doi.charAt(end - 1)
    const isUnopened = last === ')' && unopened > 0
    if (!isUnopened && !".,;:'!?。，；、".includes(last)) break
    if (isUnopened) unopened -= 1
  }
  return doi.slice(0, end)
}
