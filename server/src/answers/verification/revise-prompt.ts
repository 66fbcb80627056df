import type { Citation } from '@scinav/contract'
import { escapeData } from '../../language/text/clean.ts'
import { renderPrompt } from '../../models/prompts/index.ts'
import type { ModelMessage } from '../../platform/providers/models/port.ts'
import type { FaultySentence, RevisionRequest } from './faulty-sentences.ts'

/** Returns the prompt: each faulty sentence with its ids, what is at fault in it, and its sources. */
export function reviseMessages(
  sentences: FaultySentence[],
  { evidence, nonce }: RevisionRequest,
): ModelMessage[] {
  const items = sentences.map(({ text, start, citations }, at) => {
    const passages = new Map(citations.map(({ n, passage_id }) => [`${n} ${passage_id}`, { n, passage_id }]))
    const sources = [...passages.values()].flatMap(({ n, passage_id }) => {
      const found = evidence.get(passage_id)
      return found
        ? [`E${n} ${toSingleLine(found.passage.heading, nonce)}: ${toSingleLine(found.passage.text, nonce)}`]
        : []
    })
    const faults = [...new Set(citations.flatMap(({ check }) => check.fault ?? []))]
    return [
      `<item-${nonce} ${at + 1}>`,
      `sentence: ${toSingleLine(withMarkerIds(text, start, citations), nonce)}`,
      ...(faults.length > 0 ? [`at fault: ${toSingleLine(faults.join('; '), nonce)}`] : []),
      ...sources,
      `</item-${nonce}>`,
    ].join('\n')
  })
  return [
    { role: 'system', content: renderPrompt('revise', { nonce }) },
    { role: 'user', content: items.join('\n') },
  ]
}

/** Replaces the markers of a sentence by the ids under which the model sees its sources, as (E1). */
function withMarkerIds(text: string, from: number, citations: Citation[]): string {
  const markers = citations.toSorted((a, b) => b.start - a.start)
  return markers.reduce(
    (rest, { n, start, end }) => `${rest.slice(0, start - from)}(E${n})${rest.slice(end - from)}`,
    text,
  )
}

const toSingleLine = (text: string, nonce: string) => escapeData(text, nonce).replaceAll(/\s+/g, ' ').trim()
