import type { TypographyStyle } from './layouts-blocks.ts'
import type { TextStyle } from './layouts-pdf.ts'
import type { Geometry } from './layouts-set.ts'
import type { TextGenerator } from './layouts-text.ts'
import type { Traits } from './layouts-traits.ts'
import type { Random } from './random.ts'

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
  manner: TypographyStyle
  geometry: Geometry
  /** Width of a column. */
  width: number
  whole: number
  blocks: GroundTruthBlock[]
  small: TextStyle
}
