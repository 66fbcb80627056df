import type { ResearchEvidence } from '@scinav/contract'
import { checkClaim, createMarkerReader } from '../../answers/index.ts'
import { claimAt } from '../../language/text/claims.ts'
import { visible } from '../../language/text/clean.ts'
import { sentencesOf } from '../../language/text/sentences.ts'
import type { Mark } from './section-text.ts'

/** A sentence that a model wrote: text, and the marks between. */
export interface Sentence {
  parts: (string | Mark[])[]
  /** What is wrong with it; null where its evidence bears it. */
  fault: Fault | null
}

/** `uncited`: a part of it rests on nothing; `unsupported`: what it cites does not say it; else figures and names. */
type Fault = { kind: 'uncited' | 'unsupported' } | { kind: 'missing'; missing: string[] }

/** A paragraph, or an item of a list. */
export interface Line {
  item: boolean
  sentences: Sentence[]
}

/** Evidence by the ids that a model was told: `E1`. */
export type Offered = ReadonlyMap<string, ResearchEvidence>

/** Headings, tables, rules and fences are no part of what was asked for. */
const NO_PROSE = /^\s{0,3}(?:#|\||```|~~~|-{3}|={3}|\*{3}|>)/
const ITEM = /^\s{0,8}(?:[-*+•]|\d{1,2}[.)、])\s{1,8}/
/** A marker behind the sign that ends a sentence belongs before it; numbers alone may begin the next one. */
const BEHIND_STOP =
  /([。.!?！？])(\s?[[【［](?:[Ee]\s?\d[Ee\d ,，、;；–-]{0,58}[\]】］]|\d[\d ,，、;；–-]{0,58}[\]】］](?=\s*$)))/g
const MOST_LINES = 60

/** Reads a section as a model wrote it. */
export function readLines(said: string, offered: Offered): Line[] {
  return visible(said)
    .split('\n')
    .filter((line) => line.trim() !== '' && !NO_PROSE.test(line))
    .slice(0, MOST_LINES)
    .map((line) => {
      const marker = ITEM.exec(line)?.[0] ?? ''
      return { item: marker !== '', sentences: readSentences(line.slice(marker.length), offered) }
    })
    .filter(({ sentences }) => sentences.length > 0)
}

/** The sentences of a line, each checked against what it cites. */
export function readSentences(line: string, offered: Offered): Sentence[] {
  const text = line.replace(BEHIND_STOP, '$2$1')
  return sentencesOf(text).map(({ start, end }) => readSentence(text.slice(start, end), offered))
}

function readSentence(text: string, offered: Offered): Sentence {
  const reader = createMarkerReader((id) => offered.has(id))
  const parts: Sentence['parts'] = []
  let told = ''
  for (const piece of [...reader.push(text), ...reader.end()]) {
    if (piece.kind === 'text') {
      const plain = withoutMarkup(piece.text)
      told += plain
      parts.push(plain)
      continue
    }
    const found = piece.ids.flatMap((id) => offered.get(id) ?? [])
    parts.push(found.map((evidence) => checked(claimAt(told), evidence, found)))
    told += '[0]'
  }
  return { parts, fault: faultOf(parts, told) }
}

/** No links, images or tags, whatever a model writes. */
const withoutMarkup = (text: string) => text.replaceAll('](', '] (').replace(/<(?=[a-z/!?])/gi, '‹')

/** A claim is compared with the quote; what its sources are called and the quotes beside count as around it. */
function checked(claim: string, evidence: ResearchEvidence, beside: ResearchEvidence[]): Mark {
  const others = beside.flatMap(({ quote }) => (quote === evidence.quote ? [] : [quote]))
  const context = [evidence.title, ...others].join('\n')
  return { evidence, ...checkClaim(claim, evidence.quote, context) }
}

const ADDRESS = /:\/\/|\bwww\./i
const LEAST = { han: 6, words: 4 }

function faultOf(parts: Sentence['parts'], told: string): Fault | null {
  const marks = parts.flatMap((part) => (typeof part === 'string' ? [] : part))
  if (marks.length === 0 || saysMore(told.slice(told.lastIndexOf('[0]') + 3))) return { kind: 'uncited' }
  if (ADDRESS.test(told) || marks.every(({ support }) => support === 'unsupported'))
    return { kind: 'unsupported' }
  const missing = [...new Set(marks.flatMap(({ check }) => check.missing))]
  return missing.length > 0 ? { kind: 'missing', missing } : null
}

/** Whether what stands behind the last mark says something of its own. */
function saysMore(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/[\p{Script=Latin}\p{N}]+/gu)?.length ?? 0
  return han >= LEAST.han || words >= LEAST.words
}

/** As it was written, its marks by the ids that the model knows. */
export function plainSentence({ parts }: Sentence, offered: Offered): string {
  const ids = new Map([...offered].map(([id, { evidence_id }]) => [evidence_id, id]))
  return parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : `[${part.map(({ evidence }) => ids.get(evidence.evidence_id)).join(', ')}]`,
    )
    .join('')
}
