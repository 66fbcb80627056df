import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Sha256 } from './sha256.ts'

const known = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a file hashes to what the server makes of it, whatever its length', () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000, 100_003]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 251)
    expect(new Sha256().add(bytes).end(), `${length} bytes`).toBe(known(bytes))
  }
})

test('it does not matter in which pieces it comes', () => {
  const bytes = Uint8Array.from({ length: 5_000 }, (_, at) => at % 241)
  for (const piece of [1, 7, 63, 64, 65, 999]) {
    const hash = new Sha256()
    for (let at = 0; at < bytes.length; at += piece) hash.add(bytes.subarray(at, at + piece))
    expect(hash.end(), `pieces of ${piece}`).toBe(known(bytes))
  }
})
