import type { ResearchEvidence } from '@scinav/contract'
import { checkClaim, createMarkerReader } from '../../answers/index.ts'
import { claimAt } from '../../language/text/claims.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import { sentenceSpans } from '../../language/text/sentences.ts'
import { type DraftLine, type ModelSentence, sentenceFault } from './model-sentences.ts'
import { flattenIds, type OfferedWorks, UNKNOWN_ID } from './offered-works.ts'
import type { CheckedEvidence } from './section-text.ts'

/** Matches rules, code fences and quotation marks of Markdown, which a section must not contain. */
const NON_PROSE_LINE = /^\s{0,3}(?:```|~~~|-{3}|={3}|\*{3}|>)/
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

/** The beginning of a list item: `- `, `2. `. */
const LIST_ITEM = /^\s{0,8}(?:[-*+•]|\d{1,2}[.)、])\s{1,8}/
/** The mark before a heading. */
const HEADING = /^\s{0,3}#{1,6}\s+/
/** The beginning of a row of a table. */
const TABLE_ROW = /^\s{0,3}\|/

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

/** Returns whether sentences are a title, but for signs and spaces. */
const isTitle = (sentences: ModelSentence[], title: string) =>
  lettersOnly(sentences.flatMap(({ parts }) => parts.filter((part) => typeof part === 'string')).join('')) ===
  lettersOnly(title)

/**
 * Matches a marker after the end of a sentence, which belongs before it; a bare number in brackets counts only at the
 * end of the line, since it may begin the next sentence.
 */
const MARKER_AFTER_STOP =
  /([。.!?！？])(\s?[[【［](?:[Ee]\s?\d[Ee\d ,，、;；–-]{0,58}[\]】］]|\d[\d ,，、;；–-]{0,58}[\]】］](?=\s*$)))/g

/** Parses the sentences of a line and checks each against the evidence it cites. */
export function parseSentences(line: string, offered: OfferedWorks): ModelSentence[] {
  const text = flattenIds(line, offered).replace(MARKER_AFTER_STOP, '$2$1')
  return sentenceSpans(text).map(({ start, end }) => readSentence(text.slice(start, end), offered))
}

/** Parses a text as one sentence, and checks it against the evidence it cites. */
const parseSentence = (text: string, offered: OfferedWorks) =>
  readSentence(flattenIds(text, offered), offered)

/** Stands for a citation in the text from which claims are read; its number has no meaning. */
const PLACEHOLDER_MARKER = '[0]'
/** Matches text with a web address. */
const URL_TEXT = /:\/\/|\bwww\./i

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

/** Matches a marker with nothing but ids that were not offered. */
const UNKNOWN_MARKER = new RegExp(
  `\\s?(?:[[【［]|[(（](?=E))E?${UNKNOWN_ID}(?:\\s?[,，、;；]\\s?E?${UNKNOWN_ID})*[\\]】］)）]`,
  'g',
)

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
