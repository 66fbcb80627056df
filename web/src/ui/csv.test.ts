import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('a table for spreadsheets runs no formula, in full width either, and turns no range into a date', () => {
  expect(toCsv([['=1', '＝1', '＋1', '－1', '＠a', '1-4', '2020-05-01', 'a"b']])).toBe(
    `\uFEFF"'=1","'＝1","'＋1","'－1","'＠a","1–4","2020-05-01","a""b"\r\n`,
  )
})
