import { expect, test } from 'vitest'
import { readVector, vectorBytes } from './vector-bytes.ts'

test('vectors are stored in little-endian order, whatever the machine, and read from any place of a buffer', () => {
  expect([...vectorBytes(Float32Array.of(1, -2))]).toEqual([0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0])
  const shifted = Buffer.concat([Buffer.from([7]), vectorBytes(Float32Array.of(0.5, 0.25, -1))]).subarray(1)
  expect(readVector(shifted)).toEqual(Float32Array.of(0.5, 0.25, -1))
})
