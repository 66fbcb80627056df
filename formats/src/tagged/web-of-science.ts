import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { isoDate, parseMonth } from '../fields/dates.ts'
import { normalizeDoi, normalizePmid } from '../fields/identifiers.ts'
import { toCreator } from '../fields/names.ts'
import { pageRange } from '../fields/pages.ts'
import { kindOrOther, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { toCount } from '../input/json-values.ts'
import { allValues, firstValue, parseTagged, type TaggedFields, type TagRules } from '../input/tagged.ts'

/** Matches a line with a tag, and captures the tag and its value: `AU Mann, RS`, `ER`. */
const TAG_LINE = /^\ufeff?([A-Z][A-Z0-9])(?: (.*))?$/

/** Rules of Web of Science's plain text: `PT J` … `ER`; a line that starts with spaces continues the field. */
export const wosRules: TagRules = {
  tagger: () => (text) => {
    const match = TAG_LINE.exec(text)
    return match ? [match[1] ?? '', match[2] ?? ''] : null
  },
  begin: 'PT',
  end: 'ER',
  outside: ['FN', 'VR', 'EF'],
  perLine: ['AU', 'AF', 'BA', 'BF', 'BE', 'CR', 'C1'],
}

/**
 * Reads a record of Web of Science.
 *
 * @throws RecordFault when there is no title.
 */
export function wosWork(text: string): Work {
  const fields = parseTagged(text, wosRules)
  const kind = readKind(fields)
  const type = joinedValue(fields, 'DT') ?? ''
  return finishWork({
    kind,
    title: joinedValue(fields, 'TI'),
    abstract: joinedValue(fields, 'AB'),
    keywords: [joinedValue(fields, 'DE'), joinedValue(fields, 'ID')].flatMap((list) =>
      (list ?? '').split(';'),
    ),
    creators: readCreators(fields),
    source: joinedValue(fields, 'SO'),
    volume: firstValue(fields, 'VL'),
    issue: firstValue(fields, 'IS', 'SI'),
    number: kind.type === RESOURCE_TYPE.patent ? firstValue(fields, 'PN') : null,
    pages: pageRange(firstValue(fields, 'BP'), firstValue(fields, 'EP')) ?? firstValue(fields, 'AR'),
    date: readDate(fields),
    isbn: firstValue(fields, 'BN'),
    issn: [firstValue(fields, 'SN'), firstValue(fields, 'EI')].filter((each) => each).join(' '),
    doi: firstValue(fields, 'DI', 'D2'),
    is_oa: (firstValue(fields, 'OA') ?? '') !== '',
    language: firstValue(fields, 'LA'),
    citation_count: toCount(firstValue(fields, 'Z9', 'TC')),
    publisher: joinedValue(fields, 'PU'),
    place: joinedValue(fields, 'PI'),
    funds: (joinedValue(fields, 'FU') ?? '').split(';'),
    status: /retracted publication/i.test(type) ? 'retracted' : 'normal',
    external_ids: { wos: firstValue(fields, 'UT'), pmid: normalizePmid(firstValue(fields, 'PM')) },
    reference_ids: readReferences(fields),
    csl: {
      'container-title-short': firstValue(fields, 'JI'),
      'collection-title': joinedValue(fields, 'SE'),
      'event-title': joinedValue(fields, 'CT'),
      'event-place': joinedValue(fields, 'CL'),
      genre: type,
    },
  })
}

/** Returns the kind by the type of publication (`PT`), and chapters by the type of the document (`DT`). */
function readKind(fields: TaggedFields): WorkKind {
  const kind = kindOrOther('wos', firstValue(fields, 'PT'))
  const type = joinedValue(fields, 'DT') ?? ''
  if (kind.type === RESOURCE_TYPE.book && /chapter/i.test(type))
    return { type: RESOURCE_TYPE.book, csl: 'chapter' }
  return kind
}

/** Returns the first non-blank value of the tags with its lines joined by spaces; null where there is none. */
function joinedValue(fields: TaggedFields, ...tags: string[]): string | null {
  return firstValue(fields, ...tags)?.replace(/(?:(?<!\s)\s+)?\n\s*/g, ' ') ?? null
}

/** Reads the authors, in full where the record has full names, and the editors. */
function readCreators(fields: TaggedFields): Creator[] {
  const full = allValues(fields, 'AF')
  const orcids = readOrcids(fields)
  const institutions = allValues(fields, 'C1').map((each) => each.replace(/\.$/, ''))
  const authors = (full.length > 0 ? full : allValues(fields, 'AU')).map((name) => {
    const creator = toCreator(name, 'author', findAffiliations(name, institutions))
    const orcid = orcids.get(name.toLowerCase())
    return orcid ? { ...creator, orcid } : creator
  })
  return [...authors, ...allValues(fields, 'BE', 'ED').map((name) => toCreator(name, 'editor'))]
}

/** Returns the ORCID iDs by name in lower case: `Mann, Richard S.; …/0000-0002-4749-2765; …` */
function readOrcids(fields: TaggedFields): Map<string, string> {
  const orcids = new Map<string, string>()
  for (const each of (joinedValue(fields, 'OI') ?? '').split(';')) {
    const [name = '', orcid] = each.split('/')
    if (orcid) orcids.set(name.trim().toLowerCase(), orcid.trim())
  }
  return orcids
}

/**
 * Returns the institutions of a person. Each is preceded by its members,
 * `[Mann, Richard S.; Guo, Z.] Columbia Univ, …`; a single one without members is that of everybody.
 */
function findAffiliations(name: string, institutions: readonly string[]): string[] {
  return institutions.flatMap((institution) => {
    const [, names, rest] = /^\[([^\]]*)\]\s*(\S.*)?$/.exec(institution) ?? []
    if (names === undefined) return institutions.length === 1 ? [institution] : []
    return names.split(';').some((each) => each.trim() === name) ? [rest ?? ''] : []
  })
}

/** Returns the date from the year (`PY`) and the day (`PD`): `JUN 8`, `SEP-OCT` (the first month counts) or `WIN`. */
function readDate(fields: TaggedFields): string | null {
  const day = firstValue(fields, 'PD') ?? ''
  const month = parseMonth(day)
  return (
    isoDate(firstValue(fields, 'PY'), month, /-/.test(day) ? null : /\d{1,2}/.exec(day)?.[0]) ??
    firstValue(fields, 'PY')
  )
}

/** Returns the cited works that have a DOI, as `doi:10.…`; the other lines of `CR` are not read. */
function readReferences(fields: TaggedFields): string[] {
  return allValues(fields, 'CR').flatMap((cited) => {
    const doi = normalizeDoi(/\bDOI \[?(10\.[^\s,\]]+)/.exec(cited)?.[1])
    return doi ? [`doi:${doi}`] : []
  })
}
