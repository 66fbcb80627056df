import type { ResearchEvidence } from '@scinav/contract'
import { checkClaim, createMarkerReader } from '../../answers/index.ts'
import { claimAt } from '../../language/text/claims.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import { sentenceSpans } from '../../language/text/sentences.ts'
import type { CheckedEvidence } from './section-text.ts'

/** A sentence that a model wrote: text, and the marks between. */
export interface ModelSentence {
  parts: (string | CheckedEvidence[])[]
  /** What is wrong with it; null where its evidence bears it. */
  fault: SentenceFault | null
}

/** `uncited`: a part of it rests on nothing; `unsupported`: what it cites does not say it; else figures and names. */
type SentenceFault = { kind: 'uncited' | 'unsupported' } | { kind: 'missing'; missing: string[] }

/** A paragraph, or an item of a list. */
export interface DraftLine {
  item: boolean
  sentences: ModelSentence[]
}

/** Evidence by the ids that a model was told: `E1`. */
export type OfferedEvidence = ReadonlyMap<string, ResearchEvidence>

/** Headings, tables, rules and fences are no part of what was asked for. */
const NON_PROSE_LINE = /^\s{0,3}(?:#|\||```|~~~|-{3}|={3}|\*{3}|>)/
const LIST_ITEM = /^\s{0,8}(?:[-*+•]|\d{1,2}[.)、])\s{1,8}/
/** A marker behind the sign that ends a sentence belongs before it; numbers alone may begin the next one. */
const MARKER_AFTER_STOP =
  /([。.!?！？])(\s?[[【［](?:[Ee]\s?\d[Ee\d ,，、;；–-]{0,58}[\]】］]|\d[\d ,，、;；–-]{0,58}[\]】］](?=\s*$)))/g
const MAX_LINES = 60

/** Reads a section as a model wrote it. */
export function parseDraftLines(said: string, offered: OfferedEvidence): DraftLine[] {
  return stripInvisible(said)
    .split('\n')
    .filter((line) => line.trim() !== '' && !NON_PROSE_LINE.test(line))
    .slice(0, MAX_LINES)
    .map((line) => {
      const marker = LIST_ITEM.exec(line)?.[0] ?? ''
      return { item: marker !== '', sentences: parseSentences(line.slice(marker.length), offered) }
    })
    .filter(({ sentences }) => sentences.length > 0)
}

/** The sentences of a line, each checked against what it cites. */
export function parseSentences(line: string, offered: OfferedEvidence): ModelSentence[] {
  const text = line.replace(MARKER_AFTER_STOP, '$2$1')
  return sentenceSpans(text).map(({ start, end }) => parseSentence(text.slice(start, end), offered))
}

function parseSentence(text: string, offered: OfferedEvidence): ModelSentence {
  const reader = createMarkerReader((id) => offered.has(id))
  const parts: ModelSentence['parts'] = []
  let told = ''
  for (const piece of [...reader.push(text), ...reader.end()]) {
    if (piece.kind === 'text') {
      const plain = stripMarkup(piece.text)
      told += plain
      parts.push(plain)
      continue
    }
    const found = piece.ids.flatMap((id) => offered.get(id) ?? [])
    parts.push(found.map((evidence) => verifyClaim(claimAt(told), evidence, found)))
    told += '[0]'
  }
  return { parts, fault: sentenceFault(parts, told) }
}

/** No links, images or tags, whatever a model writes. */
const stripMarkup = (text: string) => text.replaceAll('](', '] (').replace(/<(?=[a-z/!?])/gi, '‹')

/** A claim is compared with the quote; what its sources are called and the quotes beside count as around it. */
function verifyClaim(claim: string, evidence: ResearchEvidence, beside: ResearchEvidence[]): CheckedEvidence {
  const others = beside.flatMap(({ quote }) => (quote === evidence.quote ? [] : [quote]))
  const context = [evidence.title, ...others].join('\n')
  return { evidence, ...checkClaim(claim, evidence.quote, context) }
}

const URL_TEXT = /:\/\/|\bwww\./i
const MIN_STATEMENT_LENGTH = { han: 6, words: 4 }

function sentenceFault(parts: ModelSentence['parts'], told: string): SentenceFault | null {
  const marks = parts.flatMap((part) => (typeof part === 'string' ? [] : part))
  if (marks.length === 0 || hasOwnStatement(told.slice(told.lastIndexOf('[0]') + 3)))
    return { kind: 'uncited' }
  if (URL_TEXT.test(told) || marks.every(({ support }) => support === 'unsupported'))
    return { kind: 'unsupported' }
  const missing = [...new Set(marks.flatMap(({ check }) => check.missing))]
  return missing.length > 0 ? { kind: 'missing', missing } : null
}

/** Whether what stands behind the last mark says something of its own. */
function hasOwnStatement(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/[\p{Script=Latin}\p{N}]+/gu)?.length ?? 0
  return han >= MIN_STATEMENT_LENGTH.han || words >= MIN_STATEMENT_LENGTH.words
}

/** As it was written, its marks by the ids that the model knows. */
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
