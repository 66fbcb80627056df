// Reads text, tables and positions in DrawingML, as slides and diagrams contain them.
import { shiftText } from '../structure/script-shift.ts'
import {
  child,
  childrenOf,
  descendants,
  elementAt,
  elementsOf,
  elementText,
  type XmlElement,
} from '../xml.ts'
import { mathText } from './omml.ts'

/** Positions in Office files are in English Metric Units (EMU). */
export const EMU_PER_POINT = 12_700

/** Returns the text of a paragraph, and how many of its characters are too small to read. */
export function paragraphText(paragraph: XmlElement): { text: string; hidden: number } {
  const runs = elementsOf(paragraph).filter(({ name }) => name !== 'a:pPr' && name !== 'a:endParaRPr')
  const hidden = runs.filter(isTinyRun).map(runText).join('').replace(/\s/g, '').length
  const text = runs.map((element) => {
    if (element.name === 'a:br') return '\n'
    if (element.name === 'a:r' || element.name === 'a:fld') return isTinyRun(element) ? '' : runText(element)
    return findFormulas(element).map(mathText).join(' ')
  })
  return { text: text.join(''), hidden }
}

/** Size of runs that declare none, and the size below which a run is too small to read, in hundredths of a point. */
const DEFAULT_RUN_SIZE = 1_800
const MIN_RUN_SIZE = 200

/** Returns whether the text of a run is too small to read, as hidden text is. */
const isTinyRun = (run: XmlElement): boolean =>
  Number(child(run, 'a:rPr')?.attributes.sz ?? DEFAULT_RUN_SIZE) < MIN_RUN_SIZE

/** Returns the text of a run, with superscripts and subscripts. */
function runText(run: XmlElement): string {
  const text = childrenOf(run, 'a:t').map(elementText).join('')
  const rise = Number.parseFloat(child(run, 'a:rPr')?.attributes.baseline ?? '0')
  if (rise > 0) return shiftText(text, 'raised')
  return rise < 0 ? shiftText(text, 'lowered') : text
}

/** Finds formulas, which are wrapped in alternatives of which one is a picture. */
const findFormulas = (element: XmlElement): XmlElement[] =>
  element.name === 'm:oMath' ? [element] : descendants(element, 'm:oMath')

/** Returns the text of a text body, one line per paragraph. */
export const bodyText = (body: XmlElement | undefined): string =>
  childrenOf(body, 'a:p')
    .map((paragraph) => paragraphText(paragraph).text)
    .filter((text) => text.trim() !== '')
    .join('\n')

/** Returns the cells of a table by row; a merged cell has its text at its first position and '' at the others. */
export function tableRows(table: XmlElement): string[][] {
  return childrenOf(table, 'a:tr').map((row) =>
    childrenOf(row, 'a:tc').map((cell) =>
      cell.attributes.hMerge === '1' || cell.attributes.vMerge === '1'
        ? ''
        : bodyText(child(cell, 'a:txBody')),
    ),
  )
}

/** Returns the position of a shape on its slide, in points, or null when it is inherited from the layout. */
export function shapeBox(shape: XmlElement): { x0: number; y0: number; x1: number; y1: number } | null {
  const frame = elementAt(shape, 'p:spPr', 'a:xfrm') ?? child(shape, 'p:xfrm')
  const offset = child(frame, 'a:off')?.attributes
  const size = child(frame, 'a:ext')?.attributes
  if (!offset || !size) return null
  const [x0, y0, width, height] = [offset.x, offset.y, size.cx, size.cy].map(
    (value) => Number(value) / EMU_PER_POINT,
  )
  if (x0 === undefined || y0 === undefined || width === undefined || height === undefined) return null
  if (![x0, y0, width, height].every(Number.isFinite)) return null
  return { x0, y0, x1: x0 + width, y1: y0 + height }
}
