import type { ManuscriptCheckEvent, ManuscriptFinding } from '@scinav/contract'
import { AppError } from '../../../platform/foundation/errors.ts'
import { createTimeSlicer } from '../../../platform/foundation/event-loop.ts'
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
  sentence,
} from '../check/check.ts'
import { type PrintedEntry, printEntries } from '../check/printed-entries.ts'
import { orderFindings } from './entry-order.ts'
import { formDifferences, lettersAndDigits } from './form-differences.ts'
import { markerFormFindings } from './marker-forms.ts'

/** Returns whether an entry has exactly the words that the style prints, whatever marks stand between them. */
const hasWordsOf = (entryText: string, printed: string): boolean =>
  lettersAndDigits(entryText) === lettersAndDigits(printed)

/**
 * Compares each entry that was found, and whose fields or words agree with the record, with what the style prints from
 * the record; the order of the list and the citations in the text with those of the style.
 */
export async function* checkFormStage(check: ManuscriptCheck): AsyncGenerator<ManuscriptCheckEvent> {
  const text = await check.storage.text()
  const total = text.entries.length
  const findings: ManuscriptFinding[] = []
  try {
    const style = await printInStyle(check)
    const { name, printed } = style
    findings.push(...markerFormFindings(check, text, style), ...orderFindings(check, text, style))
    const pause = createTimeSlicer()
    for (const { entry, status } of check.state().checked) {
      const printedEntry = printed.get(entry)
      if (!printedEntry) continue
      if (status === 'found' || hasWordsOf(text.entries[entry]?.text ?? '', printedEntry.text))
        findings.push(...entryFindings(check, text, entry, { name, printed: printedEntry }))
      await pause()
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

/** Returns one finding if the form of an entry differs from how the style prints it; none otherwise. */
function entryFindings(
  check: ManuscriptCheck,
  text: CheckedText,
  index: number,
  { name, printed }: { name: string; printed: PrintedEntry },
): ManuscriptFinding[] {
  const entryText = text.entries[index]?.text ?? ''
  const differences = formDifferences(entryText, printed.text)
  if (differences.length === 0) return []
  return [
    createFinding(index, {
      kind: 'entry_form',
      severity: 'info',
      message: sentence`${entryName(text, index)} 与 ${name} 的印法相比，${differences.join('、')}不同`,
      places: [entryPlace(text, index)],
      entry: index,
      evidence: createEvidence(check, { source: name, quote: printed.text }),
      // A style may leave out what the author has entryText, such as pages or an address.
      correction: isWholeEntry(text, index)
        ? { text: printed.text, safe: hasWordsOf(entryText, printed.text) }
        : null,
    }),
  ]
}
