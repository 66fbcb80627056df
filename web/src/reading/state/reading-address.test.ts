import { expect, test } from 'vitest'
import { readAddress, withCurrent } from './reading-address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

test('an address names what is read, beside what, and where', () => {
  expect(
    read('paper_id_list=p1&paper_id_list=p2&document_id=d1&page=3&quote=x&side=notes&view=text'),
  ).toMatchObject({
    list: [{ paper_id: 'p1' }, { paper_id: 'p2' }, { document_id: 'd1' }],
    current: { document_id: 'd1' },
    page: 3,
    quote: 'x',
    side: 'notes',
    view: 'text',
    compares: false,
  })
})

test('without one named the first of the list is read; nothing is where nothing is named', () => {
  expect(read('paper_id_list=p1&paper_id_list=p2').current).toEqual({ paper_id: 'p1' })
  expect(read('')).toMatchObject({ list: [], current: undefined, side: 'insight' })
})

test('nonsense in an address counts as nothing, and a list has its limit', () => {
  expect(read('paper_id=p1&page=-1&side=x&view=y')).toMatchObject({
    page: undefined,
    side: 'insight',
    view: undefined,
  })
  expect(read('page=1.5').page).toBe(undefined)
  const many = Array.from({ length: 80 }, (_, at) => `paper_id_list=p${at}`).join('&')
  expect(read(`${many}&paper_id_list=p1`).list).toHaveLength(50)
})

test('another text of the list is opened at its own place, and the list stays', () => {
  const next = withCurrent(new URLSearchParams('document_id=d1&paper_id=p1&page=3&quote=x&side=notes'), {
    paper_id: 'p1',
  })
  expect(readAddress(next)).toMatchObject({
    list: [{ document_id: 'd1' }, { paper_id: 'p1' }],
    current: { paper_id: 'p1' },
    page: undefined,
    quote: undefined,
    side: 'notes',
  })
})
