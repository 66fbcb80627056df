import { expect, test } from 'vitest'
import { createRandom } from '../testing/random.ts'
import { ownKernels } from './kernels.ts'
import {
  allocateOwn,
  byteAddress,
  type OwnArray,
  ownMemory,
  PAGE_BYTES,
  subarrayAs,
  subarrayOf,
} from './own.ts'

/** Bytes by which the memory has to grow, whatever is left of it. */
const more = () => ownMemory.buffer.byteLength - allocateOwn(Uint8Array, 0).byteOffset + PAGE_BYTES

test('arrays are zeros that begin at multiples of 16 bytes, and none lies in another', () => {
  const random = createRandom(1)
  const length = () => random.below(40)
  const arrays = random
    .some(200, 200, () => [
      allocateOwn(Uint8Array, length()),
      allocateOwn(Uint16Array, length()),
      allocateOwn(Uint32Array, length()),
    ])
    .flat()
  expect(arrays.every((array) => array.every((number) => number === 0))).toBe(true)
  expect(arrays.filter((array) => byteAddress(array) % 16 !== 0)).toEqual([])
  arrays.forEach((array, index) => {
    array.fill(index % 251)
  })
  expect(arrays.every((array, index) => array.every((number) => number === index % 251))).toBe(true)
})

test('an array stays what it is when the memory grows, and kernels still find it', () => {
  const before = allocateOwn(Uint16Array, 3)
  before.set([1, 2, 65_535])
  const pages = ownMemory.buffer.byteLength / PAGE_BYTES
  const behind = allocateOwn(Uint8Array, more())
  expect(ownMemory.buffer.byteLength / PAGE_BYTES).toBeGreaterThan(pages)
  behind.fill(255)
  expect([...before]).toEqual([1, 2, 65_535])
  ownKernels.fill(byteAddress(before, 1), 2, 7)
  expect([...before]).toEqual([1, 0x0707, 65_535])
  expect(behind.at(-1)).toBe(255)
})

test('an array greater than the memory can become is refused, and takes nothing from the next', () => {
  const before = allocateOwn(Uint8Array, 16)
  expect(() => allocateOwn(Uint8Array, 2 ** 32)).toThrow(RangeError)
  expect(byteAddress(allocateOwn(Uint8Array, 16))).toBe(byteAddress(before, 16))
})

test('a part of an array lies in it, as numbers of the same kind or another', () => {
  const whole: OwnArray<Uint32Array> = allocateOwn(Uint32Array, 8)
  whole.set([0, 1, 2, 3, 0x0005_0004, 0x0007_0006])
  const some = subarrayOf(whole, 2, 4)
  expect([...some]).toEqual([2, 3])
  expect(byteAddress(some)).toBe(byteAddress(whole, 2))
  const halves = subarrayAs(Uint16Array, whole, 4, 4)
  expect([...halves]).toEqual([4, 5, 6, 7])
  expect(byteAddress(halves, 2)).toBe(byteAddress(whole, 5))
  halves[0] = 9
  some[1] = 8
  expect([whole[4], whole[3]]).toEqual([0x0005_0009, 8])
})
