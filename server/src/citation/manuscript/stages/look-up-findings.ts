import { describeDifference, type ManuscriptFinding, type ManuscriptPlace } from '@scinav/contract'
import type { DifferingField, ReferenceEntry, ResolvedReference } from '../../check/index.ts'
import {
  type CheckedText,
  createEvidence,
  createFinding,
  type EntryRecord,
  entryName,
  entryPlace,
  isWholeEntry,
  type ManuscriptCheck,
  sentence,
} from '../check/check.ts'
import { identifierFaults } from './identifiers.ts'

/** An entry with what the sources know of it. */
export interface LookedUpEntry {
  index: number
  entry: ReferenceEntry
  checked: ResolvedReference
  /** The name of the source that has the work; null where none has. */
  source: string | null
  record: EntryRecord | null
  /** The names of the sources that answered. */
  asked: string[]
}

/** The name of the library in sentences for its readers. */
export const LIBRARY_NAME = '本馆文献'

/** Fields whose replacement changes nothing but what was compared. */
const SAFE_FIELDS: readonly DifferingField['field'][] = ['year', 'volume', 'issue', 'pages', 'doi']
/** Bounds a quoted value, in UTF-16 units. */
const MAX_SHOWN_CHARS = 60

const shorten = (text: string): string =>
  text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text

/** What all findings about an entry need: its names and places in the manuscript, and what was found. */
interface FindingScene {
  check: ManuscriptCheck
  text: CheckedText
  found: LookedUpEntry
  name: string
  places: ManuscriptPlace[]
}

/** Returns the findings about one entry: whether its work was found, its fields, and its identifiers. */
export function lookUpFindings(
  check: ManuscriptCheck,
  text: CheckedText,
  found: LookedUpEntry,
): ManuscriptFinding[] {
  const { index } = found
  const scene = { check, text, found, name: entryName(text, index), places: [entryPlace(text, index)] }
  return [...existenceFindings(scene), ...fieldFindings(scene), ...identifierFindings(scene)]
}

/** Returns at most one finding: the identifier leads to another work, or no source has the work. */
function existenceFindings(scene: FindingScene): ManuscriptFinding[] {
  const { check, found, name, places } = scene
  const { checked, asked, index } = found
  const about = { places, entry: index, evidence: createEvidence(check, { source: asked.join('、'), asked }) }
  const asksEngines = check.request.scope.engines.some((id) => id !== 'local')
  const other = checked.other ?? checked.outside_other
  if (other) return [otherWorkFinding(scene, other.title)]
  switch (checked.status) {
    case 'missing':
      return [
        createFinding(index, {
          kind: 'not_found',
          severity: asksEngines ? 'fault' : 'check',
          message: sentence`${name} 在${asked.join('、')}里没有找到；没有收录不等于不存在`,
          ...about,
        }),
      ]
    case 'unanswered':
      return [
        createFinding(index, {
          kind: 'unanswered',
          severity: 'info',
          message: sentence`${name} 在${asked.join('、')}里没有找到，所选的检索来源没有全部答复，可以稍后再查`,
          ...about,
        }),
      ]
    case 'unread':
      return [
        createFinding(index, {
          kind: 'unreadable_entry',
          severity: 'check',
          message: sentence`${name} 里没有认出题名或标识符，没有可以查找的内容`,
          ...about,
        }),
      ]
    default:
      return []
  }
}

/** Returns the finding that the identifier of an entry is that of a work with another title. */
function otherWorkFinding({ check, found, name, places }: FindingScene, title: string): ManuscriptFinding {
  const { checked, entry, asked, index } = found
  const { doi, arxiv } = entry.parsed
  const identifier = doi ? `DOI ${doi}` : `arXiv 号 ${arxiv ?? ''}`
  return createFinding(index, {
    kind: 'other_identifier',
    severity: 'fault',
    message: sentence`${name} 所写的 ${identifier} 登记的题名是「${shorten(title)}」，与条目的题名不同`,
    places,
    entry: index,
    evidence: createEvidence(check, {
      source: checked.other ? LIBRARY_NAME : asked.slice(1).join('、'),
      paper: checked.other && listedPaper(checked.other),
      outside: checked.outside_other,
      asked,
    }),
  })
}

