import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { isoDate, looseDate, normalizeDate, parseMonth, toCslDate } from '../fields/dates.ts'
import { normalizeArxiv, normalizeDoi, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { splitKeywords, toCreators } from '../fields/name-lists.ts'
import { pageRange } from '../fields/pages.ts'
import {
  findKind,
  isNumberedKind,
  isWholeBook,
  kindOrOther,
  parseDegree,
  type WorkKind,
} from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  allValues,
  assignAffiliations,
  firstValue,
  parseTagged,
  type TaggedFields,
  type Tagger,
  type TagRules,
} from '../input/tagged.ts'
import type { CslFields } from '../work-draft.ts'
import { cleanCnkiText } from './cnki.ts'

/** Tags of long text, which programs wrap. */
const PROSE_TAGS = 'AB N1 N2'.split(' ')

/** Rules of RIS. */
export const risRules: TagRules = {
  tagger: createRisTagger,
  begin: 'TY',
  end: 'ER',
  oneLine: 'TY ER VL VO IS CP SP EP PY Y1 Y2 DA SN DO LA ID NV'.split(' '),
  prose: PROSE_TAGS,
  essential: 'TI T1 CT BT AU A1'.split(' '),
}

/** Tags of the specification; only these are accepted with a single space before the hyphen, as CNKI writes it. */
const KNOWN_TAGS = new Set(
  'A1 A2 A3 A4 AB AD AN AU AV BT C1 C2 C3 C4 C5 C6 C7 C8 CA CN CP CT CY DA DB DO DP ED EP ER ET ID IS J1 J2 JA JF JO KW L1 L2 L3 L4 LA LB LK M1 M2 M3 N1 N2 NV OP PB PP PY RI RN RP SE SN SP ST T1 T2 T3 TA TI TT TY U1 U2 U3 U4 U5 UR VL VO Y1 Y2'.split(
    ' ',
  ),
)
/** Matches a line with a tag, `AU  - Smith, J`, or `ER  - ` without a value; captures tag, spaces and value. */
const TAGGED_LINE = /^[\s\ufeff]*([A-Z][A-Z0-9])(\s{1,2})-(?:\s+(\S.*)?)?$/

/**
 * Returns a tagger of RIS. If the first line of a record has two spaces, all of its tags do, so that `IS - …` is text
 * of a wrapped line. Within an abstract, a formula before lower-case text, `O2  - consumed`, is not a tag either.
 */
function createRisTagger(): Tagger {
  let isStrict = false
  let isInRecord = false
  let lastTag = ''
  const isTag = (tag: string, value: string, hasTwoSpaces: boolean): boolean => {
    if (tag === 'ER' && value === '') return true
    if (!hasTwoSpaces) return KNOWN_TAGS.has(tag) && !(isStrict && isInRecord)
    return !PROSE_TAGS.includes(lastTag) || KNOWN_TAGS.has(tag) || !/^\p{Ll}/u.test(value)
  }
  return (text) => {
    const [whole, tag = '', blanks, value = ''] = TAGGED_LINE.exec(text) ?? []
    const hasTwoSpaces = blanks === '  '
    if (whole === undefined || !isTag(tag, value, hasTwoSpaces)) return null
    if (tag === 'TY') isStrict = hasTwoSpaces
    isInRecord = tag !== 'ER'
    lastTag = tag
    return [tag, value]
  }
}

/**
 * Reads a record of RIS.
 *
 * @throws RecordFault when there is no title.
 */
