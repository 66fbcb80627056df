// A PDF writer for generated layouts: text of two scripts in three weights, rules, boxes, pictures.
import { fileOfObjects } from '../../documents/src/testing/pdf-builder.ts'

export type FontWeight = 'regular' | 'bold' | 'italic'

/** The order of texts in the content stream: as read, by height across columns, or with the right half first. */
export type PaintOrder = 'flow' | 'height' | 'backwards'

/** How a run of text is drawn. */
export interface FontStyle {
  /** In points. */
  size: number
  weight?: FontWeight
  /** Sans-serif letters. */
  sans?: boolean
  /** Drawn in the invisible text mode, like the recognized text over a scan. */
  hidden?: boolean
}

const HAN_CHARACTER = /[\u2e80-\u9fff\u3000-\u303f\uff00-\uffef\u2014\u2026\u00b7\u2460-\u2473]/
const LATIN_FONTS = {
  serif: ['Times-Roman', 'Times-Bold', 'Times-Italic'],
  sans: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique'],
}
const HAN_FONTS = ['STSong-Light', 'STHeiti-Bold', 'STKaiti-Regular']
const weights: FontWeight[] = ['regular', 'bold', 'italic']

/** Returns the width of a Latin character in ems. */
function latinCharacterWidth(character: string): number {
  if (HAN_CHARACTER.test(character)) return 1
  if (/[ijlt.,;:'!|()[\]fI-]/.test(character)) return 0.31
  if (/[mwMW%@]/.test(character)) return 0.8
  if (/[A-Z&=+<>]/.test(character)) return 0.67
  return character === ' ' ? 0.25 : 0.48
}

/** Returns the width of a text in points. */
export const textWidth = (text: string, { size, weight = 'regular' }: FontStyle): number => {
  let width = 0
  for (const character of text)
    width += latinCharacterWidth(character) * (weight === 'bold' && !HAN_CHARACTER.test(character) ? 1.06 : 1)
  return width * size
}

/** Splits a text into runs of one script. */
const splitScriptRuns = (text: string): string[] =>
  text.match(
    /[\u2e80-\u9fff\u3000-\u303f\uff00-\uffef\u2014\u2026\u00b7\u2460-\u2473]+|[^\u2e80-\u9fff\u3000-\u303f\uff00-\uffef\u2014\u2026\u00b7\u2460-\u2473]+/g,
  ) ?? []

const hexText = (text: string, wide: boolean): string =>
  [...text]
    .map((character) => (character.codePointAt(0) ?? 63).toString(16).padStart(wide ? 4 : 2, '0'))
    .join('')

const fontName = (isHan: boolean, { weight = 'regular', sans = false }: FontStyle): string =>
  `${isHan ? 'H' : sans ? 'S' : 'T'}${weights.indexOf(weight)}`

/** One page; y coordinates count from its top. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly #operators: { x: number; y: number; code: string }[] = []

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  /** Draws text from `x` on, with `spread` points of additional space after each character. */
  text(text: string, x: number, y: number, font: FontStyle, spread = 0): void {
    let at = x
    for (const run of splitScriptRuns(text)) {
      const isHan = HAN_CHARACTER.test(run)
      const mode = font.hidden ? '3 Tr' : '0 Tr'
      this.#paint(
        x,
        y,
        `BT ${mode} /${fontName(isHan, font)} ${font.size} Tf ${spread.toFixed(3)} Tc 1 0 0 1 ${at.toFixed(2)} ${(this.height - y).toFixed(2)} Tm <${hexText(run, isHan)}> Tj ET`,
      )
      at += textWidth(run, font) + spread * run.length
    }
  }

  /** Draws text that runs up the page. */
  upright(text: string, x: number, y: number, font: FontStyle): void {
    this.#paint(
      x,
      y,
      `BT /${fontName(false, font)} ${font.size} Tf 0 Tc 0 1 -1 0 ${x} ${this.height - y} Tm <${hexText(text, false)}> Tj ET`,
    )
  }

  /** Draws a line. */
  rule(x0: number, y0: number, x1: number, y1: number, width = 0.6): void {
    this.#paint(
      x0,
      y0,
      `${width} w ${x0.toFixed(2)} ${(this.height - y0).toFixed(2)} m ${x1.toFixed(2)} ${(this.height - y1).toFixed(2)} l S`,
    )
  }

  /** Fills a rectangle with gray. */
  box(x0: number, y0: number, x1: number, y1: number): void {
    this.#paint(
      x0,
      y0,
      `0.8 g ${x0.toFixed(2)} ${(this.height - y1).toFixed(2)} ${(x1 - x0).toFixed(2)} ${(y1 - y0).toFixed(2)} re f 0 g`,
    )
  }

  /** Draws the gray picture over a rectangle. */
  picture(x0: number, y0: number, x1: number, y1: number): void {
    this.#paint(
      -1,
      -1,
      `q ${(x1 - x0).toFixed(2)} 0 0 ${(y1 - y0).toFixed(2)} ${x0.toFixed(2)} ${(this.height - y1).toFixed(2)} cm /Im Do Q`,
    )
  }

  /** Returns everything drawn, in the order of drawing, by height, or with the right half first. */
  contents(order: PaintOrder): string {
    const right = ({ x }: { x: number }) => (x > this.width / 2 ? 0 : 1)
    const sorted =
      order === 'height'
        ? this.#operators.toSorted((a, b) => a.y - b.y || a.x - b.x)
        : order === 'backwards'
          ? this.#operators.toSorted((a, b) => right(a) - right(b))
          : this.#operators
    return sorted.map(({ code }) => code).join('\n')
  }

  #paint(x: number, y: number, code: string): void {
    this.#operators.push({ x, y, code })
  }
}

/** Returns the fonts by their key, with the objects that each refers to. */
function fontObjects(): [name: string, body: string, more: string[]][] {
  const latin = [
    ...LATIN_FONTS.serif.map((name, at) => [`T${at}`, name, at] as const),
    ...LATIN_FONTS.sans.map((name, at) => [`S${at}`, name, at] as const),
  ]
  const latinFonts = latin.map(([key, name, at]): [string, string, string[]] => {
    const widths = Array.from({ length: 224 }, (_, code) =>
      Math.round(latinCharacterWidth(String.fromCharCode(code + 32)) * (at === 1 ? 1060 : 1000)),
    )
    return [
      key,
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 /Widths [${widths.join(' ')}] >>`,
      [],
    ]
  })
  const hanFonts = HAN_FONTS.map((name, at): [string, string, string[]] => [
    `H${at}`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /UniGB-UCS2-H /DescendantFonts [NEXT] >>`,
    [
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 >>`,
    ],
  ])
  return [...latinFonts, ...hanFonts]
}

/** Renders a PDF file of these pages. */
export function renderPdf(pages: readonly Canvas[], title: string, order: PaintOrder): Buffer {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const catalog = add('<< /Type /Catalog /Pages 2 0 R >>')
  add('')
  const fonts = fontObjects().map(([key, body, more]) => {
    const next = more.map((each) => add(each))
    return `/${key} ${add(body.replace('NEXT', `${next[0]} 0 R`))} 0 R`
  })
  const image = add(
    '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n\x40\nendstream',
  )
  const kids = pages.map((page) => {
    const stream = page.contents(order)
    const contents = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << ${fonts.join(' ')} >> /XObject << /Im ${image} 0 R >> >> /Contents ${contents} 0 R >>`,
    )
  })
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`
  const info = add(`<< /Title <feff${hexText(title, true)}> >>`)
  return fileOfObjects(objects, catalog, info)
}
