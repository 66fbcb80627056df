import type { Work } from '@scinav/contract'

const UNIONS = ['keywords', 'funds', 'clc_codes', 'subject_codes', 'reference_ids', 'publish_venue'] as const
const BLANKS = [
  'title_zh',
  'basic_sourcename',
  'basic_source_vo',
  'basic_source_no',
  'basic_page',
  'isbn',
  'issn',
  'doi',
  'url',
  'pdf_url',
  'language',
  'publisher',
  'place',
  'degree',
] as const

/** The record of a paper with what another record of the same work adds; the first one wins where both speak. */
export function mergeWorks(known: Work, found: Work): Work {
  const merged: Work = {
    ...known,
    abstract: longer(known.abstract, found.abstract),
    abstract_zh: longer(known.abstract_zh, found.abstract_zh),
    publish_date: finer(known.publish_date, found.publish_date),
    creators: richer(known.creators, found.creators),
    is_oa: known.is_oa || found.is_oa,
    citation_count: Math.max(known.citation_count, found.citation_count),
    status: known.status === 'normal' ? found.status : known.status,
    external_ids: { ...found.external_ids, ...known.external_ids },
    csl: { ...found.csl, ...known.csl },
  }
  for (const field of BLANKS) Object.assign(merged, { [field]: known[field] || found[field] })
  for (const field of UNIONS) merged[field] = [...new Set([...known[field], ...found[field]])]
  // Venues are printed: two spellings of one publisher must not stand side by side.
  if (known.publish_venue.length > 0) merged.publish_venue = known.publish_venue
  return merged
}

function longer(a: string | null, b: string | null): string | null {
  return (b?.length ?? 0) > (a?.length ?? 0) ? b : a
}

/** `2020-05` says more than `2020`, if it says the same year. */
function finer(a: string | null, b: string | null): string | null {
  if (!a) return b
  return b && b.length > a.length && b.startsWith(a.slice(0, 4)) ? b : a
}

/** The list with more people; of equal ones the one that knows more about them. */
function richer(a: Work['creators'], b: Work['creators']): Work['creators'] {
  if (a.length !== b.length) return a.length > b.length ? a : b
  return JSON.stringify(b).length > JSON.stringify(a).length ? b : a
}
