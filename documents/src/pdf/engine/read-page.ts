import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { IDENTITY, type Matrix, multiply, toMatrix } from '../page/matrix.ts'
import { emptyPage, type PageContent, type StructureTag } from '../page/page-content.ts'
import { type DrawingState, initialState } from './drawing-state.ts'
import type { FontFacts, StyleLookup } from './fonts.ts'
import type { UnknownGlyphs } from './ligatures.ts'
import { Backgrounds, isNearWhite, PageGlyphs } from './page-glyphs.ts'
import { readPath, transformArea } from './paths.ts'
import { listArgument, numberArgument, readProperty } from './pdfjs-values.ts'
import { type ContentMark, TextPen } from './text-pen.ts'

/** The drawing operators of a page and their arguments, as pdf.js lists them. */
export interface DrawingList {
  fnArray: ArrayLike<number>
  argsArray: ArrayLike<unknown>
}

/** A page and its coordinate system. */
export interface PageFrame {
  page: number
  width: number
  height: number
  rotation: 0 | 90 | 180 | 270
  /** Transforms coordinates of the file to points from the top left corner. */
  transform: Matrix
  /** Structure elements of a tagged file by the numbers of their marks. */
  tags?: ReadonlyMap<number, StructureTag>
}

/** The fonts and glyph styles of a document. */
export interface FontBook {
  /** Returns a font by the name that the drawing uses. */
  font: (name: string) => FontFacts | null
  styleOf: StyleLookup
  unknown: UnknownGlyphs
}

/** The mark of content that no mark surrounds. */
const NO_MARK: ContentMark = { artifact: false }

/** Number of rules, of shapes and of pictures of a page that are recorded; more are a drawing and no table. */
const MAX_SHAPES = 20_000
/** Area from which a picture may be a figure, in square points; smaller ones are specks. */
const MIN_PICTURE_AREA = 400

/**
 * Interprets the drawing operators of a page and records what is displayed where: glyphs with their style, rules,
 * shapes, pictures.
 *
 * Pictures are not decoded: pdf.js is configured to omit them, and the transformation that remains in their place
 * gives their position.
 */
export function readPage(frame: PageFrame, drawing: DrawingList, fonts: FontBook): PageContent {
  const page = new PageReader(frame, fonts)
  for (let at = 0; at < drawing.fnArray.length; at++)
    page.apply(drawing.fnArray[at] ?? 0, listArgument(drawing.argsArray[at]))
  return page.finish()
}

/** Applies drawing operators to a drawing state and collects what they display. */
class PageReader {
  readonly #content: PageContent
  readonly #fonts: FontBook
  readonly #stack: DrawingState[] = []
  readonly #marks: ContentMark[] = []
  readonly #tags: ReadonlyMap<number, StructureTag>
  readonly #backgrounds = new Backgrounds()
  readonly #glyphs: PageGlyphs
  readonly #pen: TextPen
  #state: DrawingState
  /**
   * Whether nothing was drawn since a transformation was set. If the next operator does not draw either, pdf.js has
   * omitted a picture there.
   */
  #mayOmitPicture = false

  constructor(frame: PageFrame, fonts: FontBook) {
    this.#content = { ...emptyPage(frame.page, frame.width, frame.height), rotation: frame.rotation }
    this.#glyphs = new PageGlyphs(this.#content, this.#backgrounds)
    this.#pen = new TextPen(this.#glyphs, fonts.styleOf, fonts.unknown)
    this.#state = initialState(frame.transform)
    this.#fonts = fonts
    this.#tags = frame.tags ?? new Map()
  }

