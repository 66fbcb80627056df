import type { Work } from '@scinav/contract'

/** A location from which a paper's open-access file may be fetched. */
export interface OpenAccessLocation {
  source: 'pdf_url' | 'arxiv' | 'pmc'
  url: string
}

/** An arXiv identifier in its present (`1706.03762v2`) or former form (`cs.CL/0112017`), and a PubMed Central number. */
const ARXIV_ID = /^(?:\d{4}\.\d{4,5}|[a-z]{2,9}(?:-[a-z]{2,9})?(?:\.[a-z]{2})?\/\d{7})(?:v\d{1,3})?$/i
const PMC_ID = /^(?:PMC)?\d{1,12}$/i

/**
 * Returns the locations of a paper's file, most likely first: the URL in its record, then archives with predictable
 * URLs.
 */
export function openAccessLocations({
  pdf_url,
  external_ids,
}: Pick<Work, 'pdf_url' | 'external_ids'>): OpenAccessLocation[] {
  const locations: OpenAccessLocation[] = []
  if (pdf_url && isWebAddress(pdf_url)) locations.push({ source: 'pdf_url', url: pdf_url })
  const arxiv = external_ids.arxiv?.replace(/^arxiv:/i, '').trim() ?? ''
  if (ARXIV_ID.test(arxiv)) locations.push({ source: 'arxiv', url: `https://arxiv.org/pdf/${arxiv}` })
  const pmc = external_ids.pmcid?.trim() ?? ''
  if (PMC_ID.test(pmc)) {
    const number = pmc.replace(/^PMC/i, '')
    locations.push({ source: 'pmc', url: `https://europepmc.org/articles/PMC${number}?pdf=render` })
  }
  return locations.filter(({ url }, at) => locations.findIndex((each) => each.url === url) === at)
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}
