/** A stretch of an entry in one type face. */
export interface Run {
  text: string
  italic?: true
}

type Piece = string | Run[]

const runsOf = (piece: Piece): Run[] => (typeof piece === 'string' ? [{ text: piece }] : piece)

/** The text of an entry without its italics. */
export function plain(runs: Run[]): string {
  return runs.map((run) => run.text).join('')
}

/** Text in italics. */
export function italic(text: string): Run[] {
  return text === '' ? [] : [{ text, italic: true }]
}

/** Pieces one behind the other; neighbours of one face become one run. */
export function seq(...pieces: Piece[]): Run[] {
  const all = pieces.flatMap(runsOf).filter((run) => run.text !== '')
  const merged: Run[] = []
  for (const run of all) {
    const last = merged.at(-1)
    if (last && last.italic === run.italic)
      merged[merged.length - 1] = { ...last, text: last.text + run.text }
    else merged.push(run)
  }
  return merged
}

const BREAK = /[\r\n\v\f\u0085\u2028\u2029]/

/** Text with its line breaks made spaces: an entry of a list is one line. */
export function foldLines(text: string): string {
  if (!BREAK.test(text)) return text
  const lines = text.split(BREAK).map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** An entry on one line. */
export function onOneLine(runs: Run[]): Run[] {
  return runs.map((run) => ({ ...run, text: foldLines(run.text) }))
}

/** Whether text ends a sentence by itself, be it within quotation marks. */
const ENDED = /[.?!…][”’]?$/

/** A piece without the marks that would tie it to something that is not there. */
function untied(runs: Run[]): Run[] {
  const [first, ...rest] = runs
  if (!first) return []
  const text = first.text.replace(/^[\s,;:]+/, '')
  return text === '' ? untied(rest) : [{ ...first, text }, ...rest]
}

/** The pieces that are there with a mark between them. A full stop is not repeated after `.`, `?` or `!`. */
export function joinRuns(pieces: Piece[], mark: string): Run[] {
  const there = pieces.map((piece) => untied(seq(piece))).filter((runs) => runs.length > 0)
  return there.reduce((joined, runs) => {
    if (joined.length === 0) return runs
    const ended = mark.startsWith('.') && ENDED.test(plain(joined))
    return seq(joined, ended ? mark.slice(1) : mark, runs)
  }, [])
}

/** Runs with a full stop at the end, unless they end a sentence already. */
export function stopped(runs: Run[]): Run[] {
  return runs.length === 0 || ENDED.test(plain(runs)) ? runs : seq(runs, '.')
}

/** Text in quotation marks with the mark that follows inside them; a title's own `?` or `!` takes its place. */
export function quoted(text: string, mark: '.' | ','): string {
  if (text === '') return ''
  const own = mark === '.' ? ENDED : /[?!]$/
  // Quotation marks within quotation marks are single ones.
  const inner = text.replace(/“/g, '‘').replace(/”/g, '’')
  return own.test(inner) ? `“${inner}”` : `“${inner}${mark}”`
}
