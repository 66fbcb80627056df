/** A transformation as in PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** The transformation that changes nothing. */
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Returns the transformation that applies `inner` first and then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Reads six numbers from any list of pdf.js; anything else gives the identity. */
export function toMatrix(numbers: unknown): Matrix {
  if (typeof numbers !== 'object' || numbers === null) return IDENTITY
  const list = Array.from({ length: 6 }, (_, at) => Reflect.get(numbers, at))
  const [a, b, c, d, e, f] = list
  return list.every((value) => typeof value === 'number') ? [a, b, c, d, e, f] : IDENTITY
}

/** A position in a plane. */
export interface Point {
  x: number
  y: number
}

/** Rotates a point about the origin: with y pointing down, as on a page, clockwise for positive angles. */
export function rotatePoint({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) }
}
