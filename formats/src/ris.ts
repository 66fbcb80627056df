import type { Creator, Work } from '@scinav/contract'
import { cnkiText } from './cnki.ts'
import { cslDate, dateOf, looseDate, monthOf, normaliseDate } from './dates.ts'
import { type CslFields, finishWork } from './finish.ts'
import { normaliseArxiv, normaliseDoi, normalisePmcid, normalisePmid } from './identifiers.ts'
import { people, splitKeywords } from './names.ts'
import { pageRange } from './pages.ts'
import { degreeOf, type Kind, kindOf, knownKind } from './resource-types.ts'
import { affiliate, all, type Fields, first, parseTagged, type Tagger, type TagRules } from './tagged.ts'

/** Tags of the specification; only these are taken with a single blank before the hyphen, as CNKI writes. */
const known = new Set(
  'A1 A2 A3 A4 AB AD AN AU AV BT C1 C2 C3 C4 C5 C6 C7 C8 CA CN CP CT CY DA DB DO DP ED EP ER ET ID IS J1 J2 JA JF JO KW L1 L2 L3 L4 LA LB LK M1 M2 M3 N1 N2 NV OP PB PP PY RI RN RP SE SN SP ST T1 T2 T3 TA TI TT TY U1 U2 U3 U4 U5 UR VL VO Y1 Y2'.split(
    ' ',
  ),
)
const line = /^[\s\ufeff]*([A-Z][A-Z0-9])(\s{1,2})-(?:\s+(\S.*)?)?$/

const prose = 'AB N1 N2'.split(' ')

/**
 * A record whose first line has two blanks has them everywhere: in it `IS - …` is text of a wrapped line, and so is within
 * an abstract a formula before small letters, `O2  - consumed`.
 */
function risTagger(): Tagger {
  let isStrict = false
  let isInside = false
  let last = ''
  return (text) => {
    const found = line.exec(text)
    const [tag = '', value = ''] = [found?.[1], found?.[3]]
    const isWide = found?.[2] === '  '
    const isEnd = tag === 'ER' && value === ''
    const isFormula = prose.includes(last) && !known.has(tag) && /^\p{Ll}/u.test(value)
    const isTag = isEnd || (isWide ? !isFormula : known.has(tag) && !(isStrict && isInside))
    if (!found || !isTag) return null
    if (tag === 'TY') isStrict = isWide
    isInside = tag !== 'ER'
    last = tag
    return [tag, value]
  }
}

export const risRules: TagRules = {
  tagger: risTagger,
  begin: 'TY',
  end: 'ER',
  oneLine: 'TY ER VL VO IS CP SP EP PY Y1 Y2 DA SN DO LA ID NV'.split(' '),
  prose,
  essential: 'TI T1 CT BT AU A1'.split(' '),
}

/** A range or an uncertain year, else the year of the first date that has one, and the fullest of the dates in that year. */
function dateIn(fields: Fields): string | null {
  const dates = all(fields, 'PY', 'Y1', 'DA').filter((date) => !/received|accepted|revised/i.test(date))
  const unclear = dates.find((date) => looseDate(date) !== null)
  if (unclear !== undefined) return unclear
  const normal = dates.flatMap((date) => normaliseDate(date) ?? [])
  const year = normal[0]?.slice(0, 4)
  if (year === undefined) return dates[0] ?? null
  const fullest = normal
    .filter((date) => date.startsWith(year))
    .reduce((best, date) => (date.length > best.length ? date : best))
  const loose = first(fields, 'DA') ?? ''
  if (fullest.length > 4 || monthOf(loose) === null || /\d{4}/.test(loose)) return fullest
  return dateOf(year, monthOf(loose), /\d{1,2}/.exec(loose)?.[0])
}

function sourceIn(fields: Fields, kind: Kind): string | null {
  if (kind.type === 1 || kind.type === 3) return first(fields, 'JF', 'T2', 'JO', 'JA', 'J2', 'J1', 'BT')
  if (kind.type === 2 && !kind.csl) return null
  if (kind.type === 4) return null
  return first(fields, 'T2', 'BT', 'C3', 'JF', 'JO', 'JA')
}

function creatorsIn(fields: Fields, kind: Kind): Creator[] {
  return [
    ...people(all(fields, 'AU', 'A1')),
    ...people(all(fields, 'A2', 'ED'), 'editor'),
    ...people(all(fields, 'A3'), kind.type === 4 ? 'advisor' : 'editor'),
    ...people(all(fields, 'A4', 'TA'), 'translator'),
  ]
}

