import type { SearchField } from '@scinav/search'
import { z } from 'zod'
import { type EngineHost, extractElements, fetchText, parseJson } from './client.ts'
import type { OutsideAnswer, OutsideEngine, OutsideRequest } from './port.ts'
import { type QueryDialect, writeQuery, yearBounds } from './query-writer.ts'

/**
 * PubMed's tags of fields. Fields without a tag are searched in all fields. Keywords are searched in titles and
 * abstracts too, since few records have any; PubMed has no tag for the corresponding author.
 */
const FIELD_TAGS: Partial<Record<SearchField, string>> = {
  title: '[ti]',
  abstract: '[tiab]',
  keyword: '[tiab]',
  author: '[au]',
  first_author: '[1au]',
  corresponding: '[au]',
  affiliation: '[ad]',
  source: '[journal]',
  fund: '[gr]',
}

const PUBMED_DIALECT: QueryDialect = {
  leaf({ kind, field }, words) {
    // PubMed has no sign for one letter, so a pattern is searched by its words without the `?`.
    const term = kind === 'phrase' ? `"${words}"` : kind === 'prefix' ? `${words}*` : words
    return term + (FIELD_TAGS[field] ?? '')
  },
  and: ' ',
  or: ' OR ',
  not: ' NOT ',
}

const searchAnswerShape = z.object({
  esearchresult: z.object({ count: z.coerce.number(), idlist: z.array(z.string()) }),
})

/**
 * Creates the client of PubMed's E-utilities (https://www.ncbi.nlm.nih.gov/books/NBK25501): first ids, then their
 * records.
 */
export function createPubmed(host: EngineHost): OutsideEngine {
  return {
    id: 'pubmed',
    name: 'PubMed',
    english: true,
    async search(request, signal): Promise<OutsideAnswer> {
      const term = searchTerm(request)
      if (term === null) return { records: [], total: 0 }
      const { page, size } = request
      const range = { retstart: (page - 1) * size, retmax: size, sort: 'relevance', retmode: 'json' }
      const text = await fetchText(host, '/esearch.fcgi', { db: 'pubmed', term, ...range }, signal)
      // Without an answer (404), which a search never gives, the parser reports a fault.
      const { count, idlist } = parseJson(text ?? 'null', searchAnswerShape).esearchresult
      if (idlist.length === 0) return { records: [], total: count }
      const fetched = { db: 'pubmed', id: idlist.join(','), retmode: 'xml' }
      const xml = (await fetchText(host, '/efetch.fcgi', fetched, signal)) ?? ''
      return { records: extractElements(xml, ['PubmedArticle', 'PubmedBookArticle']), total: count }
    },
  }
}

/** Returns the term of a search; null when PubMed cannot express it. */
function searchTerm(request: OutsideRequest): string | null {
  const { identifier, query } = request.parsed
  if (identifier?.kind === 'arxiv') return null
  if (identifier)
    return identifier.kind === 'pmid' ? `${identifier.value}[uid]` : `"${identifier.value}"[doi]`
  const words = writeQuery(query, PUBMED_DIALECT)
  if (words === '') return null
  const { from, to } = yearBounds(request)
  // A range needs both ends; these lie before and after every record.
  return from === null && to === null ? words : `(${words}) AND ${from ?? 1800}:${to ?? 3000}[dp]`
}
