import { leadInLength } from '../../language/text/lead-in.ts'
import { createFenceUnwrapper } from '../../language/text/unwrap-fence.ts'
import type { AnswerPart } from '../task/task.ts'
import type { CitationWriter } from './citation-writer.ts'

/**
 * Creates a writer for writing tools such as polishing, which work on the user's own text, so that its brackets are no
 * citations. Text is emitted as it comes. A first line that turns out to be a lead-in ("Here is the polished text:") is
 * retracted, and a code fence around the whole is left out.
 */
export function createTextWriter({
  question,
  instructions,
}: {
  question: string
  instructions: string
}): CitationWriter {
  // A fence may be the user's own.
  const newUnwrapper = () => createFenceUnwrapper(question.includes('```') ? 'markdown' : 'any')
  let unwrap = newUnwrapper()
  /** The text since `start` while its first line may be a lead-in; null afterwards. */
  let opening: string | null = ''
  /** Where the text begins that may have a lead-in; after a retraction it is written anew. */
  let start = 0
  let length = 0

  function emit(text: string): AnswerPart[] {
    length += text.length
    return text === '' ? [] : [{ event: 'delta', data: { text } }]
  }

  function retract(from: number): AnswerPart[] {
    const retracted = { start: from, end: length, text: '' }
    length = from
    start = from
    unwrap = newUnwrapper()
    opening = ''
    return retracted.end > from ? [{ event: 'revision', data: retracted }] : []
  }

  function push(delta: string): AnswerPart[] {
    if (opening === null) return emit(unwrap(delta))
    const text = opening + delta
    // Null while it is not decided whether the first line is a lead-in.
    const leadIn = leadInLength(text, instructions)
    const isLeadIn = leadIn !== null && leadIn > 0
    const revisions = isLeadIn ? retract(start) : []
    opening = leadIn === null ? text : null
    return [...revisions, ...emit(unwrap(isLeadIn ? text.slice(leadIn) : delta))]
  }

  return {
    push,
    end: () => emit(unwrap('', true)),
    length: () => length,
    unknownMarkerCount: () => 0,
    retract,
  }
}