function addressesIn(fields: Fields, ...tags: string[]): string[] {
  return all(fields, ...tags)
    .flatMap((value) => value.split(/;\s*(?=https?:)|\s+/))
    .map((each) => each.trim())
}

function doiIn(fields: Fields): string | null {
  const said = all(fields, 'DO', 'DI').concat(
    all(fields, 'M3', 'N1').filter((value) => /^doi:/i.test(value.trim())),
  )
  return said.flatMap((value) => normaliseDoi(value) ?? [])[0] ?? null
}

/** PubMed Central puts its numbers into the user fields: `23690738[pmid]`. */
function identifiersIn(fields: Fields): Record<string, string | null> {
  const marked = (kind: string) =>
    all(fields, 'U1', 'U2', 'U3', 'AN', 'C2').find((value) => value.includes(`[${kind}]`))
  const accession = first(fields, 'AN') ?? ''
  const pubmed = /pubmed|medline/i.test(first(fields, 'DB') ?? '') ? accession : null
  const pmc = marked('pmcid') ?? (/^PMC\d+$/.test(accession) ? accession : first(fields, 'C2'))
  return {
    pmid: normalisePmid(marked('pmid') ?? pubmed),
    pmcid: pmc && /PMC\d/i.test(pmc) ? normalisePmcid(pmc) : null,
    wos: /^WOS:/.test(accession) ? accession : null,
    arxiv: normaliseArxiv(all(fields, 'M1', 'AN').find((value) => /^arxiv:/i.test(value.trim()))),
  }
}

function cslIn(fields: Fields, kind: Kind, source: string | null): CslFields {
  const short = first(fields, 'JA', 'J2', 'J1', 'JO')
  const genre = first(fields, 'M3')
  return {
    id: first(fields, 'ID'),
    'container-title-short': short === source ? null : short,
    'collection-title': kind.type === 2 && !kind.csl ? first(fields, 'T3', 'T2') : first(fields, 'T3'),
    edition: first(fields, 'ET'),
    section: first(fields, 'SE'),
    'title-short': first(fields, 'ST'),
    genre: genre && !/^(?:doi:|10\.)/i.test(genre) ? genre : null,
    'number-of-volumes': first(fields, 'NV'),
    note: all(fields, 'N1').join('\n'),
    'call-number': first(fields, 'CN'),
    source: first(fields, 'DB', 'DP'),
    accessed: cslDate(first(fields, 'Y2')),
  }
}

export function risWork(text: string): Work {
  const fields = parseTagged(text, risRules)
  const type = first(fields, 'TY')
  const kind = knownKind('ris', type) ?? kindOf('named', type)
  const creators = creatorsIn(fields, kind)
  const beside = affiliate(creators, all(fields, 'AD'))
  const source = sourceIn(fields, kind)
  const numbered = kind.type >= 6 && kind.type <= 8
  const number = numbered ? first(fields, 'IS', 'M1', 'SN') : null
  const addresses = addressesIn(fields, 'UR', 'LK', 'L2')
  return finishWork({
    kind,
    title: cnkiText(first(fields, 'TI', 'T1', 'CT')) ?? (kind.type === 2 ? first(fields, 'BT') : null),
    title_zh: first(fields, 'TT'),
    abstract: cnkiText(first(fields, 'AB', 'N2')),
    keywords: all(fields, 'KW').flatMap((value) => (/[;；\n]/.test(value) ? splitKeywords(value) : [value])),
    creators,
    source,
    volume: first(fields, 'VL', 'VO'),
    issue: numbered ? null : first(fields, 'IS', 'CP'),
    number,
    pages: pageRange(first(fields, 'SP'), first(fields, 'EP')) ?? first(fields, 'C7'),
    date: dateIn(fields),
    isbn: all(fields, 'SN')
      .filter((serial) => serial.trim() !== number)
      .join(' '),
    doi: doiIn(fields),
    url: addresses.find((each) => /^(?:https?:)?\/\//i.test(each)),
    pdf_url: addressesIn(fields, 'L1')[0],
    language: first(fields, 'LA'),
    publisher: first(fields, 'PB'),
    place: first(fields, 'CY', 'PP'),
    degree: kind.type === 4 ? degreeOf(first(fields, 'M3', 'U1')) : null,
    external_ids: identifiersIn(fields),
    csl: { ...cslIn(fields, kind, source), ...beside },
  })
}
