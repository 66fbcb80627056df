import type { Work } from '@scinav/contract'
import type { EntryStart } from './entries.ts'
import { finishWork } from './finish.ts'
import { RecordFault } from './format.ts'
import { countOf } from './json-values.ts'
import { people } from './names.ts'
import { type Kind, knownKind } from './resource-types.ts'

/** Scopus' plain text: names, title, `(2013) Journal, 3 (2), pp. 5-9.`, then `ABSTRACT: …` and the like. */

const issued = /^\(((?:1[89]|20)\d{2})\) (.*)$/
const labelled = /^([A-Z][A-Z &/]{2,40}):(.*)$/

/** An entry begins behind a blank line with a line that is no field, year or address, once the one before has its year. */
export function scopusStart(): EntryStart {
  let isBehindBlank = false
  let isDated = true
  return (line) => {
    const isBlank = line.trim() === ''
    const isPlain = !isBlank && !labelled.test(line) && !/^(?:https?:|\()/.test(line)
    const begins = isBehindBlank && isPlain && isDated
    if (begins) isDated = false
    isDated ||= issued.test(line)
    isBehindBlank = isBlank
    return begins
  }
}

/** `ABSTRACT: …` with the lines that go on with it. */
function labelsIn(lines: readonly string[]): Map<string, string> {
  const labels = new Map<string, string>()
  let label = ''
  for (const line of lines) {
    const [whole, name = '', value = ''] = labelled.exec(line) ?? []
    if (whole !== undefined) {
      label = name
      labels.set(label, value.trim())
    } else if (/^https?:/.test(line)) labels.set('URL', line)
    else if (label !== '') labels.set(label, `${labels.get(label) ?? ''} ${line}`.trim())
  }
  return labels
}

/** `Elv, S., Moe, F.` stand before the title; identifiers and full names may stand between them. */
function headOf(lines: readonly string[]): { names: string; title: string } {
  const [first = '', ...others] = lines.filter((line) => !/^(?:[\d; ]+|AUTHOR FULL NAMES:.*|)$/.test(line))
  if (others.length === 0) return { names: '', title: first }
  return { names: /^\[?no author/i.test(first) ? '' : first, title: others.join(' ') }
}

interface Source {
  source: string
  volume?: string | undefined
  issue?: string | undefined
  pages?: string | undefined
}

/** `Journal of Weirs, 3 (2), pp. 5-9.` */
function sourceIn(printed: string): Source {
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

function kindIn(labels: Map<string, string>): Kind {
  const type = labels.get('DOCUMENT TYPE') ?? 'Article'
  const known = knownKind('named', type) ?? knownKind('pubmed', type)
  return known ?? { type: /conference/i.test(type) ? 5 : 1 }
}

/**
 * Reads one record.
 *
 * @throws RecordFault where no line says year and source.
 */
export function scopusWork(text: string): Work {
  const lines = text.split('\n').map((each) => each.trim())
  const at = lines.findIndex((line) => issued.test(line))
  const [, year, printed = ''] = issued.exec(lines[at] ?? '') ?? []
  if (year === undefined) throw new RecordFault('没有找到年份和来源')
  const { names, title } = headOf(lines.slice(0, at))
  const labels = labelsIn(lines.slice(at + 1))
  return finishWork({
    kind: kindIn(labels),
    title,
    creators: people(names === '' ? [] : [names]),
    date: year,
    ...sourceIn(printed),
    citation_count: countOf(/Cited (\d+) time/i.exec(printed)?.[1]),
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
