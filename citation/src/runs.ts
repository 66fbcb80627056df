/** A stretch of an entry in one type face. */
export interface StyledRun {
  text: string
  italic?: true
}

type TextOrRuns = string | StyledRun[]

const toRuns = (piece: TextOrRuns): StyledRun[] => (typeof piece === 'string' ? [{ text: piece }] : piece)

/** The text of an entry without its italics. */
export function runsText(runs: StyledRun[]): string {
  return runs.map((run) => run.text).join('')
}

/** Text in italics. */
export function italicRuns(text: string): StyledRun[] {
  return text === '' ? [] : [{ text, italic: true }]
}

/** Pieces one behind the other; neighbours of one face become one run. */
export function concatRuns(...pieces: TextOrRuns[]): StyledRun[] {
  const all = pieces.flatMap(toRuns).filter((run) => run.text !== '')
  const merged: StyledRun[] = []
  for (const run of all) {
    const last = merged.at(-1)
    if (last && last.italic === run.italic)
      merged[merged.length - 1] = { ...last, text: last.text + run.text }
    else merged.push(run)
  }
  return merged
}

const LINE_BREAK = /[\r\n\v\f\u0085\u2028\u2029]/

/** Text with its line breaks made spaces: an entry of a list is one line. */
export function foldLines(text: string): string {
  if (!LINE_BREAK.test(text)) return text
  const lines = text.split(LINE_BREAK).map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** An entry on one line. */
export function foldRuns(runs: StyledRun[]): StyledRun[] {
  return runs.map((run) => ({ ...run, text: foldLines(run.text) }))
}

/** Whether text ends a sentence by itself, be it within quotation marks. */
const SENTENCE_END = /[.?!…][”’]?$/

/** A piece without the marks that would tie it to something that is not there. */
function trimLeadingMarks(runs: StyledRun[]): StyledRun[] {
  const [first, ...rest] = runs
  if (!first) return []
  const text = first.text.replace(/^[\s,;:]+/, '')
  return text === '' ? trimLeadingMarks(rest) : [{ ...first, text }, ...rest]
}

/** The pieces that are there with a mark between them. A full stop is not repeated after `.`, `?` or `!`. */
export function joinRuns(pieces: TextOrRuns[], mark: string): StyledRun[] {
  const there = pieces.map((piece) => trimLeadingMarks(concatRuns(piece))).filter((runs) => runs.length > 0)
  return there.reduce((joined, runs) => {
    if (joined.length === 0) return runs
    const ended = mark.startsWith('.') && SENTENCE_END.test(runsText(joined))
    return concatRuns(joined, ended ? mark.slice(1) : mark, runs)
  }, [])
}

/** Runs with a full stop at the end, unless they end a sentence already. */
export function withFullStop(runs: StyledRun[]): StyledRun[] {
  return runs.length === 0 || SENTENCE_END.test(runsText(runs)) ? runs : concatRuns(runs, '.')
}

/** Text in quotation marks with the mark that follows inside them; a title's own `?` or `!` takes its place. */
export function quotedTitle(text: string, mark: '.' | ','): string {
  if (text === '') return ''
  const own = mark === '.' ? SENTENCE_END : /[?!]$/
  // Quotation marks within quotation marks are single ones.
  const inner = text.replace(/“/g, '‘').replace(/”/g, '’')
  return own.test(inner) ? `“${inner}”` : `“${inner}${mark}”`
}
