import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { formats } from './formats.ts'

/** Bytes that somebody still holds. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('memory does not grow with the file', async () => {
  const line = `{"id":"x","title":"Title","abstract":"${'word '.repeat(400)}","authors":["A B"],"venue":"acl","year":2020}\n`
  const piece = Buffer.from(line.repeat(50))
  async function* large(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < 1500; i++) yield piece
  }
  const format = formats.find((each) => each.id === 'acl')
  let count = 0
  let early = 0
  for await (const batch of format?.read(large()) ?? []) {
    count += batch.length
    if (early === 0 && count >= 25_000) early = heldBytes()
  }
  expect(count).toBe(75_000)
  // 100 MB more have gone through since.
  expect(heldBytes() - early).toBeLessThan(20_000_000)
})