export function risWork(text: string): Work {
  const fields = parseTagged(text, risRules)
  const type = firstValue(fields, 'TY')
  const kind = findKind('ris', type) ?? kindOrOther('named', type)
  const creators = readCreators(fields, kind)
  const unassigned = assignAffiliations(creators, allValues(fields, 'AD'))
  const source = readSource(fields, kind)
  const isNumbered = isNumberedKind(kind)
  const number = isNumbered ? firstValue(fields, 'IS', 'M1', 'SN') : null
  const addresses = readAddresses(fields, 'UR', 'LK', 'L2')
  return finishWork({
    kind,
    title:
      cleanCnkiText(firstValue(fields, 'TI', 'T1', 'CT')) ??
      (kind.type === RESOURCE_TYPE.book ? firstValue(fields, 'BT') : null),
    title_zh: firstValue(fields, 'TT'),
    abstract: cleanCnkiText(firstValue(fields, 'AB', 'N2')),
    keywords: allValues(fields, 'KW').flatMap((value) =>
      /[;；\n]/.test(value) ? splitKeywords(value) : [value],
    ),
    creators,
    source,
    volume: firstValue(fields, 'VL', 'VO'),
    issue: isNumbered ? null : firstValue(fields, 'IS', 'CP'),
    number,
    pages: pageRange(firstValue(fields, 'SP'), firstValue(fields, 'EP')) ?? firstValue(fields, 'C7'),
    date: readDate(fields),
    isbn: allValues(fields, 'SN')
      .filter((serial) => serial.trim() !== number)
      .join(' '),
    doi: readDoi(fields),
    url: addresses.find((each) => /^(?:https?:)?\/\//i.test(each)),
    pdf_url: readAddresses(fields, 'L1')[0],
    language: firstValue(fields, 'LA'),
    publisher: firstValue(fields, 'PB'),
    place: firstValue(fields, 'CY', 'PP'),
    degree: kind.type === RESOURCE_TYPE.thesis ? parseDegree(firstValue(fields, 'M3', 'U1')) : null,
    external_ids: readIdentifiers(fields),
    csl: { ...readCslFields(fields, kind, source), ...unassigned },
  })
}

/** Reads the creators; the third authors of a thesis are its advisors. */
function readCreators(fields: TaggedFields, kind: WorkKind): Creator[] {
  return [
    ...toCreators(allValues(fields, 'AU', 'A1')),
    ...toCreators(allValues(fields, 'A2', 'ED'), 'editor'),
    ...toCreators(allValues(fields, 'A3'), kind.type === RESOURCE_TYPE.thesis ? 'advisor' : 'editor'),
    ...toCreators(allValues(fields, 'A4', 'TA'), 'translator'),
  ]
}

/** Returns the title of the journal, newspaper or volume in which a work appeared; null for books and theses. */
function readSource(fields: TaggedFields, kind: WorkKind): string | null {
  if (kind.type === RESOURCE_TYPE.journalArticle || kind.type === RESOURCE_TYPE.newspaperArticle)
    return firstValue(fields, 'JF', 'T2', 'JO', 'JA', 'J2', 'J1', 'BT')
  if (isWholeBook(kind) || kind.type === RESOURCE_TYPE.thesis) return null
  return firstValue(fields, 'T2', 'BT', 'C3', 'JF', 'JO', 'JA')
}

/** Returns addresses, of which one field may hold several. */
function readAddresses(fields: TaggedFields, ...tags: string[]): string[] {
  return allValues(fields, ...tags)
    .flatMap((value) => value.split(/;\s*(?=https?:)|\s+/))
    .map((each) => each.trim())
}

/** Returns a range or an uncertain year; else the most complete date in the year of the first date that has one. */
function readDate(fields: TaggedFields): string | null {
  const dates = allValues(fields, 'PY', 'Y1', 'DA').filter((date) => !/received|accepted|revised/i.test(date))
  const rangeOrUncertain = dates.find((date) => looseDate(date) !== null)
  if (rangeOrUncertain !== undefined) return rangeOrUncertain
  const normal = dates.flatMap((date) => normalizeDate(date) ?? [])
  const year = normal[0]?.slice(0, 4)
  if (year === undefined) return dates[0] ?? null
  const fullest = normal
    .filter((date) => date.startsWith(year))
    .reduce((best, date) => (date.length > best.length ? date : best))
  // `DA  - 8 June` beside `PY  - 2004`.
  const monthAndDay = firstValue(fields, 'DA') ?? ''
  const hasOnlyYear = fullest.length === 'YYYY'.length
  if (!hasOnlyYear || parseMonth(monthAndDay) === null || /\d{4}/.test(monthAndDay)) return fullest
  return isoDate(year, parseMonth(monthAndDay), /\d{1,2}/.exec(monthAndDay)?.[0])
}

/** Returns the DOI, which some programs put into a field for notes: `doi:10.…`. */
function readDoi(fields: TaggedFields): string | null {
  const candidates = allValues(fields, 'DO', 'DI').concat(
    allValues(fields, 'M3', 'N1').filter((value) => /^doi:/i.test(value.trim())),
  )
  return candidates.flatMap((value) => normalizeDoi(value) ?? [])[0] ?? null
}

/** Returns the identifiers; PubMed Central puts them into user fields: `23690738[pmid]`. */
function readIdentifiers(fields: TaggedFields): Record<string, string | null> {
  const findMarked = (kind: string) =>
    allValues(fields, 'U1', 'U2', 'U3', 'AN', 'C2').find((value) => value.includes(`[${kind}]`))
  const accession = firstValue(fields, 'AN') ?? ''
  const pubmed = /pubmed|medline/i.test(firstValue(fields, 'DB') ?? '') ? accession : null
  const pmc = findMarked('pmcid') ?? (/^PMC\d+$/.test(accession) ? accession : firstValue(fields, 'C2'))
  return {
    pmid: normalizePmid(findMarked('pmid') ?? pubmed),
    pmcid: pmc && /PMC\d/i.test(pmc) ? normalizePmcid(pmc) : null,
    wos: /^WOS:/.test(accession) ? accession : null,
    arxiv: normalizeArxiv(allValues(fields, 'M1', 'AN').find((value) => /^arxiv:/i.test(value.trim()))),
  }
}

/** Returns the fields that a `Work` has no columns for; a short journal title only where it differs from `source`. */
function readCslFields(fields: TaggedFields, kind: WorkKind, source: string | null): CslFields {
  const short = firstValue(fields, 'JA', 'J2', 'J1', 'JO')
  const genre = firstValue(fields, 'M3')
  return {
    id: firstValue(fields, 'ID'),
    'container-title-short': short === source ? null : short,
    'collection-title': isWholeBook(kind) ? firstValue(fields, 'T3', 'T2') : firstValue(fields, 'T3'),
    edition: firstValue(fields, 'ET'),
    section: firstValue(fields, 'SE'),
    'title-short': firstValue(fields, 'ST'),
    genre: genre && !/^(?:doi:|10\.)/i.test(genre) ? genre : null,
    'number-of-volumes': firstValue(fields, 'NV'),
    note: allValues(fields, 'N1').join('\n'),
    'call-number': firstValue(fields, 'CN'),
    source: firstValue(fields, 'DB', 'DP'),
    accessed: toCslDate(firstValue(fields, 'Y2')),
  }
}
