import type { Creator, Work } from '@scinav/contract'
import { finishWork } from './finish.ts'
import { normaliseDoi, normalisePmcid, normalisePmid } from './identifiers.ts'
import { bodyNamed, markOthers, person } from './names.ts'
import { type Kind, knownKind } from './resource-types.ts'
import { all, type Fields, first, parseTagged, type TagRules } from './tagged.ts'

/**
 * MEDLINE's tagged text, which PubMed saves as `.nbib`: tags of up to four letters, padded, then `- `; a line that goes
 * on with a value is indented.
 */
export const nbibRules: TagRules = {
  tagger: () => (text) => {
    const found = /^\ufeff?([A-Z][A-Z0-9]{1,3}) {0,2}-(?: (.*)|)$/.exec(text)
    return found ? [found[1] ?? '', found[2] ?? ''] : null
  },
  begin: 'PMID',
}

const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim()

/** Tags and values in their order, which says whose an affiliation is. */
function* entriesOf(text: string): Generator<[string, string]> {
  const tagOf = nbibRules.tagger()
  let current: [string, string] | undefined
  for (const line of text.split('\n')) {
    const found = tagOf(line)
    if (found && current) yield current
    if (found) current = [...found]
    else if (current) current[1] += ` ${line.trim()}`
  }
  if (current) yield current
}

/** The person or body that a tag names; null for tags of anything else. Full names where there are any. */
function creatorOf(fields: Fields, tag: string, value: string): Creator | null {
  if (tag === (fields.has('FAU') ? 'FAU' : 'AU')) return person(value)
  if (tag === (fields.has('FED') ? 'FED' : 'ED')) return person(value, 'editor')
  return tag === 'CN' ? { ...bodyNamed(value), role: 'author', affiliations: [] } : null
}

/** Affiliations and identifiers belong to the name before them. */
function creatorsIn(text: string, fields: Fields): Creator[] {
  const creators: Creator[] = []
  for (const [tag, value] of entriesOf(text)) {
    const creator = creatorOf(fields, tag, value.trim())
    const last = creators.at(-1)
    if (creator) creators.push(creator)
    else if (tag === 'AD') last?.affiliations.push(value.trim())
    else if (tag === 'AUID' && last && /orcid/i.test(value)) last.orcid = value
  }
  return markOthers(creators)
}

/** Titles end with a full stop that is not part of them; translated ones stand in brackets. */
function titleIn(value: string | null): string | null {
  const title = oneLine(value ?? '')
  const bare = /^\[.*\]\.?$/.test(title) ? title.replace(/^\[|\]\.?$/g, '') : title
  return bare.replace(/(?<!\.)\.$/, '') || null
}

function kindIn(fields: Fields): Kind {
  const known = all(fields, 'PT').flatMap((type) => knownKind('pubmed', type) ?? [])
  const rare = known.find(({ type }) => type !== 1)
  if (rare) return rare
  if (fields.has('BTI')) return fields.has('TI') ? { type: 2, csl: 'chapter' } : { type: 2 }
  return { type: 1 }
}

/** `10.5555/a [doi]`, `S0140 [pii]`. */
function located(fields: Fields, kind: 'doi' | 'pii'): string | null {
  const found = all(fields, 'LID', 'AID').find((value) => value.includes(`[${kind}]`))
  return found?.split('[', 1)[0]?.trim() ?? null
}

function statusIn(fields: Fields): Work['status'] {
  if (fields.has('RIN') || all(fields, 'PT').some((type) => /retracted publication/i.test(type)))
    return 'retracted'
  return fields.has('ECI') ? 'concern' : fields.has('EIN') ? 'corrected' : 'normal'
}

export function nbibWork(text: string): Work {
  const fields = parseTagged(text, nbibRules)
  const pmid = normalisePmid(first(fields, 'PMID'))
  const pmc = first(fields, 'PMC')
  const book = titleIn(first(fields, 'BTI'))
  const english = titleIn(first(fields, 'TI')) ?? book
  const own = titleIn(first(fields, 'TT'))
  return finishWork({
    kind: kindIn(fields),
    title: own ?? english,
    title_zh: own && english !== own ? english : null,
    abstract: first(fields, 'AB'),
    keywords: all(fields, 'OT', 'MH').map(
      (value) => oneLine(value).replace(/^\*/, '').split('/', 1)[0] ?? '',
    ),
    creators: creatorsIn(text, fields),
    source: oneLine(first(fields, 'JT', 'TA') ?? '') || (english === book ? null : book),
    volume: first(fields, 'VI'),
    issue: first(fields, 'IP'),
    pages: first(fields, 'PG') ?? located(fields, 'pii'),
    date: first(fields, 'DP', 'DEP'),
    isbn: all(fields, 'ISBN').join(' '),
    issn: all(fields, 'IS').join(' '),
    doi: normaliseDoi(located(fields, 'doi')),
    url: pmid ? `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` : null,
    language: first(fields, 'LA'),
    publisher: first(fields, 'PB'),
    // For journals it is the country, which nobody prints.
    place: book ? first(fields, 'PL') : null,
    funds: all(fields, 'GR').map(oneLine),
    status: statusIn(fields),
    external_ids: { pmid, pmcid: pmc ? normalisePmcid(pmc) : null },
    csl: {
      'container-title-short': first(fields, 'TA'),
      edition: first(fields, 'EN'),
      'collection-title': first(fields, 'CTI'),
    },
  })
}
