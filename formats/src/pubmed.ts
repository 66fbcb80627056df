import type { Creator, Work } from '@scinav/contract'
import { dateOf } from './dates.ts'
import { type Draft, finishWork } from './finish.ts'
import { normaliseDoi, normalisePmcid, normalisePmid } from './identifiers.ts'
import { bodyNamed, fromParts, withSuffix } from './names.ts'
import { type Kind, knownKind } from './resource-types.ts'
import {
  child,
  childrenOf,
  descendants,
  type Element,
  markupIn,
  parseXml,
  textIn,
  textsIn,
} from './xml-tree.ts'

/** `<PubmedArticle>` and `<PubmedBookArticle>` of the National Library of Medicine. */

function dateIn(date: Element | null): string | null {
  const year = textIn(child(date, 'Year'))
  if (year) return dateOf(year, textIn(child(date, 'Month')), textIn(child(date, 'Day'))) ?? year
  return textIn(child(date, 'MedlineDate'))
}

function creatorOf(author: Element, role: Creator['role']): Creator {
  const body = textIn(child(author, 'CollectiveName'))
  const given =
    textIn(child(author, 'ForeName')) ??
    textIn(child(author, 'FirstName')) ??
    textIn(child(author, 'Initials')) ??
    ''
  const parts = body === null ? fromParts(textIn(child(author, 'LastName')) ?? '', given) : bodyNamed(body)
  const suffix = textIn(child(author, 'Suffix'))
  const affiliations = [
    ...childrenOf(author, 'AffiliationInfo').flatMap((each) => textsIn(each, 'Affiliation')),
    ...textsIn(author, 'Affiliation'),
  ]
  const orcid = childrenOf(author, 'Identifier').find((each) => each.attributes.Source === 'ORCID')
  return {
    ...withSuffix(parts, suffix),
    role,
    affiliations,
    ...(orcid ? { orcid: textIn(orcid) ?? '' } : {}),
  }
}

function creatorsIn(parent: Element | null): Creator[] {
  return childrenOf(parent, 'AuthorList').flatMap((list) => {
    const role = list.attributes.Type === 'editors' ? 'editor' : 'author'
    return childrenOf(list, 'Author').map((author) => creatorOf(author, role))
  })
}

/** Titles end with a full stop that is not part of them; translated ones stand in brackets. */
function titleIn(element: Element | null): string | null {
  const title = markupIn(element)?.trim() ?? ''
  const bare = /^\[.*\]\.?$/s.test(title) ? title.replace(/^\[|\]\.?$/g, '') : title
  return bare.replace(/(?<!\.)\.$/, '') || null
}

function abstractIn(parent: Element | null): string | null {
  const parts = childrenOf(parent, 'AbstractText').map((part) => {
    const label = part.attributes.Label
    const text = markupIn(part)?.trim() ?? ''
    return label && label !== 'UNLABELLED' ? `${label}: ${text}` : text
  })
  return parts.length > 0 ? parts.join(' ') : null
}

function identifiersIn(list: Element | null): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const each of childrenOf(list, 'ArticleId')) ids[each.attributes.IdType ?? ''] = textIn(each) ?? ''
  return ids
}

function referencesIn(data: Element | null): string[] {
  return descendants(child(data, 'ReferenceList'), 'Reference').flatMap((reference) => {
    const ids = identifiersIn(child(reference, 'ArticleIdList'))
    const pmid = normalisePmid(ids.pubmed)
    if (pmid) return [`pmid:${pmid}`]
    const doi = normaliseDoi(ids.doi)
    return doi ? [`doi:${doi}`] : []
  })
}

const journalArticle: Kind = { type: 1 }

/** Every record is a journal article, too; the rarer type says more. */
function kindIn(types: readonly string[]): Kind {
  const known = types.flatMap((type) => knownKind('pubmed', type) ?? [])
  return known.find((kind) => kind.type !== 1) ?? journalArticle
}

function statusIn(types: readonly string[], citation: Element | null): Work['status'] {
  const notices = childrenOf(child(citation, 'CommentsCorrectionsList'), 'CommentsCorrections').map(
    (each) => each.attributes.RefType,
  )
  if (types.includes('Retracted Publication') || notices.includes('RetractionIn')) return 'retracted'
  if (notices.includes('ExpressionOfConcernIn')) return 'concern'
  return notices.includes('ErratumIn') ? 'corrected' : 'normal'
}

