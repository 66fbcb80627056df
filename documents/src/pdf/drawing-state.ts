import type { FontFacts } from './fonts.ts'
import type { Matrix } from './matrix.ts'

/** The graphics and text state that drawing operators set. */
export interface DrawingState {
  matrix: Matrix
  color: string
  alpha: number
  font: FontFacts | null
  size: number
  charSpace: number
  wordSpace: number
  scale: number
  leading: number
  rise: number
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

/** Returns a numeric argument of an operator, or `otherwise`. */
export const numberArgument = (value: unknown, otherwise = 0): number =>
  typeof value === 'number' ? value : otherwise
/** Returns a list argument of an operator, or an empty list. */
export const listArgument = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** Reads a property of an untyped value of pdf.js. */
export const readProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