  readonly #handlers: Record<number, (args: unknown[]) => void> = {
    [OPS.save]: () => this.#save(),
    [OPS.restore]: () => this.#restore(),
    [OPS.transform]: (args) => {
      if (this.#mayOmitPicture) this.#addPicture()
      this.#state.matrix = multiply(this.#state.matrix, toMatrix(args))
      this.#mayOmitPicture = true
    },
    [OPS.paintFormXObjectBegin]: ([matrix]) => {
      this.#save()
      this.#state.matrix = multiply(this.#state.matrix, toMatrix(matrix))
    },
    [OPS.paintFormXObjectEnd]: () => this.#restore(),
    [OPS.setGState]: ([pairs]) => this.#graphicsState(listArgument(pairs)),
    [OPS.setFillRGBColor]: ([color]) => {
      this.#state.color = typeof color === 'string' ? color : '#000000'
    },
    // A pattern has no single color; it counts as black.
    [OPS.setFillColorN]: () => {
      this.#state.color = '#000000'
    },
    // Counts as white, which shows nothing except on a dark background.
    [OPS.setFillTransparent]: () => {
      this.#state.color = '#ffffff'
    },
    [OPS.beginText]: () => this.#pen.begin(IDENTITY),
    [OPS.setTextMatrix]: ([matrix]) => this.#pen.begin(toMatrix(matrix)),
    [OPS.moveText]: ([x, y]) => this.#pen.move(numberArgument(x), numberArgument(y)),
    [OPS.setLeadingMoveText]: ([x, y]) => {
      this.#state.leading = numberArgument(y)
      this.#pen.move(numberArgument(x), numberArgument(y))
    },
    [OPS.nextLine]: () => this.#pen.move(0, this.#state.leading),
    [OPS.setLeading]: ([leading]) => {
      this.#state.leading = -numberArgument(leading)
    },
    [OPS.setCharSpacing]: ([space]) => {
      this.#state.charSpace = numberArgument(space)
    },
    [OPS.setWordSpacing]: ([space]) => {
      this.#state.wordSpace = numberArgument(space)
    },
    [OPS.setHScale]: ([percent]) => {
      this.#state.scale = numberArgument(percent, 100) / 100
    },
    [OPS.setTextRise]: ([rise]) => {
      this.#state.rise = numberArgument(rise)
    },
    [OPS.setTextRenderingMode]: ([mode]) => {
      this.#state.mode = numberArgument(mode)
    },
    [OPS.setFont]: ([name, size]) => this.#setFont(name, size),
    [OPS.showText]: ([glyphs]) => this.#show(listArgument(glyphs)),
    [OPS.constructPath]: ([operator, data]) => this.#path(numberArgument(operator), listArgument(data)[0]),
    [OPS.beginMarkedContent]: ([name]) => this.#mark(readProperty(name, 'name'), null),
    [OPS.beginMarkedContentProps]: ([name, number]) => this.#mark(name, number),
    [OPS.endMarkedContent]: () => this.#marks.pop(),
  }

  /** Applies a drawing operator; one without a handler has no effect on text and layout. */
  apply(operator: number, args: unknown[]): void {
    this.#handlers[operator]?.(args)
  }

  /** Returns the content of the page after the last operator. */
  finish(): PageContent {
    if (this.#mayOmitPicture) this.#addPicture()
    this.#glyphs.finish()
    return this.#content
  }

  #save(): void {
    this.#stack.push({ ...this.#state })
    this.#mayOmitPicture = false
  }

  #restore(): void {
    if (this.#mayOmitPicture) this.#addPicture()
    this.#mayOmitPicture = false
    const state = this.#stack.pop()
    if (state) this.#state = state
  }

  /** Records an omitted picture, which fills the transformed unit square. */
  #addPicture(): void {
    const box = transformArea(this.#state.matrix, { x0: 0, y0: 0, x1: 1, y1: 1 })
    const isSmall = (box.x1 - box.x0) * (box.y1 - box.y0) < MIN_PICTURE_AREA
    const pictures = isSmall ? this.#content.specks : this.#content.pictures
    if (pictures.length < MAX_SHAPES) pictures.push(box)
  }

  /** Applies the entries of a graphics state that matter here: opacity (`ca`) and font. */
  #graphicsState(pairs: unknown[]): void {
    for (const pair of pairs) {
      const [key, value] = listArgument(pair)
      if (key === 'ca') this.#state.alpha = numberArgument(value, 1)
      if (key === 'Font') this.#setFont(listArgument(value)[0], listArgument(value)[1])
    }
  }

  /** Sets font and size; an unknown font is null, and its text is not read. */
  #setFont(name: unknown, size: unknown): void {
    this.#state.font = typeof name === 'string' ? this.#fonts.font(name) : null
    this.#state.size = numberArgument(size)
  }

  /** Opens marked content; `number` is that by which the structure tree refers to it, null without one. */
  #mark(name: unknown, number: unknown): void {
    // Content of an inner mark without a tag belongs to the element of the outer one.
    const { artifact, tag } = this.#marks.at(-1) ?? NO_MARK
    const ownTag = typeof number === 'number' ? this.#tags.get(number) : undefined
    this.#marks.push({ artifact: name === 'Artifact' || artifact, tag: ownTag ?? tag })
  }

  /** Records the rules and shapes that a painting operator makes of a path; `data` is the path as pdf.js packs it. */
  #path(operator: number, data: unknown): void {
    this.#mayOmitPicture = false
    const isStroked = operator === OPS.stroke || operator === OPS.closeStroke
    if (operator === OPS.endPath || !ArrayBuffer.isView(data) || !(data instanceof Float32Array)) return
    const { rules, shapes } = this.#content
    const isWhite = !isStroked && isNearWhite(this.#state.color)
    const path = readPath(data, this.#state.matrix, isStroked)
    if (!isWhite && rules.length < MAX_SHAPES) rules.push(...path.rules)
    if (!isWhite && shapes.length < MAX_SHAPES) shapes.push(...path.areas)
    if (!isStroked) this.#backgrounds.add(path.areas, isWhite)
  }

  /** Paints glyphs as pdf.js lists them: with numbers between them that move the next one. */
  #show(glyphs: unknown[]): void {
    this.#mayOmitPicture = false
    this.#pen.show(glyphs, this.#state, this.#marks.at(-1) ?? NO_MARK)
  }
}
