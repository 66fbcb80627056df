// The traits of a generated document.
import type { Random } from '../random.ts'
import type { PaintOrder } from './pdf.ts'

/** The traits of a generated layout, each drawn independently. */
export interface Traits {
  lang: 'zh' | 'en'
  columns: 1 | 2
  /** Line numbers in the margin: at every line, at every fifth, or at equal steps down the page. */
  numbers: 'none' | 'every' | 'fifth' | 'ruler'
  numbersSide: 'left' | 'right' | 'outer'
  /** Whether line numbers start again on each page. */
  numbersRestart: boolean
  /** Draws a binding line at the left edge. */
  binding: boolean
  /** Draws an upright stamp, as arXiv does, on the first page. */
  stamp: boolean
  /** What stands above the title. */
  banner: 'none' | 'journal' | 'kind' | 'loud'
  cover: 'none' | 'thesis' | 'report'
  /** Draws running heads and page numbers. */
  running: boolean
  /** The numbers of headings; `first` numbers the first level only. */
  numbering: 'decimal' | 'first' | 'han' | 'roman' | 'none'
  /** How the abstract is headed: `colon` and `bold` on its first line, `own` on a line of its own. */
  abstract: 'colon' | 'bold' | 'own' | 'none'
  /** How authors are set: in one line, with superscripted marks, one per line, or side by side with addresses. */
  authors: 'line' | 'raised' | 'lines' | 'blocks'
  /** Where tables and figures span both columns: at the top of the page, or between sections. */
  spanning: 'none' | 'top' | 'section'
  tables: boolean
  table: 'booktabs' | 'framed' | 'plain'
  /** Number of header rows of a table. */
  headerRows: 1 | 2
  figures: boolean
  formulas: boolean
  references: 'inline' | 'column' | 'spaced' | 'dotted' | 'authors' | 'none'
  /** Whether references start a new column. */
  referencesApart: boolean
  /** Footnotes; `sources` cites in them instead of a reference list. */
  notes: 'none' | 'few' | 'sources'
  /** Whether marks of footnotes in Chinese are circled numbers. */
  circled: boolean
  /** Whether pages are pictures with hidden, slightly displaced text. */
  scanned: boolean
  paintOrder: PaintOrder
  /** Whether the columns of the last page end at the same height. */
  balanced: boolean
  /** Whether the file's metadata names the title. */
  info: boolean
  /** Names of the traits, to sum scores by. */
  names: string[]
}

/** Draws traits; most documents have one kind of difficulty, some have two. */
export function drawTraits(random: Random): Traits {
  const { pick, once } = random
  const lang = pick(['zh', 'en'] as const)
  const notes = pick(['none', 'none', 'none', 'none', 'few', 'sources'] as const)
  const columns = pick([1, 2] as const)
  const scanned = once(14)
  const numbers =
    !scanned && once(3) ? pick(['every', 'every', 'fifth', 'ruler'] as const) : ('none' as const)
  const traits: Omit<Traits, 'names'> = {
    ...{ lang, notes, columns, scanned, numbers },
    numbersSide: pick(['left', 'left', 'right', 'outer'] as const),
    numbersRestart: once(2),
    binding: lang === 'zh' && !scanned && numbers === 'none' && once(4),
    stamp: !scanned && once(8),
    /** What stands above the title. */
    banner: pick(['none', 'none', 'journal', 'kind', 'loud'] as const),
    cover: once(7) ? pick(['thesis', 'report'] as const) : ('none' as const),
    running: !once(3),
    /** The numbers of headings; `first` numbers the first level only. */
    numbering: pick(
      lang === 'zh'
        ? (['decimal', 'first', 'han', 'none'] as const)
        : (['decimal', 'first', 'roman', 'none'] as const),
    ),
    /** How the abstract is headed: `colon` and `bold` on its first line, `own` on a line of its own. */
    abstract: pick(['colon', 'bold', 'own', 'none'] as const),
    authors: pick(['line', 'raised', 'lines', 'blocks'] as const),
    /** Where tables and figures span both columns: at the top of the page, or between sections. */
    spanning: columns === 2 ? pick(['none', 'top', 'section'] as const) : ('none' as const),
    tables: once(2),
    table: pick(['booktabs', 'framed', 'plain'] as const),
    headerRows: pick([1, 2] as const),
    figures: once(2),
    formulas: once(3),
    references:
      notes === 'sources'
        ? ('none' as const)
        : pick(['inline', 'column', 'spaced', 'dotted', 'authors'] as const),
    referencesApart: columns === 2 && once(3),
    circled: once(2),
    paintOrder: pick(['flow', 'flow', 'height', 'backwards'] as const),
    balanced: once(2),
    info: once(3),
  }
  return { ...traits, names: traitNames(traits) }
}

function traitNames(traits: Omit<Traits, 'names'>): string[] {
  const named = (name: string, value: string) => (value === 'none' ? [] : [`${name}-${value}`])
  const flag = (name: string, isPresent: boolean) => (isPresent ? [name] : [])
  const hasTables = traits.tables || traits.spanning !== 'none'
  return [
    traits.lang,
    `columns-${traits.columns}`,
    ...named('line-numbers', traits.numbers),
    ...flag('binding-line', traits.binding),
    ...flag('stamp', traits.stamp),
    ...named('banner', traits.banner),
    ...named('cover', traits.cover),
    `numbering-${traits.numbering}`,
    `abstract-${traits.abstract}`,
    `authors-${traits.authors}`,
    ...named('spanning', traits.spanning),
    ...flag(`table-${traits.table}`, hasTables),
    ...flag('two-row-heads', hasTables && traits.headerRows === 2),
    ...flag('figures', traits.figures),
    ...flag('formulas', traits.formulas),
    `references-${traits.references}`,
    ...flag('references-apart', traits.referencesApart),
    ...named('notes', traits.notes),
    ...flag('scanned', traits.scanned),
    `painted-${traits.paintOrder}`,
  ]
}
