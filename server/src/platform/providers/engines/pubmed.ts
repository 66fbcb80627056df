import type { Field } from '@scinav/search'
import { z } from 'zod'
import { ask, type Host, readJson } from './client.ts'
import type { OutsideAnswer, OutsideEngine, OutsideRequest } from './port.ts'
import { type Dialect, writeQuery, yearsOf } from './terms.ts'

const TAGS: Partial<Record<Field, string>> = {
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

const dialect: Dialect = {
  leaf({ kind, field }, words) {
    const written = kind === 'phrase' ? `"${words}"` : kind === 'prefix' ? `${words}*` : words
    return written + (TAGS[field] ?? '')
  },
  and: ' ',
  or: ' OR ',
  not: ' NOT ',
}

const found = z.object({
  esearchresult: z.object({ count: z.coerce.number(), idlist: z.array(z.string()) }),
})

/** PubMed by the E-utilities (https://www.ncbi.nlm.nih.gov/books/NBK25501): numbers first, then their records. */
export function pubmed(host: Host): OutsideEngine {
  return {
    id: 'pubmed',
    name: 'PubMed',
    english: true,
    async search(request, signal): Promise<OutsideAnswer> {
      const term = termOf(request)
      if (term === null) return { records: [], total: 0 }
      const { page, size } = request
      const place = { retstart: (page - 1) * size, retmax: size, sort: 'relevance', retmode: 'json' }
      const text = await ask(host, '/esearch.fcgi', { db: 'pubmed', term, ...place }, signal)
      const { count, idlist } = readJson(text ?? 'null', found).esearchresult
      if (idlist.length === 0) return { records: [], total: count }
      const fetched = { db: 'pubmed', id: idlist.join(','), retmode: 'xml' }
      const xml = (await ask(host, '/efetch.fcgi', fetched, signal)) ?? ''
      return { records: articlesIn(xml), total: count }
    },
  }
}

const articlesIn = (xml: string): string[] =>
  xml.match(/<(PubmedArticle|PubmedBookArticle)[\s>][\s\S]*?<\/\1>/g) ?? []

function termOf(request: OutsideRequest): string | null {
  const { identifier, query } = request.parsed
  if (identifier?.kind === 'arxiv') return null
  if (identifier)
    return identifier.kind === 'pmid' ? `${identifier.value}[uid]` : `"${identifier.value}"[doi]`
  const words = writeQuery(query, dialect)
  if (words === '') return null
  const { from, to } = yearsOf(request)
  return from === null && to === null ? words : `(${words}) AND ${from ?? 1800}:${to ?? 3000}[dp]`
}
