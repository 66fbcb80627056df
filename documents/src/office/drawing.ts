import { shifted } from '../structure/comparable-form.ts'
import { at, child, childrenOf, type Element, elementsOf, textOf, within } from '../xml/xml.ts'
import { mathText } from './omml.ts'

// Text and tables as DrawingML writes them, in slides and diagrams.

/** Smaller than 2 points. */
const isTiny = (run: Element): boolean => Number(child(run, 'a:rPr')?.attributes.sz ?? 1_800) < 200

/** Formulas are wrapped in alternatives, of which one is a picture. */
const formulasIn = (element: Element): Element[] =>
  element.name === 'm:oMath' ? [element] : within(element, 'm:oMath')

function runText(run: Element): string {
  const text = childrenOf(run, 'a:t').map(textOf).join('')
  const rise = Number.parseFloat(child(run, 'a:rPr')?.attributes.baseline ?? '0')
  if (rise > 0) return shifted(text, 'raised')
  return rise < 0 ? shifted(text, 'lowered') : text
}

/** The text of a paragraph, and how many of its characters nobody can read. */
export function paragraphText(paragraph: Element): { text: string; hidden: number } {
  const runs = elementsOf(paragraph).filter(({ name }) => name !== 'a:pPr' && name !== 'a:endParaRPr')
  const hidden = runs.filter(isTiny).map(runText).join('').replace(/\s/g, '').length
  const text = runs.map((element) => {
    if (element.name === 'a:br') return '\n'
    if (element.name === 'a:r' || element.name === 'a:fld') return isTiny(element) ? '' : runText(element)
    return formulasIn(element).map(mathText).join(' ')
  })
  return { text: text.join(''), hidden }
}

/** The text of a text body, a line for each paragraph. */
export const bodyText = (body: Element | undefined): string =>
  childrenOf(body, 'a:p')
    .map((paragraph) => paragraphText(paragraph).text)
    .filter((text) => text.trim() !== '')
    .join('\n')

/** The cells of a table, merged ones at their first place. */
export function tableRows(table: Element): string[][] {
  return childrenOf(table, 'a:tr').map((row) =>
    childrenOf(row, 'a:tc').map(({ attributes, ...cell }) =>
      attributes.hMerge === '1' || attributes.vMerge === '1'
        ? ''
        : bodyText(child({ attributes, ...cell }, 'a:txBody')),
    ),
  )
}

const EMU_PER_POINT = 12_700

/** Where a shape stands on its slide, in points; null where its layout says so. */
export function placeOf(shape: Element): { x0: number; y0: number; x1: number; y1: number } | null {
  const frame = at(shape, 'p:spPr', 'a:xfrm') ?? child(shape, 'p:xfrm')
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
