import { createMemory } from '../kernels/kernels.ts'
import { allocateOwn, ownMemory } from '../kernels/own.ts'
import type { Random } from './random.ts'

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float32Array
type NamedArrays = Record<string, NumberArray>

/** The last bytes of a memory, reserved for one test. Reading beyond `to` traps. */
interface TestMemory {
  memory: WebAssembly.Memory
  from: number
  to: number
}

const MEMORY_BYTES = 2 ** 21

/** Reserves bytes in this thread's memory; earlier contents remain. */
export function takeTestMemory(): TestMemory {
  const rest = () =>
    allocateOwn(Uint8Array, ownMemory.buffer.byteLength - allocateOwn(Uint8Array, 0).byteOffset)
  let found = rest()
  if (found.length < MEMORY_BYTES) {
    // The first byte beyond the end makes the memory grow.
    allocateOwn(Uint8Array, 1)
    found = rest()
  }
  if (found.length < MEMORY_BYTES) throw new Error('a memory that grows by less than a test needs')
  return { memory: ownMemory, from: found.byteOffset, to: found.byteOffset + found.length }
}

/** Creates a test memory of its own, as segments have. */
export function createTestMemory(): TestMemory {
  const memory = createMemory(MEMORY_BYTES)
  return { memory, from: 0, to: memory.buffer.byteLength }
}

/** Arrays for a kernel to work on, between margins of random bytes. */
export interface PlacedArrays<Arrays> {
  /** The arrays in the memory, which the kernel changes. */
  is: Arrays
  /** Copies of the arrays, which a plain loop changes. */
  should: Arrays
  /** Start of each array in the memory; `end`: its end. */
  at: Record<keyof Arrays, number>
  end: Record<keyof Arrays, number>
  /** Describes the differences between the two, including the margins; a test expects none. */
  wrong: () => string[]
}

/** Copies arrays into the memory in random order; the last one ends at the end of the memory. */
export function placeArrays<Arrays extends NamedArrays>(
  ground: TestMemory,
  random: Random,
  arrays: Arrays,
): PlacedArrays<Arrays> {
  const { starts, from } = spreadArrays(ground, random, arrays)
  const bytes = new Uint8Array(ground.memory.buffer, from, ground.to - from)
  for (const [name, array] of Object.entries(arrays)) {
    const { buffer, byteOffset, byteLength } = array
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), (starts[name] ?? 0) - from)
  }
  const copy = bytes.slice()
  const views = (whole: Uint8Array) =>
    // Each view has the class and length of its array.
    Object.fromEntries(
      Object.entries(arrays).map(([name, array]) => [
        name,
        viewLike(array, whole, (starts[name] ?? 0) - from),
      ]),
    ) as Arrays
  const ends = Object.entries(arrays).map(([name, { byteLength }]) => [
    name,
    (starts[name] ?? 0) + byteLength,
  ])
  const [is, should] = [views(bytes), views(copy)]
  // Both have the names of the arrays.
  const [at, end] = [starts, Object.fromEntries(ends)] as [
    PlacedArrays<Arrays>['at'],
    PlacedArrays<Arrays>['end'],
  ]
  return { is, should, at, end, wrong: () => listDifferences(is, should, bytes, copy) }
}

const MIN_MARGIN_BYTES = 40

/** Determines where each array begins, from the end of the memory downwards; the bytes between them are random. */
function spreadArrays({ memory, from: least, to }: TestMemory, random: Random, arrays: NamedArrays) {
  if (memory.buffer.byteLength > to) throw new Error('memory that has grown stops nobody behind the ground')
  const starts: Record<string, number> = {}
  let at = to
  for (const name of shuffleNames(Object.keys(arrays), random)) {
    const { byteLength = 0, BYTES_PER_ELEMENT: width = 1 } = arrays[name] ?? {}
    const start = Math.floor((at - byteLength) / width) * width
    const before = start - MIN_MARGIN_BYTES - random.below(MIN_MARGIN_BYTES)
    if (before < least) throw new Error('arrays greater than the ground')
    fillRandomly(new Uint8Array(memory.buffer, start + byteLength, at - start - byteLength), random)
    fillRandomly(new Uint8Array(memory.buffer, before, start - before), random)
    starts[name] = start
    at = before
  }
  // Views of the copy have to begin at multiples of their width too.
  return { starts, from: Math.floor(at / 16) * 16 }
}

function shuffleNames(names: string[], random: Random): string[] {
  return names
    .map((name) => ({ name, place: random.below(2 ** 32) }))
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name)
}

function fillRandomly(bytes: Uint8Array, random: Random): void {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = random.below(256)
}

function viewLike(array: NumberArray, { buffer, byteOffset }: Uint8Array, start: number): NumberArray {
  // Class of the array; the standard library types no union of classes.
  const Kind = array.constructor as new (
    buffer: ArrayBufferLike,
    offset: number,
    length: number,
  ) => NumberArray
  return new Kind(buffer, byteOffset + start, array.length)
}

const MAX_SHOWN_DIFFERENCES = 5

function listDifferences(
  is: NamedArrays,
  should: NamedArrays,
  bytes: Uint8Array,
  copy: Uint8Array,
): string[] {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).equals(copy)) return []
  const inside = Object.entries(is).flatMap(([name, array]) => [
    ...describeDifference(name, array, should[name]),
  ])
  return inside.length > 0
    ? inside.slice(0, MAX_SHOWN_DIFFERENCES)
    : ['a byte outside the arrays has changed']
}

function* describeDifference(name: string, is: NumberArray, should: NumberArray | undefined) {
  for (let at = 0; at < is.length; at += 1)
    if (!Object.is(is[at], should?.[at])) yield `${name}[${at}] is ${is[at]}, not ${should?.[at]}`
}
