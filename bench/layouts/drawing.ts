import type { Random } from '../random.ts'
import type { TypographyStyle } from './boxes.ts'
import type { FontStyle } from './pdf.ts'
import type { TextGenerator } from './text.ts'
import type { Traits } from './traits.ts'
import type { Geometry } from './typeset.ts'

/** A drawn block, the ground truth that a parser is measured against. */
export interface GroundTruthBlock {
  type: 'heading' | 'paragraph' | 'table' | 'reference' | 'footnote'
  level?: number
  text: string
  rows?: string[][]
}

/** The state shared while drawing a document. */
export interface DrawingContext {
  random: Random
  traits: Traits
  writer: TextGenerator
  typography: TypographyStyle
  geometry: Geometry
  columnWidth: number
  /** Width of all columns with the space between them. */
  fullWidth: number
  blocks: GroundTruthBlock[]
  /** The font of captions, footnotes and references. */
  small: FontStyle
}
