import { expect, test } from 'vitest'
import { readingLink } from './reading-link.ts'

test('a link opens a document or a paper at a page and a mark', () => {
  expect(readingLink({ document_id: 'd 1', page: 3 })).toBe('/#/readDetailMore?document_id=d+1&page=3')
  expect(readingLink({ paper_id: 'p1', annotation_id: 'a1' })).toBe(
    '/#/readDetailMore?paper_id=p1&annotation_id=a1',
  )
})
