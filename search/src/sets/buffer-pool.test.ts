import { expect, test } from 'vitest'
import { beginSearch, isStillMade, type Room, takeRoom } from './buffer-pool.ts'

const WORDS = 1_000_000

test('the sets of common terms take no more memory than there is for them, and those used more stay', () => {
  beginSearch()
  const often = takeRoom(WORDS)
  const all: Room[] = []
  for (let round = 0; round < 100; round += 1) {
    beginSearch()
    if (often) isStillMade({ room: often })
    const room = takeRoom(WORDS)
    expect([room?.words.at(0), room?.words.at(-1)]).toEqual([0, 0])
    room?.words.set([1])
    room?.words.set([1], WORDS - 1)
    if (room) all.push(room)
  }
  expect(all).toHaveLength(100)
  expect(often?.kept).toBe(true)
  expect(all.filter(({ kept }) => kept).length).toBeLessThan(20)
  expect(all.at(-1)?.kept).toBe(true)
})

test('a search never loses a set that it uses', () => {
  beginSearch()
  const own: Room[] = []
  for (let room = takeRoom(WORDS); room; room = takeRoom(WORDS)) own.push(room)
  expect(own.length).toBeGreaterThan(5)
  expect(own.every(({ kept }) => kept)).toBe(true)
  beginSearch()
  expect(takeRoom(WORDS)).not.toBeNull()
})
