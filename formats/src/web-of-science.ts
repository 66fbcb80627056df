import type { Creator, Work } from '@scinav/contract'
import { dateOf, monthOf } from './dates.ts'
import { finishWork } from './finish.ts'
import { normaliseDoi, normalisePmid } from './identifiers.ts'
import { countOf } from './json-values.ts'
import { person } from './names.ts'
import { pageRange } from './pages.ts'
import { type Kind, kindOf } from './resource-types.ts'
import { all, type Fields, first, parseTagged, type TagRules } from './tagged.ts'

/** Web of Science's plain text: `PT J` … `ER`; a line that begins with blanks goes on with the field. */
export const wosRules: TagRules = {
  tagger: () => (text) => {
    const found = /^\ufeff?([A-Z][A-Z0-9])(?: (.*))?$/.exec(text)
    return found ? [found[1] ?? '', found[2] ?? ''] : null
  },
  begin: 'PT',
  end: 'ER',
  outside: ['FN', 'VR', 'EF'],
  perLine: ['AU', 'AF', 'BA', 'BF', 'BE', 'CR', 'C1'],
}

function joined(fields: Fields, ...tags: string[]): string | null {
  return first(fields, ...tags)?.replace(/(?:(?<!\s)\s+)?\n\s*/g, ' ') ?? null
}

/** `Mann, Richard S.; …/0000-0002-4749-2765; …` */
function orcidsIn(fields: Fields): Map<string, string> {
  const found = new Map<string, string>()
  for (const each of (joined(fields, 'OI') ?? '').split(';')) {
    const [name = '', orcid] = each.split('/')
    if (orcid) found.set(name.trim().toLowerCase(), orcid.trim())
  }
  return found
}

/** `[Mann, Richard S.; Guo, Z.] Columbia Univ, …`: whose institution it is stands before it. */
function affiliationsOf(name: string, institutions: readonly string[]): string[] {
  return institutions.flatMap((institution) => {
    const [, names, rest] = /^\[([^\]]*)\]\s*(\S.*)?$/.exec(institution) ?? []
    if (names === undefined) return institutions.length === 1 ? [institution] : []
    return names.split(';').some((each) => each.trim() === name) ? [rest ?? ''] : []
  })
}

function creatorsIn(fields: Fields): Creator[] {
  const full = all(fields, 'AF')
  const orcids = orcidsIn(fields)
  const institutions = all(fields, 'C1').map((each) => each.replace(/\.$/, ''))
  const authors = (full.length > 0 ? full : all(fields, 'AU')).map((name) => {
    const creator = person(name, 'author', affiliationsOf(name, institutions))
    const orcid = orcids.get(name.toLowerCase())
    return orcid ? { ...creator, orcid } : creator
  })
  return [...authors, ...all(fields, 'BE', 'ED').map((name) => person(name, 'editor'))]
}

function kindIn(fields: Fields): Kind {
  const kind = kindOf('wos', first(fields, 'PT'))
  const type = joined(fields, 'DT') ?? ''
  if (kind.type === 2 && /chapter/i.test(type)) return { type: 2, csl: 'chapter' }
  return kind
}

function referencesIn(fields: Fields): string[] {
  return all(fields, 'CR').flatMap((cited) => {
    const doi = normaliseDoi(/\bDOI \[?(10\.[^\s,\]]+)/.exec(cited)?.[1])
    return doi ? [`doi:${doi}`] : []
  })
}

/** `JUN 8`, `SEP-OCT`, `WIN`. */
function dateIn(fields: Fields): string | null {
  const day = first(fields, 'PD') ?? ''
  const month = monthOf(day)
  return (
    dateOf(first(fields, 'PY'), month, /-/.test(day) ? null : /\d{1,2}/.exec(day)?.[0]) ?? first(fields, 'PY')
  )
}

export function wosWork(text: string): Work {
  const fields = parseTagged(text, wosRules)
  const kind = kindIn(fields)
  const type = joined(fields, 'DT') ?? ''
  return finishWork({
    kind,
    title: joined(fields, 'TI'),
    abstract: joined(fields, 'AB'),
    keywords: [joined(fields, 'DE'), joined(fields, 'ID')].flatMap((list) => (list ?? '').split(';')),
    creators: creatorsIn(fields),
    source: joined(fields, 'SO'),
    volume: first(fields, 'VL'),
    issue: first(fields, 'IS', 'SI'),
    number: kind.type === 7 ? first(fields, 'PN') : null,
    pages: pageRange(first(fields, 'BP'), first(fields, 'EP')) ?? first(fields, 'AR'),
    date: dateIn(fields),
    isbn: first(fields, 'BN'),
    issn: [first(fields, 'SN'), first(fields, 'EI')].filter((each) => each).join(' '),
    doi: first(fields, 'DI', 'D2'),
    is_oa: (first(fields, 'OA') ?? '') !== '',
    language: first(fields, 'LA'),
    citation_count: countOf(first(fields, 'Z9', 'TC')),
    publisher: joined(fields, 'PU'),
    place: joined(fields, 'PI'),
    funds: (joined(fields, 'FU') ?? '').split(';'),
    status: /retracted publication/i.test(type) ? 'retracted' : 'normal',
    external_ids: { wos: first(fields, 'UT'), pmid: normalisePmid(first(fields, 'PM')) },
    reference_ids: referencesIn(fields),
    csl: {
      'container-title-short': first(fields, 'JI'),
      'collection-title': joined(fields, 'SE'),
      'event-title': joined(fields, 'CT'),
      'event-place': joined(fields, 'CL'),
      genre: type,
    },
  })
}
