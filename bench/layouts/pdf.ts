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

/** Ranges of ideographs and full-width signs, with the dash, ellipsis, middle dot and circled numbers of Chinese text. */
const HAN_RANGES = '\\u2e80-\\u9fff\\u3000-\\u303f\\uff00-\\uffef\\u2014\\u2026\\u00b7\\u2460-\\u2473'
const HAN_CHARACTER = new RegExp(`[${HAN_RANGES}]`)
/** A run of characters of one script. */
const SCRIPT_RUN = new RegExp(`[${HAN_RANGES}]+|[^${HAN_RANGES}]+`, 'g')
// Fonts by weight, in the order of `WEIGHTS`. All are standard fonts, which a file need not embed.
const LATIN_FONTS = {
  serif: ['Times-Roman', 'Times-Bold', 'Times-Italic'],
  sans: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique'],
}
const HAN_FONTS = ['STSong-Light', 'STHeiti-Bold', 'STKaiti-Regular']
const WEIGHTS: FontWeight[] = ['regular', 'bold', 'italic']
/** Width of bold Latin letters as a factor of that of others. */
const BOLD_FACTOR = 1.06
/** Units of a PDF font in an em. */
const UNITS_PER_EM = 1000

/** Returns the approximate width of a character in ems; the widths of the fonts in the file are the same. */
function characterWidth(character: string): number {
  if (HAN_CHARACTER.test(character)) return 1
  if (/[ijlt.,;:'!|()[\]fI-]/.test(character)) return 0.31
  if (/[mwMW%@]/.test(character)) return 0.8
  if (/[A-Z&=+<>]/.test(character)) return 0.67
  return character === ' ' ? 0.25 : 0.48
}

/** Returns the width of a text in points. */
export const textWidth = (text: string, { size, weight = 'regular' }: FontStyle): number => {
  let width = 0
  for (const character of text) {
    const isWidened = weight === 'bold' && !HAN_CHARACTER.test(character)
    width += characterWidth(character) * (isWidened ? BOLD_FACTOR : 1)
  }
  return width * size
}

/** Splits a text into runs of one script. */
const splitScriptRuns = (text: string): string[] => text.match(SCRIPT_RUN) ?? []

/** Returns the characters of a text as hexadecimal codes of two bytes (`wide`) or one. */
const hexText = (text: string, wide: boolean): string =>
  [...text]
    .map((character) => (character.codePointAt(0) ?? 63).toString(16).padStart(wide ? 4 : 2, '0'))
    .join('')

/** Returns the key of a font: `T`, `S` or `H` for Times, Helvetica and Chinese, and the number of the weight. */
const fontName = (isHan: boolean, { weight = 'regular', sans = false }: FontStyle): string =>
  `${isHan ? 'H' : sans ? 'S' : 'T'}${WEIGHTS.indexOf(weight)}`

/**
 * One page. Coordinates are in points, and y counts from its top; PDF counts from the bottom, hence `height - y` below.
 */
export class Canvas {
  readonly width: number
  readonly height: number
  /** The PDF operators of each drawn thing, with its position, by which `contents` sorts them. */
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
    return this.#sorted(order)
      .map(({ code }) => code)
      .join('\n')
  }

  #sorted(order: PaintOrder) {
    if (order === 'flow') return this.#operators
    if (order === 'height') return this.#operators.toSorted((a, b) => a.y - b.y || a.x - b.x)
    const isLeft = ({ x }: { x: number }) => Number(x <= this.width / 2)
    return this.#operators.toSorted((a, b) => isLeft(a) - isLeft(b))
  }

  #paint(x: number, y: number, code: string): void {
    this.#operators.push({ x, y, code })
  }
}

/** The first and the number of the characters for which a simple font gives widths. */
const FIRST_CHAR = 32
const CHAR_COUNT = 224

/** Returns the fonts by their key, with the objects that each refers to; `NEXT` stands for the number of the first. */
function fontObjects(): [name: string, body: string, more: string[]][] {
  const latin = [
    ...LATIN_FONTS.serif.map((name, at) => [`T${at}`, name, at] as const),
    ...LATIN_FONTS.sans.map((name, at) => [`S${at}`, name, at] as const),
  ]
  const latinFonts = latin.map(([key, name, at]): [string, string, string[]] => {
    const factor = WEIGHTS[at] === 'bold' ? BOLD_FACTOR : 1
    const widths = Array.from({ length: CHAR_COUNT }, (_, code) =>
      Math.round(characterWidth(String.fromCharCode(code + FIRST_CHAR)) * factor * UNITS_PER_EM),
    )
    return [
      key,
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding /FirstChar ${FIRST_CHAR} /LastChar ${FIRST_CHAR + CHAR_COUNT - 1} /Widths [${widths.join(' ')}] >>`,
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

/** Renders a PDF file of these pages; the title is that of the metadata. */
export function renderPdf(pages: readonly Canvas[], title: string, order: PaintOrder): Buffer {
  const objects: string[] = []
  /** Adds an object and returns its number, from 1. */
  const add = (body: string): number => objects.push(body)
  const catalog = add('<< /Type /Catalog /Pages 2 0 R >>')
  // Object 2, the tree of pages, is filled in when the pages have numbers.
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