type ListedPaper = NonNullable<NonNullable<ManuscriptFinding['evidence']>['paper']>

/** Returns the fields of a paper that a list shows. */
const listedPaper = (paper: ListedPaper): ListedPaper => {
  const { id, doi, title, title_zh, authors_short, publish_date } = paper
  const { basic_sourcename, source_name, resource_type, language, status, status_notice } = paper
  return {
    ...{ id, doi, title, title_zh, authors_short, publish_date },
    ...{ basic_sourcename, source_name, resource_type, language, status, status_notice },
  }
}

/** Returns at most one finding: the fields in which an entry differs from its record. */
function fieldFindings({ check, text, found, name, places }: FindingScene): ManuscriptFinding[] {
  const { checked, source, asked, index } = found
  const { fields } = checked
  if (source === null || fields.length === 0) return []
  const differences = fields.map((field) => {
    const { name, given, found: recorded, doubt } = describeDifference(field)
    const written = field.given === '' ? '没有写' : `写作「${shorten(given)}」`
    return sentence`${name} ${written}，题录为「${shorten(recorded)}」${doubt === null ? '' : `（${doubt}）`}`
  })
  return [
    createFinding(index, {
      kind: 'differing_fields',
      severity: fields.every(({ doubt }) => doubt) ? 'check' : 'fault',
      message: sentence`${name} 与${source}的题录相比，${differences.join('；')}`,
      places,
      entry: index,
      evidence: createEvidence(check, {
        source,
        paper: checked.paper && listedPaper(checked.paper),
        outside: checked.outside,
        fields,
        asked,
      }),
      correction: correctFields(text, index, fields),
    }),
  ]
}

/**
 * Returns the text of an entry with the values of its record but for those in doubt; null where nothing else differs,
 * and unless each value stands in it exactly once.
 */
function correctFields(
  text: CheckedText,
  index: number,
  fields: readonly DifferingField[],
): ManuscriptFinding['correction'] {
  let corrected = text.entries[index]?.text ?? ''
  const certain = fields.filter(({ doubt }) => !doubt)
  if (certain.length === 0 || !isWholeEntry(text, index)) return null
  for (const { given, found, printed } of certain) {
    const at = onlyOffset(corrected, given)
    if (at < 0) return null
    corrected = corrected.slice(0, at) + (printed ?? found) + corrected.slice(at + given.length)
  }
  return {
    text: corrected,
    safe: certain.every(({ field }) => SAFE_FIELDS.includes(field)),
  }
}

/** Returns the offset of a value that stands once in a text, not as a part of a longer number; −1 otherwise. */
function onlyOffset(text: string, value: string): number {
  if (value === '') return -1
  const offsets: number[] = []
  for (let at = text.indexOf(value); at >= 0 && offsets.length < 2; at = text.indexOf(value, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + value.length]]
    const isPart = (/\d/.test(before) && /^\d/.test(value)) || (/\d/.test(after) && /\d$/.test(value))
    if (!isPart) offsets.push(at)
  }
  return offsets.length === 1 ? (offsets[0] ?? -1) : -1
}

/** Returns a finding for each identifier that does not have the form of its kind. */
function identifierFindings({ found, name, places, text }: FindingScene): ManuscriptFinding[] {
  const { index } = found
  return identifierFaults(text.entries[index]?.text ?? '').map((fault, at) =>
    createFinding(`${index}:${at}`, {
      kind: 'invalid_identifier',
      severity: 'check',
      message: sentence`${name} 的 ${fault.name}「${shorten(fault.written)}」${fault.problem}`,
      places,
      entry: index,
    }),
  )
}
