import type { Matrix } from '../page/matrix.ts'
import type { FontFacts } from './fonts.ts'

/** The graphics and text state that drawing operators set. */
export interface DrawingState {
  /** Transforms user space to points from the top left corner of the page as displayed. */
  matrix: Matrix
  /** Fill color, `#rrggbb`. */
  color: string
  /** Opacity of fills, 0–1. */
  alpha: number
  font: FontFacts | null
  /** Font size, spaces, leading and rise in units of text space. */
  size: number
  charSpace: number
  wordSpace: number
  leading: number
  rise: number
  /** Horizontal scaling, 1 for none. */
  scale: number
  /** Text rendering mode, 0–7 (ISO 32000-1, 9.3.6). */
  mode: number
}

/** Returns the state at the beginning of a page. */
export const initialState = (matrix: Matrix): DrawingState => ({
  matrix,
  color: '#000000',
  alpha: 1,
  font: null,
  size: 0,
  charSpace: 0,
  wordSpace: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
})
