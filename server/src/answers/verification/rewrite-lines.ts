import type { AnswerEvent, Citation } from '@scinav/contract'
import type { AnswerDraft } from './cited-claims.ts'
import { LINE_PREFIX } from './faulty-sentences.ts'
import type { RewrittenSentence } from './rewritten-sentence.ts'

/** The change of a line of an answer, or a citation in the changed line. */
export type RevisionEvent = Extract<AnswerEvent, { event: 'revision' | 'citation' }>

/** Returns the changes of the lines that the sentences stand in, from the last to the first. */
export function lineRevisions(
  { text, citations }: AnswerDraft,
  rewritten: RewrittenSentence[],
): RevisionEvent[] {
  const byLine = Map.groupBy(rewritten, ({ sentence }) => sentence.line.start)
  const lines = [...byLine.values()].flatMap((sentences) => rewriteLine({ text, citations }, sentences))
  const revisedText = lines.reduceRight(
    (rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end),
    text,
  )
  // What would leave nothing but headings is not deleted: the original keeps its marks.
  const isEmptied = !/[\p{L}\p{N}]/u.test(revisedText.replaceAll(/^#.*$/gm, ''))
  return lines
    .filter(({ text }) => text !== '' || !isEmptied)
    .toReversed()
    .flatMap(({ citations, ...change }): RevisionEvent[] => [
      { event: 'revision', data: { ...change, undoable: true } },
      ...citations.map((data): RevisionEvent => ({ event: 'citation', data })),
    ])
}

/**
 * Returns the change of a line whose sentences were rewritten, with its citations, as a list of at most one. A line
 * that is left without content is deleted, with the gap after it; no change is made when list items depend on it.
 */
function rewriteLine({ text, citations }: AnswerDraft, sentences: RewrittenSentence[]) {
  const [first] = sentences
  const { start, end } = first?.sentence.line ?? { start: 0, end: 0 }
  let line = ''
  /** The offset up to which the original text is copied or replaced. */
  let at = start
  const lineCitations: Citation[] = []
  const copyUntil = (until: number) => {
    const shift = start + line.length - at
    for (const each of citations)
      if (each.start >= at && each.end <= until)
        lineCitations.push({ ...each, start: each.start + shift, end: each.end + shift })
    line += text.slice(at, until)
    at = until
  }
  for (const { sentence, text: rewritten, citations } of sentences) {
    copyUntil(sentence.start)
    const from = start + line.length
    lineCitations.push(
      ...citations.map((each) => ({ ...each, start: from + each.start, end: from + each.end })),
    )
    line += rewritten
    at = sentence.end + (rewritten === '' ? (/^ +/.exec(text.slice(sentence.end, end))?.[0].length ?? 0) : 0)
  }
  copyUntil(end)
  // A bold lead-in alone is no content.
  const content = line.replace(LINE_PREFIX, '').replace(/^\*\*[^*]*\*\*/, '')
  if (/[\p{L}\p{N}]/u.test(content)) return [{ start, end, text: line, citations: lineCitations }]
  if (hasNestedItems(text, end)) return []
  const gap = /^\n+/.exec(text.slice(end))?.[0].length ?? 0
  return [{ start, end: end + gap, text: '', citations: [] }]
}

/** How far an indentation is read, in UTF-16 units. */
const MAX_INDENT_CHARS = 20

/** Tells whether the line after an offset is indented, and so belongs to the item that ends there. */
const hasNestedItems = (text: string, end: number): boolean =>
  /^\n[ \t]+\S/.test(text.slice(end, end + MAX_INDENT_CHARS))
