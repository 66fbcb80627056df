// Reads Scopus's plain text: a line of names, the title, the line with year and source, then lines with a label.
import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { toCreators } from '../fields/name-lists.ts'
import { findKind, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { RecordFault } from '../format.ts'
import type { EntryStart } from '../input/entries.ts'
import { toCount } from '../input/json-values.ts'

/** Matches the line with year and source: `(2013) Journal, 3 (2), pp. 5-9.` */
const YEAR_LINE = /^\(((?:1[89]|20)\d{2})\) (.*)$/
/** Matches a line with its label: `ABSTRACT: …` */
const LABELED_LINE = /^([A-Z][A-Z &/]{2,40}):(.*)$/

/**
 * Returns a test for the start of an entry: a line after a blank one that is not a field, year or address, once the
 * previous entry has its year.
 */
export function scopusStart(): EntryStart {
  let isBehindBlank = false
  let isDated = true
  return (line) => {
    const isBlank = line.trim() === ''
    const isPlain = !isBlank && !LABELED_LINE.test(line) && !/^(?:https?:|\()/.test(line)
    const begins = isBehindBlank && isPlain && isDated
    if (begins) isDated = false
    isDated ||= YEAR_LINE.test(line)
    isBehindBlank = isBlank
    return begins
  }
}

/**
 * Reads a record of Scopus's plain text.
 *
 * @throws RecordFault when no line contains year and source, or there is no title.
 */
export function scopusWork(text: string): Work {
  const lines = text.split('\n').map((each) => each.trim())
  const at = lines.findIndex((line) => YEAR_LINE.test(line))
  const [, year, printed = ''] = YEAR_LINE.exec(lines[at] ?? '') ?? []
  if (year === undefined) throw new RecordFault('没有找到年份和来源')
  const { names, title } = parseHead(lines.slice(0, at))
  const labels = readLabels(lines.slice(at + 1))
  return finishWork({
    kind: readKind(labels),
    title,
    creators: toCreators(names === '' ? [] : [names]),
    date: year,
    ...parseSource(printed),
    citation_count: toCount(/Cited (\d+) time/i.exec(printed)?.[1]),
    abstract: labels.get('ABSTRACT'),
    keywords: `${labels.get('AUTHOR KEYWORDS') ?? ''};${labels.get('INDEX KEYWORDS') ?? ''}`.split(';'),
    doi: labels.get('DOI'),
    url: labels.get('URL'),
    isbn: labels.get('ISBN'),
    issn: labels.get('ISSN'),
    language: labels.get('LANGUAGE OF ORIGINAL DOCUMENT'),
    publisher: labels.get('PUBLISHER'),
    csl: { 'container-title-short': labels.get('ABBREVIATED SOURCE TITLE') },
  })
}

/**
 * Splits the lines before the year into names, `Elv, S., Moe, F.`, and title; identifiers and full names between them
 * are skipped.
 */
function parseHead(lines: readonly string[]): { names: string; title: string } {
  const [first = '', ...others] = lines.filter((line) => !/^(?:[\d; ]+|AUTHOR FULL NAMES:.*|)$/.test(line))
  if (others.length === 0) return { names: '', title: first }
  return { names: /^\[?no author/i.test(first) ? '' : first, title: others.join(' ') }
}

/** Returns the labeled values, `ABSTRACT: …`, with their continuation lines. */
function readLabels(lines: readonly string[]): Map<string, string> {
  const labels = new Map<string, string>()
  let label = ''
  for (const line of lines) {
    const [whole, name = '', value = ''] = LABELED_LINE.exec(line) ?? []
    if (whole !== undefined) {
      label = name
      labels.set(label, value.trim())
    } else if (/^https?:/.test(line)) labels.set('URL', line)
    else if (label !== '') labels.set(label, `${labels.get(label) ?? ''} ${line}`.trim())
  }
  return labels
}

/** Returns the kind by `DOCUMENT TYPE`; a journal article where it is missing or unknown. */
function readKind(labels: Map<string, string>): WorkKind {
  const type = labels.get('DOCUMENT TYPE') ?? 'Article'
  const known = findKind('named', type) ?? findKind('pubmed', type)
  if (known) return known
  return { type: /conference/i.test(type) ? RESOURCE_TYPE.conferencePaper : RESOURCE_TYPE.journalArticle }
}

/** Where a work was published. */
interface ScopusSource {
  source: string
  volume?: string | undefined
  issue?: string | undefined
  pages?: string | undefined
}

/** Parses `Journal of Weirs, 3 (2), pp. 5-9.` */
function parseSource(printed: string): ScopusSource {
  const [plain = ''] = printed.split(/Cited \d+ time/i)
  const parts = plain.trim().replace(/\.$/, '').split(', ')
  // The first part that is no longer the name of the journal: volume, article number or pages.
  const at = parts.findIndex(
    (part, i) => i > 0 && /^(?:[\w-]{0,12} ?\(|\d[\w-]{0,11}$|art\.|pp?\.)/i.test(part),
  )
  const numbers = at < 0 ? [] : parts.slice(at)
  const [, volume, issue] = /^([\w-]{1,12})? ?(?:\(([^()]{1,20})\))?$/.exec(numbers[0] ?? '') ?? []
  const paged = numbers.flatMap((part) => /^(?:pp?\.|art\. no\.) ?(\S+)/i.exec(part)?.[1] ?? [])
  return { source: (at < 0 ? parts : parts.slice(0, at)).join(', '), volume, issue, pages: paged[0] }
}
