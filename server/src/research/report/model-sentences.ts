import type { Citation, ResearchEvidence } from '@scinav/contract'
import { checkClaim, createMarkerReader } from '../../answers/index.ts'
import { claimAt } from '../../language/text/claims.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import { sentenceSpans } from '../../language/text/sentences.ts'
import { flattenIds, type OfferedWorks, sentenceIds, UNKNOWN_ID } from './offered-works.ts'
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

/** Matches rules, code fences and quotation marks of Markdown, which a section must not contain. */
const NON_PROSE_LINE = /^\s{0,3}(?:```|~~~|-{3}|={3}|\*{3}|>)/
/** The beginning of a list item: `- `, `2. `. */
const LIST_ITEM = /^\s{0,8}(?:[-*+•]|\d{1,2}[.)、])\s{1,8}/
const HEADING = /^\s{0,3}#{1,6}\s+/
const TABLE_ROW = /^\s{0,3}\|/
/**
 * Matches a marker after the end of a sentence, which belongs before it; a bare number in brackets counts only at the
 * end of the line, since it may begin the next sentence.
 */
const MARKER_AFTER_STOP =
  /([。.!?！？])(\s?[[【［](?:[Ee]\s?\d[Ee\d ,，、;；–-]{0,58}[\]】］]|\d[\d ,，、;；–-]{0,58}[\]】］](?=\s*$)))/g
const URL_TEXT = /:\/\/|\bwww\./i
/** Matches a marker with nothing but ids that were not offered. */
const UNKNOWN_MARKER = new RegExp(
  `\\s?(?:[[【［]|[(（](?=E))E?${UNKNOWN_ID}(?:\\s?[,，、;；]\\s?E?${UNKNOWN_ID})*[\\]】］)）]`,
  'g',
)
/** Maximum number of lines of a section. */
const MAX_LINES = 120

/**
 * Parses a section written by a model. Left out are a first heading that repeats the section's title, headings without
 * text below them, and what is no prose.
 */
export function parseDraftLines(text: string, offered: OfferedWorks, title: string): DraftLine[] {
  return stripInvisible(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !NON_PROSE_LINE.test(line))
    .slice(0, MAX_LINES)
    .map((line) => parseLine(line, offered))
    .filter(({ sentences }) => sentences.length > 0)
    .filter(({ kind, sentences }, at) => at > 0 || kind !== 'heading' || !isTitle(sentences, title))
    .filter(({ kind }, at, lines) => kind !== 'heading' || (lines[at + 1]?.kind ?? 'heading') !== 'heading')
}

/**
 * Parses a line by its kind. A row of a table and a heading are one sentence, a text is split into sentences.
 */
function parseLine(line: string, offered: OfferedWorks): DraftLine {
  if (TABLE_ROW.test(line)) return { kind: 'row', sentences: [parseSentence(line.trim(), offered)] }
  const heading = HEADING.exec(line)?.[0]
  if (heading)
    return { kind: 'heading', sentences: [parseSentence(line.slice(heading.length).trim(), offered)] }
  const marker = LIST_ITEM.exec(line)?.[0] ?? ''
  return {
    kind: marker === '' ? 'text' : 'item',
    sentences: parseSentences(line.slice(marker.length), offered),
  }
}

const lettersOnly = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
const isTitle = (sentences: ModelSentence[], title: string) =>
  lettersOnly(sentences.flatMap(({ parts }) => parts.filter((part) => typeof part === 'string')).join('')) ===
  lettersOnly(title)

/** Parses the sentences of a line and checks each against the evidence it cites. */
export function parseSentences(line: string, offered: OfferedWorks): ModelSentence[] {
  const text = flattenIds(line, offered).replace(MARKER_AFTER_STOP, '$2$1')
  return sentenceSpans(text).map(({ start, end }) => readSentence(text.slice(start, end), offered))
}

const parseSentence = (text: string, offered: OfferedWorks) =>
  readSentence(flattenIds(text, offered), offered)

/** Stands for a citation in the text from which claims are read; its number has no meaning. */
const PLACEHOLDER_MARKER = '[0]'

/** Reads a sentence with flat ids, which number all sentences offered (`OfferedWorks.flat`). */
function readSentence(text: string, offered: OfferedWorks): ModelSentence {
  const reader = createMarkerReader((id) => offered.flat.has(id))
  const parts: ModelSentence['parts'] = []
  // The sentence so far, with `PLACEHOLDER_MARKER` for each citation.
  let claimText = ''
  for (const piece of [...reader.push(text), ...reader.end()]) {
    if (piece.kind === 'text') {
      const words = stripMarkup(piece.text)
      claimText += words
      parts.push(words)
      continue
    }
    const cited = distinctBySource(piece.ids.flatMap((id) => offered.flat.get(id) ?? []))
    parts.push(cited.map((evidence) => verifyClaim(claimAt(claimText), evidence, { cited, offered })))
    claimText += PLACEHOLDER_MARKER
  }
  const hasAddress = URL_TEXT.test(claimText)
  return { parts, fault: hasAddress ? { kind: 'address' } : sentenceFault(parts) }
}

/** Returns every cited sentence once, those of one source side by side. */
export const distinctBySource = (cited: ResearchEvidence[]): ResearchEvidence[] =>
  [...Map.groupBy(new Set(cited), ({ source_id }) => source_id).values()].flat()

/** Disables links, images and tags in a model's text, and removes ids that were not offered. */
const stripMarkup = (text: string) =>
  text
    .replace(UNKNOWN_MARKER, '')
    .replaceAll('](', '] (')
    .replace(/<(?=[a-z/!?])/gi, '‹')

/** Checks a claim against a quotation; everything that was offered of the cited works serves as context. */
function verifyClaim(
  claim: string,
  evidence: ResearchEvidence,
  { cited, offered }: { cited: ResearchEvidence[]; offered: OfferedWorks },
): CheckedEvidence {
  const ids = new Set(cited.map(({ source_id }) => source_id))
  const works = offered.works.filter(({ source_id }) => ids.has(source_id))
  const sentences = works.flatMap((work) => work.sentences.map(({ quote }) => quote))
  const others = sentences.filter((quote) => quote !== evidence.quote)
  const context = [...works.map(({ record }) => record), ...others].join('\n')
  return { evidence, ...checkClaim(claim, evidence.quote, context) }
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
