/** A part of an entry in one typeface. */
export interface StyledRun {
  text: string
  italic?: true
}

/** Returns the text of an entry without its italics. */
export function runsText(runs: StyledRun[]): string {
  return runs.map((run) => run.text).join('')
}

/** Returns a text in italics; an empty text has no runs. */
export function italicRuns(text: string): StyledRun[] {
  return text === '' ? [] : [{ text, italic: true }]
}

/** Runs, or a text that is one run without italics. */
type TextOrRuns = string | StyledRun[]

/** Concatenates texts and runs; adjacent runs of one typeface are merged. */
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

const toRuns = (piece: TextOrRuns): StyledRun[] => (typeof piece === 'string' ? [{ text: piece }] : piece)

const LINE_BREAK = /[\r\n\v\f\u0085\u2028\u2029]/

/** Replaces line breaks by spaces, because an entry of a list is one line. */
export function foldLines(text: string): string {
  if (!LINE_BREAK.test(text)) return text
  const lines = text.split(LINE_BREAK).map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Returns the runs of an entry without line breaks. */
export function foldRuns(runs: StyledRun[]): StyledRun[] {
  return runs.map((run) => ({ ...run, text: foldLines(run.text) }))
}

/** Matches the end of a text that ends a sentence by itself, possibly within quotation marks: `why?”`. */
const SENTENCE_END = /[.?!…][”’]?$/

/**
 * Joins the non-empty pieces with a mark: `', '`, `'. '`. Commas, colons and semicolons at the beginning of a piece are
 * removed. A full stop is not repeated after `.`, `?`, `!` or `…`.
 */
export function joinRuns(pieces: TextOrRuns[], mark: string): StyledRun[] {
  const present = pieces.map((piece) => trimLeadingMarks(concatRuns(piece))).filter((runs) => runs.length > 0)
  return present.reduce((joined, runs) => {
    if (joined.length === 0) return runs
    const isEnded = mark.startsWith('.') && SENTENCE_END.test(runsText(joined))
    return concatRuns(joined, isEnded ? mark.slice(1) : mark, runs)
  }, [])
}

/** Removes leading marks, which would follow a preceding part that is missing. */
function trimLeadingMarks(runs: StyledRun[]): StyledRun[] {
  const [first, ...rest] = runs
  if (!first) return []
  const text = first.text.replace(/^[\s,;:]+/, '')
  return text === '' ? trimLeadingMarks(rest) : [{ ...first, text }, ...rest]
}

/** Adds a full stop, unless the runs are empty or already end a sentence. */
export function withFullStop(runs: StyledRun[]): StyledRun[] {
  return runs.length === 0 || SENTENCE_END.test(runsText(runs)) ? runs : concatRuns(runs, '.')
}

/** Puts a text in quotation marks with the following mark inside; a `?` or `!` at its end replaces that mark. */
export function quotedTitle(text: string, mark: '.' | ','): string {
  if (text === '') return ''
  const endsItself = mark === '.' ? SENTENCE_END : /[?!]$/
  // Quotation marks within quotation marks are single ones.
  const inner = text.replace(/“/g, '‘').replace(/”/g, '’')
  return endsItself.test(inner) ? `“${inner}”` : `“${inner}${mark}”`
}
