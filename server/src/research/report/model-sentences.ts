import type { Citation } from '@scinav/contract'
import { type OfferedWorks, sentenceIds } from './offered-works.ts'
import type { CheckedEvidence } from './section-text.ts'

/** A sentence written by a model: pieces of text and the citations between them. */
export interface ModelSentence {
  parts: (string | CheckedEvidence[])[]
  /** Result of the check; null when nothing speaks against the sentence. */
  fault: SentenceFault | null
}

/**
 * `address`: the sentence contains a web address, which no section may; `unsupported`: the evidence does not state it;
 * `missing`: figures or names that the evidence lacks.
 */
type SentenceFault = { kind: 'address' | 'unsupported' } | { kind: 'missing'; missing: string[] }

/** A paragraph, a list item, a row of a table or a subheading. */
export interface DraftLine {
  kind: 'text' | 'item' | 'row' | 'heading'
  sentences: ModelSentence[]
}

/**
 * Returns what speaks against a sentence by the results of its marks: one of its claims is enough. Null when nothing
 * does, as for a sentence without marks.
 */
export function sentenceFault(parts: ModelSentence['parts']): SentenceFault | null {
  const marks = parts.flatMap((part) => (typeof part === 'string' ? [] : part))
  const missing = [...new Set(marks.flatMap(({ check }) => check.missing))]
  if (missing.length > 0) return { kind: 'missing', missing }
  const isRejected = parts.some((part) => typeof part !== 'string' && isUnsupportedClaim(part))
  return isRejected ? { kind: 'unsupported' } : null
}

/** Returns whether no sentence cited for a claim supports it. */
export const isUnsupportedClaim = (marks: CheckedEvidence[]) =>
  marks.length > 0 && marks.every(({ support }) => support === 'unsupported')

/** Returns the marks of lines, in order. */
export const draftMarks = (lines: DraftLine[]): CheckedEvidence[] =>
  lines.flatMap(({ sentences }) =>
    sentences.flatMap(({ parts }) => parts.flatMap((part) => (typeof part === 'string' ? [] : part))),
  )

/** Returns lines with the results of a further check of their marks, given in order. */
export function withResults(
  lines: DraftLine[],
  results: ReadonlyMap<CheckedEvidence, Pick<Citation, 'support' | 'check'>>,
): DraftLine[] {
  return lines.map((line) => ({
    ...line,
    sentences: line.sentences.map((sentence) => {
      const parts = sentence.parts.map((part) =>
        typeof part === 'string' ? part : part.map((mark) => ({ ...mark, ...results.get(mark) })),
      )
      return { parts, fault: sentence.fault?.kind === 'address' ? sentence.fault : sentenceFault(parts) }
    }),
  }))
}

/** Returns a sentence in the form in which the model wrote it, with the ids of the prompt as markers. */
export function plainSentence({ parts }: ModelSentence, offered: OfferedWorks): string {
  const ids = sentenceIds(offered)
  return parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : `[${part.map(({ evidence }) => ids.get(evidence.evidence_id)).join(', ')}]`,
    )
    .join('')
}
