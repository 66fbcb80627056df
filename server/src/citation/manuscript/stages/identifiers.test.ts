import { expect, test } from 'vitest'
import { identifierFaults } from './identifiers.ts'

/** Returns the sum of the digits with weights 1 and 3 in turn, which is divisible by ten for an ISBN-13. */
const sum13 = (digits: string) =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0)

function* isbns(): Generator<string> {
  for (let number = 1_000_003; number < 999_999_999; number += 97_000_019) {
    const body = `978${String(number).padStart(9, '0')}`
    for (let last = 0; last < 10; last += 1) if (sum13(`${body}${last}`) % 10 === 0) yield `${body}${last}`
  }
}

test('an ISBN with the right last digit is left alone, one with another last digit is named with the right one', () => {
  for (const isbn of isbns()) {
    expect(identifierFaults(`某书[M].某地：某社，2020.ISBN ${isbn}`)).toEqual([])
    const last = Number(isbn.at(-1))
    const wrong = `${isbn.slice(0, -1)}${(last + 1) % 10}`
    const [fault] = identifierFaults(`某书[M].某地：某社，2020.ISBN：${wrong}`)
    expect(fault).toMatchObject({ name: 'ISBN', written: wrong })
    expect(fault?.problem).toContain(`应为 ${last}`)
  }
})

test.each([
  ['甲.文[J].刊，2020.DOI：10.1234/abc.5.', []],
  ['甲.文[J].刊，2020.https://doi.org/10.1234/abc.', []],
  ['甲.文[J].刊，2020.DOI：1O.1234/abc.', ['DOI']],
  ['甲.文[J].刊，2020.DOI：11.1234/abc.', ['DOI']],
  ['甲.文[EB/OL].arXiv:2013.04567.', ['arXiv 号']],
  ['甲.文[EB/OL].arXiv:2003.04567v2.', []],
  ['甲.刊.ISSN 0378-5955.', []],
  ['甲.刊.ISSN 0378-5954.', ['ISSN']],
])('%s', (entry, names) => {
  expect(identifierFaults(entry).map(({ name }) => name)).toEqual(names)
})
