import type { ResearchEvidence } from '@scinav/contract'
import { checkClaim, createMarkerReader } from '../../answers/index.ts'
import { claimAt } from '../../language/text/claims.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import { sentenceSpans } from '../../language/text/sentences.ts'
import type { CheckedEvidence } from './section-text.ts'

/** A sentence written by a model: pieces of text and the citations between them. */
export interface ModelSentence {
  parts: (string | CheckedEvidence[])[]
  /** Result of the check; null when the evidence supports the sentence. */
  fault: SentenceFault | null
}

/**
 * `uncited`: a part of the sentence has no citation; `unsupported`: the evidence does not state it; `missing`: figures
 * or names that the evidence lacks.
 */
type SentenceFault = { kind: 'uncited' | 'unsupported' } | { kind: 'missing'; missing: string[] }

/** A paragraph or a list item. */
export interface DraftLine {
  item: boolean
  sentences: ModelSentence[]
}

/** Evidence by the ids used in the prompt: `E1`. */
export type OfferedEvidence = ReadonlyMap<string, ResearchEvidence>

/** Matches headings, tables, rules and code fences, which a section must not contain. */
const NON_PROSE_LINE = /^\s{0,3}(?:#|\||```|~~~|-{3}|={3}|\*{3}|>)/
const LIST_ITEM = /^\s{0,8}(?:[-*+•]|\d{1,2}[.)、])\s{1,8}/
/**
 * Matches a marker after the end of a sentence, which belongs before it; a bare number in brackets counts only at the
 * end of the line, since it may begin the next sentence.
 */
const MARKER_AFTER_STOP =
  /([。.!?！？])(\s?[[【［](?:[Ee]\s?\d[Ee\d ,，、;；–-]{0,58}[\]】］]|\d[\d ,，、;；–-]{0,58}[\]】］](?=\s*$)))/g
/** Maximum number of lines of a section. */
const MAX_LINES = 60

/** Parses a section written by a model. */
export function parseDraftLines(text: string, offered: OfferedEvidence): DraftLine[] {
  return stripInvisible(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !NON_PROSE_LINE.test(line))
    .slice(0, MAX_LINES)
    .map((line) => {
      const marker = LIST_ITEM.exec(line)?.[0] ?? ''
      return { item: marker !== '', sentences: parseSentences(line.slice(marker.length), offered) }
    })
    .filter(({ sentences }) => sentences.length > 0)
}

/** Parses the sentences of a line and checks each against the evidence it cites. */
export function parseSentences(line: string, offered: OfferedEvidence): ModelSentence[] {
  const text = line.replace(MARKER_AFTER_STOP, '$2$1')
  return sentenceSpans(text).map(({ start, end }) => parseSentence(text.slice(start, end), offered))
}

/** Stands for a citation in the text from which claims are read; its number has no meaning. */
const MARKER = '[0]'

function parseSentence(text: string, offered: OfferedEvidence): ModelSentence {
  const reader = createMarkerReader((id) => offered.has(id))
  const parts: ModelSentence['parts'] = []
  // The sentence so far, with `MARKER` for each citation.
  let plain = ''
  for (const piece of [...reader.push(text), ...reader.end()]) {
    if (piece.kind === 'text') {
      const words = stripMarkup(piece.text)
      plain += words
      parts.push(words)
      continue
    }
    const cited = piece.ids.flatMap((id) => offered.get(id) ?? [])
    parts.push(cited.map((evidence) => verifyClaim(claimAt(plain), evidence, cited)))
    plain += MARKER
  }
  return { parts, fault: sentenceFault(parts, plain) }
}

/** Disables links, images and tags in a model's text. */
const stripMarkup = (text: string) => text.replaceAll('](', '] (').replace(/<(?=[a-z/!?])/gi, '‹')

/** Checks a claim against a quotation; the title of the source and the other cited quotations serve as context. */
function verifyClaim(claim: string, evidence: ResearchEvidence, cited: ResearchEvidence[]): CheckedEvidence {
  const others = cited.flatMap(({ quote }) => (quote === evidence.quote ? [] : [quote]))
  const context = [evidence.title, ...others].join('\n')
  return { evidence, ...checkClaim(claim, evidence.quote, context) }
}

const URL_TEXT = /:\/\/|\bwww\./i
/** Length from which text makes a statement: Chinese characters, or words in other scripts. */
const MIN_STATEMENT_LENGTH = { han: 6, words: 4 }

function sentenceFault(parts: ModelSentence['parts'], plain: string): SentenceFault | null {
  const marks = parts.flatMap((part) => (typeof part === 'string' ? [] : part))
  const afterLastMark = plain.slice(plain.lastIndexOf(MARKER) + MARKER.length)
  if (marks.length === 0 || hasOwnStatement(afterLastMark)) return { kind: 'uncited' }
  const missing = [...new Set(marks.flatMap(({ check }) => check.missing))]
  const isRejected = missing.length === 0 && marks.every(({ support }) => support === 'unsupported')
  if (URL_TEXT.test(plain) || isRejected) return { kind: 'unsupported' }
  return missing.length > 0 ? { kind: 'missing', missing } : null
}

/** Returns whether the text after the last citation makes a statement of its own. */
function hasOwnStatement(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/[\p{Script=Latin}\p{N}]+/gu)?.length ?? 0
  return han >= MIN_STATEMENT_LENGTH.han || words >= MIN_STATEMENT_LENGTH.words
}

/** Returns a sentence in the form in which the model wrote it, with evidence ids as markers. */
export function plainSentence({ parts }: ModelSentence, offered: OfferedEvidence): string {
  const ids = new Map([...offered].map(([id, { evidence_id }]) => [evidence_id, id]))
  return parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : `[${part.map(({ evidence }) => ids.get(evidence.evidence_id)).join(', ')}]`,
    )
    .join('')
}
