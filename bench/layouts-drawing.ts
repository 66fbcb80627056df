import type { TypographyStyle } from './layouts-blocks.ts'
import type { TextStyle } from './layouts-pdf.ts'
import type { Geometry } from './layouts-set.ts'
import type { TextGenerator } from './layouts-text.ts'
import type { Traits } from './layouts-traits.ts'
import type { Random } from './random.ts'

/** A block as it is drawn, the truth that a reader is measured by. */
export interface GroundTruthBlock {
  type: 'heading' | 'paragraph' | 'table' | 'reference' | 'footnote'
  level?: number
  text: string
  rows?: string[][]
}

/** What a document is drawn with. */
export interface DrawingContext {
  random: Random
  traits: Traits
  writer: TextGenerator
  manner: TypographyStyle
  geometry: Geometry
  /** Of a column. */
  width: number
  whole: number
  blocks: GroundTruthBlock[]
  small: TextStyle
}
