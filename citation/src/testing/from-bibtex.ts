// Converts the fields of a BibTeX entry to CSL-JSON in the way the reference implementations of the styles read them.
import type { CslItem, CslName, CslType } from '../csl.ts'
import { parseDate } from '../dates.ts'
import { isEastAsian } from '../scripts.ts'

type BibtexFields = Record<string, string>

const TYPE_BY_ENTRY: Record<string, CslType> = {
  article: 'article-journal',
  newspaper: 'article-newspaper',
  book: 'book',
  proceedings: 'book',
  incollection: 'chapter',
  inproceedings: 'paper-conference',
  phdthesis: 'thesis',
  mastersthesis: 'thesis',
  techreport: 'report',
  standard: 'standard',
  patent: 'patent',
  online: 'webpage',
  image: 'webpage',
  archive: 'manuscript',
  letter: 'personal_communication',
  map: 'map',
  dataset: 'dataset',
  preprint: 'article',
  periodical: 'periodical',
}

const stripBraces = (text: string): string =>
  text
    .replace(/\\quad\s*/g, '　')
    .replace(/\\([&_%$#])/g, '$1')
    .replace(/[{}]/g, '')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/~/g, ' ')

/** Converts a title to lower case as BibTeX does: except the first letter and text in braces. */
function sentenceCase(title: string): string {
  let depth = 0
  let first = true
  const letters = [...title].map((letter) => {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    const kept = first || depth > 0
    if (/\p{L}|\p{N}/u.test(letter)) first = false
    return kept ? letter : letter.toLowerCase()
  })
  return letters.join('')
}

function bibtexName(written: string): CslName {
  if (/^\{.*\}$/.test(written)) return { literal: stripBraces(written) }
  const parts = written.split(/,\s*/)
  const [family = '', second, third] = parts.map(stripBraces)
  if (third !== undefined && second !== undefined) return { family, given: third, suffix: second }
  return second === undefined ? { literal: family } : { family, given: second }
}

function bibtexNames(written: string | undefined): CslName[] | undefined {
  if (written === undefined) return undefined
  return written.split(/(?<!\s)\s+and(?=\s)(?![^{]*\})\s*/).map(bibtexName)
}

const NUMBERED_TYPES = new Set(['standard', 'patent', 'report', 'manuscript', 'personal_communication'])

function issuedDate(type: CslType, fields: BibtexFields): string | undefined {
  const yearly = ['article-journal', 'book', 'chapter'].includes(type)
  return yearly ? fields.year : (fields.date ?? fields.year)
}

const parseOptionalDate = (text: string | undefined) => (text === undefined ? undefined : parseDate(text))

/** Converts one entry; `braced` holds its fields as they are written in the file. */
export function fromBibtex(entryType: string, fields: BibtexFields, braced: BibtexFields): CslItem {
  const newspaper = fields.entrysubtype === 'newspaper'
  const type = newspaper ? 'article-newspaper' : (TYPE_BY_ENTRY[entryType] ?? 'document')
  const english = fields.langid === undefined || /american|british/.test(fields.langid)
  const cased = (text: string | undefined): string | undefined => {
    if (text === undefined) return undefined
    return stripBraces(english && !isEastAsian(text) ? sentenceCase(text) : text)
  }
  const entries: [string, unknown][] = [
    ['title', cased(braced.title)],
    ['container-title', fields.journal ?? cased(braced.booktitle)],
    ['event-title', fields.eventtitle],
    ['author', bibtexNames(braced.holder ?? braced.author)],
    ['editor', bibtexNames(braced.editor)],
    ['translator', bibtexNames(braced.translator)],
    ['publisher', fields.publisher ?? fields.school ?? fields.institution ?? fields.archiveprefix],
    ['publisher-place', type === 'patent' ? undefined : fields.address],
    ['volume', fields.volume],
    [NUMBERED_TYPES.has(type) ? 'number' : 'issue', fields.number],
    ['page', fields.pages ?? fields.eid],
    ['edition', fields.edition],
    ['version', fields.version],
    ['URL', fields.url],
    ['DOI', fields.doi],
    ['scale', fields.scale],
    ['dimensions', fields.dimensions],
    ['genre', entryType === 'proceedings' ? 'proceedings' : undefined],
    ['issued', parseOptionalDate(issuedDate(type, fields))],
    ['accessed', parseOptionalDate(fields.urldate)],
    ['custom', fields.cstr === undefined ? undefined : { cstr: fields.cstr }],
  ]
  return { ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)), id: '', type }
}
