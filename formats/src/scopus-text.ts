import type { Work } from '@scinav/contract'
import type { EntryStart } from './entries.ts'
import { finishWork } from './finish.ts'
import { RecordFault } from './format.ts'
import { toCount } from './json-values.ts'
import { toCreators } from './names.ts'
import { findKind, type WorkKind } from './resource-types.ts'

/** Scopus' plain text: names, title, `(2013) Journal, 3 (2), pp. 5-9.`, then `ABSTRACT: …` and the like. */

const YEAR_LINE = /^\(((?:1[89]|20)\d{2})\) (.*)$/
const LABELLED_LINE = /^([A-Z][A-Z &/]{2,40}):(.*)$/

/** An entry begins behind a blank line with a line that is no field, year or address, once the one before has its year. */
export function scopusStart(): EntryStart {
  let isBehindBlank = false
  let isDated = true
  return (line) => {
    const isBlank = line.trim() === ''
    const isPlain = !isBlank && !LABELLED_LINE.test(line) && !/^(?:https?:|\()/.test(line)
    const begins = isBehindBlank && isPlain && isDated
    if (begins) isDated = false
    isDated ||= YEAR_LINE.test(line)
    isBehindBlank = isBlank
    return begins
  }
}

/** `ABSTRACT: …` with the lines that go on with it. */
function readLabels(lines: readonly string[]): Map<string, string> {
  const labels = new Map<string, string>()
  let label = ''
  for (const line of lines) {
    const [whole, name = '', value = ''] = LABELLED_LINE.exec(line) ?? []
    if (whole !== undefined) {
      label = name
      labels.set(label, value.trim())
    } else if (/^https?:/.test(line)) labels.set('URL', line)
    else if (label !== '') labels.set(label, `${labels.get(label) ?? ''} ${line}`.trim())
  }
  return labels
}

/** `Elv, S., Moe, F.` stand before the title; identifiers and full names may stand between them. */
function parseHead(lines: readonly string[]): { names: string; title: string } {
  const [first = '', ...others] = lines.filter((line) => !/^(?:[\d; ]+|AUTHOR FULL NAMES:.*|)$/.test(line))
  if (others.length === 0) return { names: '', title: first }
  return { names: /^\[?no author/i.test(first) ? '' : first, title: others.join(' ') }
}

interface ScopusSource {
  source: string
  volume?: string | undefined
  issue?: string | undefined
  pages?: string | undefined
}

/** `Journal of Weirs, 3 (2), pp. 5-9.` */
function parseSource(printed: string): ScopusSource {
  const [plain = ''] = printed.split(/Cited \d+ time/i)
  const parts = plain.trim().replace(/\.$/, '').split(', ')
  const at = parts.findIndex(
    (part, i) => i > 0 && /^(?:[\w-]{0,12} ?\(|\d[\w-]{0,11}$|art\.|pp?\.)/i.test(part),
  )
  const numbers = at < 0 ? [] : parts.slice(at)
  const [, volume, issue] = /^([\w-]{1,12})? ?(?:\(([^()]{1,20})\))?$/.exec(numbers[0] ?? '') ?? []
  const paged = numbers.flatMap((part) => /^(?:pp?\.|art\. no\.) ?(\S+)/i.exec(part)?.[1] ?? [])
  return { source: (at < 0 ? parts : parts.slice(0, at)).join(', '), volume, issue, pages: paged[0] }
}

function readKind(labels: Map<string, string>): WorkKind {
  const type = labels.get('DOCUMENT TYPE') ?? 'Article'
  const known = findKind('named', type) ?? findKind('pubmed', type)
  return known ?? { type: /conference/i.test(type) ? 5 : 1 }
}

/**
 * Reads one record.
 *
 * @throws RecordFault where no line says year and source.
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
