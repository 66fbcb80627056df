import { expect, test } from 'vitest'
import { semanticScholarWork } from './semantic-scholar.ts'

const record = {
  paperId: 'abc',
  externalIds: { DOI: '10.1000/X', ArXiv: '2304.05376', PubMed: '38799228', PubMedCentral: '11116106' },
  title: '[PDF] Tools for chemistry',
  abstract: 'We add tools.',
  venue: 'J. Chem.',
  journal: { name: 'Journal of Chemistry', pages: '525 - 535', volume: ' 6 ' },
  publicationTypes: ['JournalArticle', 'Review'],
  publicationDate: '2024-05-08',
  year: 2024,
  citationCount: 12,
  isOpenAccess: true,
  openAccessPdf: { url: 'https://example.org/a.pdf' },
  authors: [{ name: 'Andrés M Bran' }],
}

test('a record of Semantic Scholar becomes a paper with all its names', () => {
  expect(semanticScholarWork(JSON.stringify(record))).toMatchObject({
    resource_type: 1,
    title: 'Tools for chemistry',
    abstract: 'We add tools.',
    basic_sourcename: 'Journal of Chemistry',
    basic_source_vo: '6',
    basic_page: '525-535',
    publish_date: '2024-05-08',
    doi: '10.1000/x',
    pdf_url: 'https://example.org/a.pdf',
    is_oa: true,
    citation_count: 12,
    external_ids: { arxiv: '2304.05376', pmid: '38799228', pmcid: 'PMC11116106', semantic_scholar: 'abc' },
    creators: [{ name: 'Andrés M Bran', family: 'Bran' }],
  })
})

test.each([
  [{ publicationTypes: ['JournalArticle', 'Conference'] }, 5],
  [{ publicationTypes: ['JournalArticle'], journal: { name: 'ArXiv' } }, 9],
  [{ publicationTypes: null, journal: null, venue: '' }, 9],
  [{ publicationTypes: null, journal: null, venue: 'Nature' }, 1],
])('what it is, is told by %o', (fields, resource_type) => {
  expect(semanticScholarWork(JSON.stringify({ ...record, ...fields })).resource_type).toBe(resource_type)
})
