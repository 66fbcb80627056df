import { createLeadInCutter } from '../../language/text/cut-lead-in.ts'
import { createFenceUnwrapper } from '../../language/text/unwrap-fence.ts'
import type { AnswerPart } from '../task/task.ts'
import type { CitationWriter } from './citation-writer.ts'

/**
 * Creates a writer for writing tools, whose text is the user's own, so that its brackets are no citations. A line that
 * only introduces the text and a fence around the whole are removed.
 */
export function createTextWriter({
  question,
  instructions,
}: {
  question: string
  instructions: string
}): CitationWriter {
  const openFilter = () => {
    const cutLeadIn = createLeadInCutter(instructions)
    // A fence may be the user's own.
    const unwrap = createFenceUnwrapper(question.includes('```') ? 'markdown' : 'any')
    return (delta: string, isLast = false) => unwrap(cutLeadIn(delta, isLast), isLast)
  }
  let filter = openFilter()
  let length = 0
  function emit(text: string): AnswerPart[] {
    length += text.length
    return text === '' ? [] : [{ event: 'delta', data: { text } }]
  }
  return {
    push: (delta) => emit(filter(delta)),
    end: () => emit(filter('', true)),
    breakOff: () => emit(filter('', true)),
    length: () => length,
    unknownMarkerCount: () => 0,
    takeBack: (from) => {
      const taken = { start: from, end: length, text: '' }
      length = from
      filter = openFilter()
      return taken.end > from ? [{ event: 'revision', data: taken }] : []
    },
  }
}
