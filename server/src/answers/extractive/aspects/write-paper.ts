import type { Quote, QuoteWriter } from '../../../retrieval/index.ts'
import type { AspectLayout } from './aspect-layout.ts'
import { ASPECTS, type Aspect } from './aspect-model.ts'
import { ASPECT_FRAMES, ASPECT_NAMES, listAspects } from './frames.ts'
import type { PaperAspects } from './paper-aspects.ts'
import { writeQuotes } from './write-quotes.ts'

/** Writes what the abstract of one paper states of the requested aspects, or its beginning (`isShownByBeginning`). */
export function writePaper(
  writer: QuoteWriter,
  paper: PaperAspects,
  requested: Aspect[],
  layout: AspectLayout,
): void {
  if (isShownByBeginning(paper, requested)) writeBeginning(writer, paper, layout)
  else writeAspects(writer, paper, requested, layout)
}

/** Returns whether a paper, shown by aspect, states none of the requested aspects and nothing that comes near them. */
export const lacksRequestedAspects = (paper: PaperAspects, requested: Aspect[]): boolean =>
  !isShownByBeginning(paper, requested) &&
  requested.every((aspect) => !paper.stated.has(aspect)) &&
  nearQuotes(paper, requested).length === 0

/** With fewer quotes for all aspects together, the first sentences of an abstract say more. */
const MIN_RECOGNIZED_QUOTES = 2

/**
 * Returns whether a paper is shown by its beginning instead of by aspect: it has no abstract, or all aspects were
 * requested and hardly any was recognized.
 */
function isShownByBeginning({ stated, first, has_abstract }: PaperAspects, requested: Aspect[]): boolean {
  if (!has_abstract) return true
  const quotes = new Set([...stated.values()].flatMap((all) => all.map(({ quote }) => quote)))
  return requested.length === ASPECTS.length && quotes.size < Math.min(MIN_RECOGNIZED_QUOTES, first.length)
}

/** Writes the first sentences of the abstract, or the title when there is no abstract. */
function writeBeginning(writer: QuoteWriter, paper: PaperAspects, { language, direct }: AspectLayout): void {
  const frame = ASPECT_FRAMES[language]
  if (!direct) writer.write(`${frame.indirect}\n\n`)
  writer.write(paper.has_abstract ? frame.unread : frame.no_abstract)
  writeQuotes(writer, paper.first)
}

/** Writes the requested aspects that a paper states, each with its best quotes, and names those that it does not. */
function writeAspects(
  writer: QuoteWriter,
  paper: PaperAspects,
  requested: Aspect[],
  layout: AspectLayout,
): void {
  const stated = requested.filter((aspect) => paper.stated.has(aspect))
  if (stated.length === 0) writeNothingStated(writer, paper, requested, layout)
  else {
    writer.write(headSentence(stated, requested, layout))
    writeStatedAspects(writer, paper, stated, layout)
    const notStated = requested.filter((aspect) => !paper.stated.has(aspect))
    const { none } = ASPECT_FRAMES[layout.language]
    if (notStated.length > 0) writer.write(`\n\n${none(listAspects(notStated, layout.language))}`)
  }
}

/** Says that the requested aspects are not stated, and writes what comes nearest. */
function writeNothingStated(
  writer: QuoteWriter,
  paper: PaperAspects,
  requested: Aspect[],
  { language, direct }: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[language]
  const near = nearQuotes(paper, requested)
  if (near.length > 0) {
    writer.write(frame.near(listAspects(requested, language)))
    writeQuotes(writer, near)
    return
  }
  writer.write(direct ? frame.none(listAspects(requested, language)) : frame.indirect)
  // Unlike other aspects, a result may be stated without any cue, so the abstract is shown.
  if (direct && requested.includes('result') && paper.first.length > 0) {
    writer.write(frame.begins)
    writeQuotes(writer, paper.first)
  }
}

/** Returns the quotes that come near the requested aspect; none when several were requested. */
const nearQuotes = ({ near }: PaperAspects, requested: Aspect[]): Quote[] =>
  requested.length === 1 ? requested.flatMap((aspect) => near.get(aspect) ?? []) : []

function headSentence(stated: Aspect[], requested: Aspect[], { language, direct }: AspectLayout): string {
  const frame = ASPECT_FRAMES[language]
  if (!direct) return frame.indirect
  return requested.length < ASPECTS.length ? frame.one(listAspects(stated, language)) : frame.head
}

/** The most quotes of an aspect that is the only one stated. */
const MAX_QUOTES_SINGLE_ASPECT = 3
/** The most quotes of each aspect when several are stated. */
const MAX_QUOTES_PER_ASPECT = 2

/** Writes the quotes of each stated aspect; several aspects get headings. */
function writeStatedAspects(
  writer: QuoteWriter,
  paper: PaperAspects,
  stated: Aspect[],
  { language }: AspectLayout,
): void {
  const limit = stated.length === 1 ? MAX_QUOTES_SINGLE_ASPECT : MAX_QUOTES_PER_ASPECT
  const written = new Set<string>()
  for (const aspect of stated) {
    if (stated.length > 1) writer.write(`\n\n**${ASPECT_NAMES[language][aspect]}**`)
    const quotes = bestQuotes(paper, aspect, limit)
    const newQuotes = quotes.filter(({ quote }) => !written.has(quote))
    // An aspect is never empty: it repeats quotes when it has no others.
    writeQuotes(writer, newQuotes.length > 0 ? newQuotes : quotes)
    for (const { quote } of quotes) written.add(quote)
  }
}

/** Returns the best quotes of an aspect in the order of the text. */
function bestQuotes({ stated }: PaperAspects, aspect: Aspect, limit: number): Quote[] {
  const offset = ({ evidence, quote }: Quote) => evidence.passage.start + evidence.passage.text.indexOf(quote)
  return (stated.get(aspect) ?? []).slice(0, limit).toSorted((one, other) => offset(one) - offset(other))
}
