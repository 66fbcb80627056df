import { expect, test } from 'vitest'
import { groupMarkers, joinRepeatedMarkers } from './repeated-markers.ts'

const markersOf = (text: string) =>
  Array.from(text.matchAll(/\[(\d+)\]/g), ({ 0: marker, 1: n, index }) => ({
    n: Number(n),
    start: index,
    end: index + marker.length,
  }))

test.each([
  ['Much is missed [1][1].', 'Much is missed [1].'],
  ['Much is missed [1][2][1][1].', 'Much is missed [1][2].'],
  ['Rain falls [1]. [1] is old.', 'Rain falls [1]. [1] is old.'],
  ['Rain falls [1] [1].', 'Rain falls [1] [1].'],
])('%s is printed as %s', (text, printed) => {
  expect(joinRepeatedMarkers(text, markersOf(text))).toBe(printed)
})

test('text that only looks like a marker stays', () => {
  expect(joinRepeatedMarkers('a[1][1]', markersOf('a[1][1]').slice(0, 1))).toBe('a[1][1]')
})

test('a group has all its markers in text order', () => {
  const markers = markersOf('x [1][2][1]')
  expect(groupMarkers(markers.toReversed())).toEqual([[markers[0], markers[2]], [markers[1]]])
})
