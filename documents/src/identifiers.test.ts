import { expect, test } from 'vitest'
import { extractIdentifiers } from './identifiers.ts'

test('DOI and arXiv id of a first page are found as the library writes them', () => {
  expect(extractIdentifiers('DOI: 10.21105/jose.00090 Software')).toEqual({ doi: '10.21105/jose.00090' })
  expect(extractIdentifiers('arXiv:1412.6206v1 [hep-lat] 19 Dec 2014')).toEqual({ arxiv: '1412.6206' })
  expect(extractIdentifiers('see https://arxiv.org/abs/hep-lat/9905003')).toEqual({
    arxiv: 'hep-lat/9905003',
  })
  expect(extractIdentifiers('https://doi.org/10.1000/ABC. Next')).toEqual({ doi: '10.1000/abc' })
})

test('a page without them has none', () => {
  expect(extractIdentifiers('section 10.21 of arXiv')).toEqual({})
})
