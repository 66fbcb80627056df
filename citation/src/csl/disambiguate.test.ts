import { expect, test } from 'vitest'
import { disambiguate } from './disambiguate.ts'
import { LocaleSource } from './locale-source.ts'
import { readStyle } from './read-style.ts'
import { type Reference, readReference } from './reference.ts'
import { prepareStyle } from './rendering.ts'
import { styleXml } from './testing/style.ts'

type StyleParts = Parameters<typeof styleXml>[0]

/** Disambiguates cites and counts how often one was rendered. */
function countRenderings(parts: StyleParts, references: readonly Reference[]) {
  const prepared = prepareStyle(readStyle(styleXml(parts)), new LocaleSource([]), 'en-US')
  let renderings = 0
  const rendering = {
    ...prepared,
    get defaultLocale() {
      renderings++
      return prepared.defaultLocale
    },
  }
  const numbered = references.map((reference, at) => ({ reference, citationNumber: at + 1 }))
  const { byId } = disambiguate(rendering, numbered)
  return { renderings, byId }
}

const workOf = (id: string, families: string[]) =>
  readReference({ id, type: 'book', author: families.map((family) => ({ family, given: 'A.' })) })

test.each([
  ['none', 'Ode', false],
  ['the last', 'Pim', true],
])('Of 400 authors only those that differ are tried: %s', (_, last, isApart) => {
  const shared = Array.from({ length: 399 }, (__, at) => `Family${at}`)
  const { renderings, byId } = countRenderings(
    {
      citation: 'et-al-min="3" et-al-use-first="1" disambiguate-add-names="true"',
      cite: '<names variable="author"><name/></names>',
    },
    [workOf('a', [...shared, 'Ode']), workOf('b', [...shared, last])],
  )
  expect(renderings).toBeLessThan(20)
  expect(byId.get('a')?.nameCounts).toEqual(isApart ? [400] : [])
})

test('Given names of one family are compared once per person', () => {
  let reads = 0
  const references = Array.from({ length: 200 }, (_, at) => {
    const reference = workOf(`work-${at}`, ['Ray'])
    const author = (reference.names.get('author') ?? []).map((name) => ({
      ...name,
      get given() {
        reads++
        return `A${at}`
      },
    }))
    return { ...reference, names: new Map([['author', author]]) }
  })
  countRenderings(
    {
      citation: 'disambiguate-add-givenname="true" givenname-disambiguation-rule="all-names"',
      cite: '<names variable="author"><name form="short" initialize-with="."/></names>',
    },
    references,
  )
  expect(reads).toBeLessThan(200 * 30)
})
