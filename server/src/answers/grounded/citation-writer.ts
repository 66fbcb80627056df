import { authorNames, type Citation } from '@scinav/contract'
import { type Concept, yearOf } from '@scinav/search'
import { claimAt } from '../../language/text/claims.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import { createFenceUnwrapper } from '../../language/text/unwrap-fence.ts'
import { createNumbering, type Evidence } from '../../retrieval/index.ts'
import type { AnswerPart } from '../task/task.ts'
import { type AnswerPiece, createMarkerReader } from '../verification/citation-markers.ts'
import { createCitationBuilder, sentenceQuotes } from '../verification/cite-evidence.ts'

/** Turns the text that a model writes into an answer whose citation numbers are assigned by code. */
export interface CitationWriter {
  /** Takes the next piece of the model's text; returns the part that can be shown now, as text and citations. */
  push: (delta: string) => AnswerPart[]
  /** Returns what was still held back, at the end of the model's text. */
  end: () => AnswerPart[]
  /** Returns the length of the answer so far. */
  length: () => number
  /**
   * Retracts the text from an offset on, which turned out to be reasoning. What is held back is dropped, and the count of
   * unknown markers begins anew. With 0 the whole answer is retracted, so that its citation numbers begin at 1 again.
   */
  retract: (from: number) => AnswerPart[]
  /** Returns how many markers named no offered evidence, since the last retraction; they stay text. */
  unknownMarkerCount: () => number
}

/**
 * Creates a citation writer. A marker becomes the number of its source, and its quote the sentences that it names;
 * those of one passage that are not in a row get a number each. An id in the running text becomes the name of its
 * source.
 */
export function createCitationWriter(evidence: Map<string, Evidence>, concepts: Concept[]): CitationWriter {
  const newReader = () =>
    createMarkerReader(
      (id, sentence) => isOffered(evidence.get(id), sentence),
      (id) => nameInText(evidence, id, isChinese),
    )
  let reader = newReader()
  let clean = createCharacterCleaner()
  let unwrap = createFenceUnwrapper()
  let numbering = createNumbering()
  const buildCitation = createCitationBuilder(concepts, evidence.values())
  /** The answer so far, with citation numbers. */
  let text = ''
  /**
   * Whether the model has written Chinese; names of sources are then written as in Chinese. Reasoning that is taken back
   * counts too, because a model mostly reasons in the language in which it answers.
   */
  let isChinese = false

  function toParts(pieces: AnswerPiece[]): AnswerPart[] {
    return pieces.flatMap((piece) => (piece.kind === 'text' ? emitText(piece.text) : cite(piece)))
  }

  function emitText(added: string): AnswerPart[] {
    text += added
    return added === '' ? [] : [{ event: 'delta', data: { text: added } }]
  }

  /** Writes the numbers of a marker, and returns them with a citation for each. */
  function cite(marker: Marker): AnswerPart[] {
    const claim = claimAt(text)
    const numbers = new Set<number>()
    const citations: Citation[] = []
    let markers = ''
    for (const { source, quote, otherSources } of citedQuotes(marker, evidence)) {
      const n = numbering.numberOf(source)
      // Several passages of a work share its number, which is written once; each quote gets its own marker.
      if (quote === undefined && numbers.has(n)) continue
      numbers.add(n)
      const start = text.length + markers.length
      markers += `[${n}]`
      const end = text.length + markers.length
      citations.push({ ...buildCitation(source, claim, quote, otherSources), n, start, end })
    }
    return [...emitText(markers), ...citations.map((data): AnswerPart => ({ event: 'citation', data }))]
  }

  return {
    push: (delta) => {
      isChinese ||= /\p{Script=Han}/u.test(delta)
      return toParts(reader.push(unwrap(clean(delta))))
    },
    end: () => toParts([...reader.push(unwrap('', true)), ...reader.end()]),
    length: () => text.length,
    unknownMarkerCount: () => reader.unknown(),
    retract: (from) => {
      const retracted = { start: from, end: text.length, text: '' }
      reader = newReader()
      clean = createCharacterCleaner()
      unwrap = createFenceUnwrapper()
      text = text.slice(0, from)
      if (from === 0) numbering = createNumbering()
      return retracted.end > from ? [{ event: 'revision', data: retracted }] : []
    },
  }
}

/**
 * Creates a filter that removes invisible characters from a text arriving in pieces. The first half of a surrogate pair at
 * the end of a piece is held back until the other half arrives.
 */
function createCharacterCleaner(): (delta: string) => string {
  let pendingHalf = ''
  return (delta) => {
    const joined = pendingHalf + delta
    pendingHalf = /[\ud800-\udbff]$/.test(joined) ? joined.slice(-1) : ''
    return stripInvisible(pendingHalf === '' ? joined : joined.slice(0, -1))
  }
}

type Marker = Pick<Extract<AnswerPiece, { kind: 'marker' }>, 'ids' | 'places'>

/**
 * Returns what a marker cites, in its order: for each source the sentences that it names, or the source
 * without a quote. `otherSources` are those that the same marker cites besides.
 */
function citedQuotes({ ids, places }: Marker, evidence: Map<string, Evidence>) {
  const cited = ids.flatMap((id): { source: Evidence; quote?: string }[] => {
    const source = evidence.get(id)
    if (!source) return []
    const sentences = places.flatMap((place) => (place.id === id ? (place.sentence ?? []) : []))
    const quotes = sentenceQuotes(source.passage, sentences)
    return quotes.length > 0 ? quotes.map((quote) => ({ source, quote })) : [{ source }]
  })
  return cited.map((each) => ({
    ...each,
    otherSources: cited.flatMap(({ source }) => (source === each.source ? [] : [source])),
  }))
}

/** Returns whether a source was offered to the model, and has the sentence (from 1) that a marker names. */
const isOffered = (evidence: Evidence | undefined, sentence?: number): boolean =>
  evidence !== undefined && (sentence === undefined || sentence <= evidence.passage.sentences.length)

/** Returns the name of a source for the running text; null where documents use its id as a word of their own. */
function nameInText(evidence: Map<string, Evidence>, id: string, isChinese: boolean): string | null {
  const source = evidence.get(id)
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${id}(?![\\p{L}\\p{N}])`, 'u')
  const isTerm = [...evidence.values()].some(({ passage }) => word.test(`${passage.heading} ${passage.text}`))
  return source && !isTerm ? shortName(source, isChinese) : null
}

/** Returns how running text names a source: its first author and year, or its title in quotation marks. */
function shortName({ passage, work }: Evidence, isChinese: boolean): string {
  const [first, second] = authorNames(work)
  const year = yearOf(work.publish_date)
  if (!first) return isChinese ? `《${passage.heading}》` : `“${passage.heading}”`
  if (isChinese) return `${first}${second ? '等' : ''}${year ? `（${year}）` : ''}`
  return `${first}${second ? ' et al.' : ''}${year ? ` (${year})` : ''}`
}
