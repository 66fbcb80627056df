import type { ManuscriptCheckEvent, ManuscriptFinding } from '@scinav/contract'
import { AppError } from '../../../platform/foundation/errors.ts'
import { loadStyle, styleName, styleSystem } from '../../export/index.ts'
import {
  type CheckedText,
  checkEvent,
  createEvidence,
  createFinding,
  entryName,
  entryPlace,
  isWholeEntry,
  type ManuscriptCheck,
} from '../check/check.ts'
import { type PrintedEntry, printEntries } from '../check/printed-entries.ts'
import { orderFindings } from './entry-order.ts'
import { markerFormFindings } from './marker-forms.ts'

/**
 * Compares each entry that was found, and whose fields agree with the record, with what the style prints from the
 * record; the order of the list and the citations in the text with those of the style.
 */
export async function* checkFormStage(check: ManuscriptCheck): AsyncGenerator<ManuscriptCheckEvent> {
  const text = await check.storage.text()
  const total = text.entries.length
  const findings: ManuscriptFinding[] = []
  try {
    const style = await printInStyle(check)
    const { name, printed } = style
    findings.push(...markerFormFindings(check, text, style), ...orderFindings(check, text, style))
    for (const { entry, status } of check.state().checked) {
      const own = printed.get(entry)
      if (own && status === 'found') findings.push(...entryFindings(check, text, entry, { name, own }))
    }
  } catch (error) {
    // An installed style may have been removed since, or take too much.
    if (!(error instanceof AppError)) throw error
    yield checkEvent('warning', { text: `格式没有核对：${error.message}` })
  }
  yield checkEvent('stage.progress', { stage: 'form', done: total, total, findings, checked: [] })
}

/** Prints the entries that were found in the style of a check. */
async function printInStyle({ ctx, request, storage }: ManuscriptCheck) {
  const { style: id, national } = request
  const style = await loadStyle(ctx, id)
  const printed = await printEntries(await storage.records(), style, national)
  return { id, name: styleName(style), system: styleSystem(style), national, printed }
}

function entryFindings(
  check: ManuscriptCheck,
  text: CheckedText,
  index: number,
  { name, own: printed }: { name: string; own: PrintedEntry },
): ManuscriptFinding[] {
  const written = text.entries[index]?.text ?? ''
  const differences = formDifferences(written, printed.text)
  if (differences.length === 0) return []
  return [
    createFinding(index, {
      kind: 'entry_form',
      severity: 'info',
      message: `${entryName(text, index)} 与 ${name} 的印法相比，${differences.join('、')}不同`,
      places: [entryPlace(text, index)],
      entry: index,
      evidence: createEvidence(check, { source: name, quote: printed.text }),
      // A style may leave out what the author has written, such as pages or an address.
      correction: isWholeEntry(text, index)
        ? { text: printed.text, safe: wordsOf(written) === wordsOf(printed.text) }
        : null,
    }),
  ]
}

/** Parts that a style prints from a record although manuscripts may leave them out: addresses, identifiers, dates. */
const OPTIONAL_PARTS =
  /(?:https?:\/\/|doi:\s?|DOI[:：]\s?|\b10\.\d{4,9}\/)\S{1,300}|[[［]\d{4}-\d{1,2}-\d{1,2}[\]］]|[(（]\d{4}-\d{1,2}-\d{1,2}[)）]/gi

const TYPE_MARK = /[[［]([A-Z]{1,2})(?:\/[A-Z]{2})?[\]］]/

/**
 * Returns, in Chinese, in what the form of an entry differs from how a style prints it; spaces, and parts that may be
 * left out, do not count.
 */
function formDifferences(written: string, printed: string): string[] {
  const [own, style] = [written, printed].map((text) =>
    text.replace(OPTIONAL_PARTS, '').replace(YEAR_LETTER, '').replace(/\s+/g, ''),
  )
  if (own === undefined || style === undefined) return []
  const bare = (text: string) => text.replace(/[.。．]{1,3}$/u, '')
  if (bare(own) === bare(style)) return []
  const differences: string[] = []
  const [ownMark, styleMark] = [own, style].map((text) => TYPE_MARK.exec(text.normalize('NFKC'))?.[1] ?? '')
  if (ownMark !== styleMark) differences.push('文献类型标识')
  const [ownWords, styleWords] = [wordsOf(own), wordsOf(style)]
  if (ownWords === styleWords) return [...differences, ...punctuationDifferences(own, style)]
  if (ownWords.toLowerCase() === styleWords.toLowerCase()) return [...differences, '大小写']
  return [
    ...differences,
    sortedLetters(ownWords) === sortedLetters(styleWords) ? '各项的次序' : '著录的内容或详略',
  ]
}

/** A letter that tells works of one year apart, which depends on what else is listed. */
const YEAR_LETTER = /(?<=(?<!\d)(?:1[5-9]|20)\d\d)[a-h](?![\p{L}\d])/gu

/** Returns the letters and digits of an entry without its type mark. */
const wordsOf = (text: string): string =>
  text
    .replace(TYPE_MARK, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns whether marks, or only their width, differ. */
function punctuationDifferences(own: string, style: string): string[] {
  const marks = (text: string) =>
    text
      .replace(TYPE_MARK, '')
      .replace(/[\p{L}\p{N}]+/gu, ' ')
      .trim()
      .replace(/[.。．\s]{1,3}$/u, '')
  if (marks(own) === marks(style)) return []
  const half = (text: string) => marks(text.normalize('NFKC'))
  return [half(own) === half(style) ? '标点的全角与半角' : '标点']
}

const sortedLetters = (text: string): string => [...text.toLowerCase()].toSorted().join('')
