import { expect, test } from 'vitest'
import { readAnnotations } from './read-file.ts'

/** A file that is all there at once, in pieces as a socket brings them. */
async function* piecesOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

/** How often others had their turn meanwhile. */
async function turnsOf(text: string, format: 'w3c' | 'json', size = 300_000) {
  let [turns, isOver] = [0, false]
  const others = async () => {
    while (!isOver) {
      turns += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const counted = others()
  const read = await readAnnotations(piecesOf(text, size), format).finally(() => {
    isOver = true
  })
  await counted
  return { ...read, turns }
}

const MEGABYTE = 1024 * 1024

test.each([
  ['an entry without end', `[${JSON.stringify({ quote: 'x'.repeat(6 * MEGABYTE) })}]`],
  ['a name without end', `{"${'x'.repeat(6 * MEGABYTE)}":1,"annotations":[{"comment":7}]}`],
  ['a member without end', `{"a":[${'1,'.repeat(3 * MEGABYTE)}1],"annotations":[{"comment":7}]}`],
  ['spaces without end', `${' '.repeat(6 * MEGABYTE)}[7]`],
])('others have their turn while %s is read', async (_, text) => {
  const { annotations, refused, turns } = await turnsOf(text, 'json')
  expect([annotations, refused]).toEqual([[], 1])
  // A piece of 64 kB at a time.
  expect(turns).toBeGreaterThan(90)
})

test('of entries without end only so many are looked at', async () => {
  const { refused, problems, turns } = await turnsOf(`[${'7,'.repeat(500_000)}7]`, 'json')
  expect(refused).toBe(500_001)
  expect([problems.length, problems[19]?.n]).toEqual([20, 20])
  expect(turns).toBeGreaterThan(9_000)
})

test.each([
  ['bodies', { body: Array.from({ length: 200_000 }, () => 1), target: 'x' }],
  ['selectors', { target: { selector: Array.from({ length: 200_000 }, () => 1) } }],
  [
    'boxes',
    { target: { selector: [{ type: 'x', 'urn:scinav:box': Array.from({ length: 90_000 }, () => ({})) }] } },
  ],
])('an entry with %s without end is refused before they are looked at', async (_, item) => {
  const text = JSON.stringify({ items: [item, { body: 'ok' }] })
  const { annotations, problems } = await turnsOf(text, 'w3c')
  expect([annotations.length, problems.map(({ n }) => n)]).toEqual([1, [1]])
})

test('signs of several bytes are whole wherever the file is cut', async () => {
  const comment = '长短期记忆网络𝑥'.repeat(2_000)
  const { annotations } = await turnsOf(`\ufeff${JSON.stringify([{ comment }])}`, 'json', 7)
  expect(annotations[0]?.comment).toBe(comment)
})
