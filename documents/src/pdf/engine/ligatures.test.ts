import { expect, test } from 'vitest'
import { pdfOfFont } from '../../testing/pdf-builder.ts'
import { parsePdf } from '../parse-pdf.ts'

/** Widths of letters in thousandths of an em; every other is 550. */
const widths = { f: 300, i: 280, l: 290, ' ': 250 }
const page = async (lines: string[], glyphs: Record<string, { width: number; unicode: number }>) =>
  parsePdf(pdfOfFont(lines, { ...widths }, glyphs))
const text = ({ blocks }: { blocks: { text: string }[] }) => blocks.map((block) => block.text).join(' ')

test('ligatures that a file maps to private letters or to spaces are mended where nothing else is possible', async () => {
  const parsed = await page(
    [
      'if all lie still, a scienti\x01c study of \x01brin',
      'and of \x02ows in tra\x03c as the o\x03cial text',
    ],
    {
      '\x01': { width: 580, unicode: 0xe0aa },
      '\x02': { width: 590, unicode: 0xe0aa },
      '\x03': { width: 870, unicode: 0x20 },
    },
  )
  expect(text(parsed)).toBe(
    'if all lie still, a scientific study of fibrin and of flows in traffic as the official text',
  )
  expect(parsed.pages[0]?.garbled).toBe(false)
  expect(parsed.warnings).toEqual([])
})

test('what may be more than one is left unknown, and the page says so', async () => {
  const parsed = await page(['if all lie still, the e\x01ect of di\x01erent waves'], {
    '\x01': { width: 580, unicode: 0xe0aa },
  })
  expect(text(parsed)).toContain('e\uE0AAect')
  expect(parsed.pages[0]?.garbled).toBe(true)
  expect(parsed.warnings).toEqual([{ kind: 'garbled-page', page: 1 }])
})

test('signs of symbol fonts beside words break none', async () => {
  const parsed = await page(['if all lie still in the deep water: \x01 one of many tides, \x01 two'], {
    '\x01': { width: 400, unicode: 0xf0b7 },
  })
  expect(parsed.pages[0]?.garbled).toBe(false)
})
