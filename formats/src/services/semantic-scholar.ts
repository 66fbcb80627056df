import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeArxiv, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { toCreator } from '../fields/names.ts'
import { findKind, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  type JsonFields,
  parseObject,
  toCount,
  toFields,
  toList,
  toText,
  toTexts,
} from '../input/json-values.ts'
import type { WorkDraft } from '../work-draft.ts'

/**
 * Reads a record of Semantic Scholar's graph.
 *
 * @throws RecordFault when the text is not a JSON object or has no title.
 */
export function semanticScholarWork(text: string): Work {
  return finishWork(semanticScholarDraft(parseObject(text)))
}

/** Collects the fields of a record. */
function semanticScholarDraft(fields: JsonFields): WorkDraft {
  const ids = toFields(fields.externalIds)
  const journal = toFields(fields.journal)
  const venue = toFields(fields.publicationVenue)
  const source = toText(journal.name) || toText(venue.name) || toText(fields.venue) || null
  const free = toFields(fields.openAccessPdf)
  return {
    kind: readKind(fields, source),
    title: toText(fields.title)?.replace(/^\[PDF\]\s*/, ''),
    abstract: toText(fields.abstract),
    creators: toList(fields.authors).map((each) => toCreator(toText(toFields(each).name) ?? '')),
    source: /^arxiv\.org$/i.test(source ?? '') ? 'arXiv' : source,
    issn: toText(venue.issn),
    volume: toText(journal.volume)?.trim() ?? null,
    pages: readPages(journal),
    date: toText(fields.publicationDate) ?? toText(fields.year),
    doi: toText(ids.DOI),
    url: toText(fields.url),
    pdf_url: toText(free.url) || null,
    is_oa: fields.isOpenAccess === true,
    citation_count: toCount(fields.citationCount),
    external_ids: {
      arxiv: normalizeArxiv(toText(ids.ArXiv)),
      pmid: normalizePmid(toText(ids.PubMed)),
      pmcid: ids.PubMedCentral ? normalizePmcid(toText(ids.PubMedCentral)) : null,
      dblp: toText(ids.DBLP),
      acl: toText(ids.ACL),
      semantic_scholar: toText(fields.paperId),
    },
  }
}

const ARTICLE: WorkKind = { type: RESOURCE_TYPE.journalArticle }
const PREPRINT: WorkKind = { type: RESOURCE_TYPE.preprint }

/**
 * Returns the kind; the lists of Semantic Scholar start with the least specific one, so a rarer kind takes
 * precedence.
 */
function readKind(fields: JsonFields, source: string | null): WorkKind {
  if (/^arxiv(?:\.org|,|$)/i.test(source ?? '')) return PREPRINT
  const known = toTexts(fields.publicationTypes).flatMap((type) => findKind('semantic_scholar', type) ?? [])
  const kind = known.find(({ type }) => type !== RESOURCE_TYPE.journalArticle) ?? known[0]
  if (kind) return kind
  return source || !toFields(fields.externalIds).ArXiv ? ARTICLE : PREPRINT
}

/** Returns the pages without the spaces around the hyphen, `525-535` for `525 - 535`; null without pages. */
const readPages = (journal: JsonFields): string | null =>
  toText(journal.pages)
    ?.trim()
    .replace(/(?:(?<!\s)\s+)?[-–]\s*/g, '-') ?? null
