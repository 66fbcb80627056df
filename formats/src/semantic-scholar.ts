import type { Work } from '@scinav/contract'
import { type Draft, finishWork } from './finish.ts'
import { normaliseArxiv, normalisePmcid, normalisePmid } from './identifiers.ts'
import { parseObject } from './json-lines.ts'
import { countOf, type Fields, fieldsOf, listOf, textOf, textsOf } from './json-values.ts'
import { person } from './names.ts'
import { type Kind, knownKind } from './resource-types.ts'

/** A record of Semantic Scholar's graph. Its lists of kinds begin with the vaguest: the rarer one says more. */

const article: Kind = { type: 1 }
const preprint: Kind = { type: 9 }

function kindOfWork(fields: Fields, source: string | null): Kind {
  if (/^arxiv(?:\.org|,|$)/i.test(source ?? '')) return preprint
  const known = textsOf(fields.publicationTypes).flatMap((type) => knownKind('semantic_scholar', type) ?? [])
  const kind = known.find(({ type }) => type !== 1) ?? known[0]
  if (kind) return kind
  return source || !fieldsOf(fields.externalIds).ArXiv ? article : preprint
}

/** `525 - 535` */
const pagesOf = (journal: Fields): string | null =>
  textOf(journal.pages)
    ?.trim()
    .replace(/(?:(?<!\s)\s+)?[-–]\s*/g, '-') ?? null

function semanticScholarDraft(fields: Fields): Draft {
  const ids = fieldsOf(fields.externalIds)
  const journal = fieldsOf(fields.journal)
  const venue = fieldsOf(fields.publicationVenue)
  const source = textOf(journal.name) || textOf(venue.name) || textOf(fields.venue) || null
  const free = fieldsOf(fields.openAccessPdf)
  return {
    kind: kindOfWork(fields, source),
    title: textOf(fields.title)?.replace(/^\[PDF\]\s*/, ''),
    abstract: textOf(fields.abstract),
    creators: listOf(fields.authors).map((each) => person(textOf(fieldsOf(each).name) ?? '')),
    source: /^arxiv\.org$/i.test(source ?? '') ? 'arXiv' : source,
    issn: textOf(venue.issn),
    volume: textOf(journal.volume)?.trim() ?? null,
    pages: pagesOf(journal),
    date: textOf(fields.publicationDate) ?? textOf(fields.year),
    doi: textOf(ids.DOI),
    url: textOf(fields.url),
    pdf_url: textOf(free.url) || null,
    is_oa: fields.isOpenAccess === true,
    citation_count: countOf(fields.citationCount),
    external_ids: {
      arxiv: normaliseArxiv(textOf(ids.ArXiv)),
      pmid: normalisePmid(textOf(ids.PubMed)),
      pmcid: ids.PubMedCentral ? normalisePmcid(textOf(ids.PubMedCentral)) : null,
      dblp: textOf(ids.DBLP),
      acl: textOf(ids.ACL),
      semantic_scholar: textOf(fields.paperId),
    },
  }
}

/** @throws RecordFault where the record is no JSON object or has no title. */
export function semanticScholarWork(text: string): Work {
  return finishWork(semanticScholarDraft(parseObject(text)))
}