function keywordsIn(citation: Element | null): string[] {
  const own = childrenOf(citation, 'KeywordList').flatMap((list) => textsIn(list, 'Keyword'))
  const headings = childrenOf(child(citation, 'MeshHeadingList'), 'MeshHeading')
  return [...own, ...headings.map((each) => textIn(child(each, 'DescriptorName')) ?? '')]
}

function fundsIn(article: Element | null): string[] {
  return childrenOf(child(article, 'GrantList'), 'Grant').map((grant) => {
    return [textIn(child(grant, 'Agency')), textIn(child(grant, 'GrantID'))].filter((part) => part).join(' ')
  })
}

/** What a publisher calls the paper stands in for its pages where it is short: `e42692`. */
function articleNumber(pii: string | null): string | null {
  return pii !== null && /^[A-Za-z]{0,5}\d{0,9}$/.test(pii) ? pii : null
}

function articleDraft(record: Element): Draft {
  const citation = child(record, 'MedlineCitation')
  const article = child(citation, 'Article')
  const journal = child(article, 'Journal')
  const issue = child(journal, 'JournalIssue')
  const data = child(record, 'PubmedData')
  const ids = identifiersIn(child(data, 'ArticleIdList'))
  const located = childrenOf(article, 'ELocationID')
  const electronic = (type: string) => textIn(located.find((each) => each.attributes.EIdType === type))
  const types = textsIn(child(article, 'PublicationTypeList'), 'PublicationType')
  const pmid = normalisePmid(textIn(child(citation, 'PMID')) ?? ids.pubmed)
  const english = titleIn(child(article, 'ArticleTitle'))
  const own = titleIn(child(article, 'VernacularTitle'))
  return {
    kind: kindIn(types),
    title: own ?? english,
    title_zh: own && english !== own ? english : null,
    abstract: abstractIn(child(article, 'Abstract')),
    keywords: keywordsIn(citation),
    creators: creatorsIn(article),
    source: textIn(child(journal, 'Title')),
    volume: textIn(child(issue, 'Volume')),
    issue: textIn(child(issue, 'Issue')),
    pages: textIn(child(article, 'Pagination', 'MedlinePgn')) ?? articleNumber(electronic('pii')),
    date: dateIn(child(issue, 'PubDate')) ?? dateIn(child(article, 'ArticleDate')),
    issn: textIn(child(journal, 'ISSN')) ?? textIn(child(citation, 'MedlineJournalInfo', 'ISSNLinking')),
    doi: ids.doi ?? electronic('doi'),
    url: pmid ? `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` : null,
    language: textIn(child(article, 'Language')),
    funds: fundsIn(article),
    status: statusIn(types, citation),
    external_ids: { pmid, pmcid: ids.pmc ? normalisePmcid(ids.pmc) : null },
    reference_ids: referencesIn(data),
    csl: {
      'container-title-short': textIn(child(journal, 'ISOAbbreviation')),
      'original-title': own ? english : null,
    },
  }
}

function bookDraft(record: Element): Draft {
  const document = child(record, 'BookDocument')
  const book = child(document, 'Book')
  const chapter = titleIn(child(document, 'ArticleTitle'))
  const title = titleIn(child(book, 'BookTitle'))
  const ids = identifiersIn(child(document, 'ArticleIdList'))
  const own = creatorsIn(document)
  return {
    kind: chapter ? { type: 2, csl: 'chapter' } : { type: 2 },
    title: chapter ?? title,
    abstract: abstractIn(child(document, 'Abstract')),
    keywords: childrenOf(document, 'KeywordList').flatMap((list) => textsIn(list, 'Keyword')),
    creators:
      own.length > 0
        ? [...own, ...creatorsIn(book).filter((each) => each.role === 'editor')]
        : creatorsIn(book),
    source: chapter ? title : null,
    volume: textIn(child(book, 'Volume')),
    date: dateIn(child(book, 'PubDate')),
    isbn: textsIn(book, 'Isbn').join(' '),
    doi: ids.doi,
    url: ids.bookaccession ? `https://www.ncbi.nlm.nih.gov/books/${ids.bookaccession}/` : null,
    language: textIn(child(document, 'Language')),
    publisher: textIn(child(book, 'Publisher', 'PublisherName')),
    place: textIn(child(book, 'Publisher', 'PublisherLocation')),
    external_ids: { pmid: normalisePmid(textIn(child(document, 'PMID'))) },
    csl: {
      edition: textIn(child(book, 'Edition')),
      'collection-title': textIn(child(book, 'CollectionTitle')),
    },
  }
}

export function pubmedWork(text: string): Work {
  const record = parseXml(text)
  return finishWork(record.name === 'PubmedBookArticle' ? bookDraft(record) : articleDraft(record))
}
