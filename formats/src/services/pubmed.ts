// Reads a `<PubmedArticle>` or `<PubmedBookArticle>` of the National Library of Medicine.
import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeDoi, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { findKind, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  child,
  childrenOf,
  childTexts,
  descendants,
  innerText,
  parseXml,
  type XmlElement,
} from '../input/xml-tree.ts'
import type { WorkDraft } from '../work-draft.ts'
import { readAbstract, readCreators, readDate, readIdentifiers, readTitle } from './pubmed-elements.ts'

/**
 * Reads a record of PubMed.
 *
 * @throws RecordFault when the XML is malformed or has no title.
 */
export function pubmedWork(text: string): Work {
  const record = parseXml(text)
  return finishWork(record.name === 'PubmedBookArticle' ? bookDraft(record) : articleDraft(record))
}

/** Reads a book, or a chapter when the record has a title of its own within the book. */
function bookDraft(record: XmlElement): WorkDraft {
  const document = child(record, 'BookDocument')
  const book = child(document, 'Book')
  const chapter = readTitle(child(document, 'ArticleTitle'))
  const title = readTitle(child(book, 'BookTitle'))
  const ids = readIdentifiers(child(document, 'ArticleIdList'))
  const chapterCreators = readCreators(document)
  return {
    kind: chapter ? { type: RESOURCE_TYPE.book, csl: 'chapter' } : { type: RESOURCE_TYPE.book },
    title: chapter ?? title,
    abstract: readAbstract(child(document, 'Abstract')),
    keywords: childrenOf(document, 'KeywordList').flatMap((list) => childTexts(list, 'Keyword')),
    creators:
      chapterCreators.length > 0
        ? [...chapterCreators, ...readCreators(book).filter((each) => each.role === 'editor')]
        : readCreators(book),
    source: chapter ? title : null,
    volume: innerText(child(book, 'Volume')),
    date: readDate(child(book, 'PubDate')),
    isbn: childTexts(book, 'Isbn').join(' '),
    doi: ids.doi,
    url: ids.bookaccession ? `https://www.ncbi.nlm.nih.gov/books/${ids.bookaccession}/` : null,
    language: innerText(child(document, 'Language')),
    publisher: innerText(child(book, 'Publisher', 'PublisherName')),
    place: innerText(child(book, 'Publisher', 'PublisherLocation')),
    external_ids: { pmid: normalizePmid(innerText(child(document, 'PMID'))) },
    csl: {
      edition: innerText(child(book, 'Edition')),
      'collection-title': innerText(child(book, 'CollectionTitle')),
    },
  }
}

/** Reads an article of a journal, with its own title where the record has one besides the English one. */
function articleDraft(record: XmlElement): WorkDraft {
  const citation = child(record, 'MedlineCitation')
  const article = child(citation, 'Article')
  const journal = child(article, 'Journal')
  const issue = child(journal, 'JournalIssue')
  const data = child(record, 'PubmedData')
  const ids = readIdentifiers(child(data, 'ArticleIdList'))
  const locations = childrenOf(article, 'ELocationID')
  /** Returns the location of a type, `doi` or `pii`: the identifier of the publisher. */
  const locationOf = (type: string) => innerText(locations.find((each) => each.attributes.EIdType === type))
  const types = childTexts(child(article, 'PublicationTypeList'), 'PublicationType')
  const pmid = normalizePmid(innerText(child(citation, 'PMID')) ?? ids.pubmed)
  const english = readTitle(child(article, 'ArticleTitle'))
  const original = readTitle(child(article, 'VernacularTitle'))
  return {
    kind: readKind(types),
    title: original ?? english,
    // A translated title, which `finishWork` keeps in `translated-title` unless it is Chinese.
    title_zh: original && english !== original ? english : null,
    abstract: readAbstract(child(article, 'Abstract')),
    keywords: readKeywords(citation),
    creators: readCreators(article),
    source: innerText(child(journal, 'Title')),
    volume: innerText(child(issue, 'Volume')),
    issue: innerText(child(issue, 'Issue')),
    pages: innerText(child(article, 'Pagination', 'MedlinePgn')) ?? articleNumberOf(locationOf('pii')),
    date: readDate(child(issue, 'PubDate')) ?? readDate(child(article, 'ArticleDate')),
    issn:
      innerText(child(journal, 'ISSN')) ?? innerText(child(citation, 'MedlineJournalInfo', 'ISSNLinking')),
    doi: ids.doi ?? locationOf('doi'),
    url: pmid ? `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` : null,
    language: innerText(child(article, 'Language')),
    funds: readFunds(article),
    status: readStatus(types, citation),
    external_ids: { pmid, pmcid: ids.pmc ? normalizePmcid(ids.pmc) : null },
    reference_ids: readReferences(data),
    csl: {
      'container-title-short': innerText(child(journal, 'ISOAbbreviation')),
    },
  }
}

/** The kind of a record of no rarer type. */
const JOURNAL_ARTICLE: WorkKind = { type: RESOURCE_TYPE.journalArticle }

/** Returns the kind; every record is a journal article too, so a rarer type takes precedence. */
function readKind(types: readonly string[]): WorkKind {
  const known = types.flatMap((type) => findKind('pubmed', type) ?? [])
  return known.find((kind) => kind.type !== RESOURCE_TYPE.journalArticle) ?? JOURNAL_ARTICLE
}

/** Returns the keywords of the authors, then the subject headings (MeSH). */
function readKeywords(citation: XmlElement | null): string[] {
  const authorKeywords = childrenOf(citation, 'KeywordList').flatMap((list) => childTexts(list, 'Keyword'))
  const headings = childrenOf(child(citation, 'MeshHeadingList'), 'MeshHeading')
  return [...authorKeywords, ...headings.map((each) => innerText(child(each, 'DescriptorName')) ?? '')]
}

/**
 * Returns a publisher's identifier if it is short, such as `e42692`, and takes the place of missing pages; else null.
 */
function articleNumberOf(pii: string | null): string | null {
  return pii !== null && /^[A-Za-z]{0,5}\d{0,9}$/.test(pii) ? pii : null
}

/** Returns each grant as agency and number. */
function readFunds(article: XmlElement | null): string[] {
  return childrenOf(child(article, 'GrantList'), 'Grant').map((grant) => {
    return [innerText(child(grant, 'Agency')), innerText(child(grant, 'GrantID'))]
      .filter((part) => part)
      .join(' ')
  })
}

/** Returns the most serious status that the publication types and notices state. */
function readStatus(types: readonly string[], citation: XmlElement | null): Work['status'] {
  const notices = childrenOf(child(citation, 'CommentsCorrectionsList'), 'CommentsCorrections').map(
    (each) => each.attributes.RefType,
  )
  if (types.includes('Retracted Publication') || notices.includes('RetractionIn')) return 'retracted'
  if (notices.includes('ExpressionOfConcernIn')) return 'concern'
  return notices.includes('ErratumIn') ? 'corrected' : 'normal'
}

/** Returns the keys of the references: PMID, or else DOI; references with neither are left out. */
function readReferences(data: XmlElement | null): string[] {
  return descendants(child(data, 'ReferenceList'), 'Reference').flatMap((reference) => {
    const ids = readIdentifiers(child(reference, 'ArticleIdList'))
    const pmid = normalizePmid(ids.pubmed)
    if (pmid) return [`pmid:${pmid}`]
    const doi = normalizeDoi(ids.doi)
    return doi ? [`doi:${doi}`] : []
  })
}
