import type { Manner } from './layouts-blocks.ts'
import type { Look } from './layouts-pdf.ts'
import type { Geometry } from './layouts-set.ts'
import type { Writer } from './layouts-text.ts'
import type { Traits } from './layouts-traits.ts'
import type { Random } from './random.ts'

/** A block as it is drawn, the truth that a reader is measured by. */
export interface TrueBlock {
  type: 'heading' | 'paragraph' | 'table' | 'reference' | 'footnote'
  level?: number
  text: string
  rows?: string[][]
}

/** What a document is drawn with. */
export interface Drawing {
  random: Random
  traits: Traits
  writer: Writer
  manner: Manner
  geometry: Geometry
  /** Of a column. */
  width: number
  whole: number
  blocks: TrueBlock[]
  small: Look
}
