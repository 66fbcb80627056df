import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

test('a pasted list is taken apart by numbers, blank lines or line by line, and BibTeX by its records', async () => {
  const ada = await (await testApp()).signUp('Ada')
  const parse = async (text: string) =>
    (await ada.call(api.references.parse, { text })).list.map((each) => each.text)
  expect(
    await parse(
      '参考文献\n[1] One A. First title of all[J]. 2001,\n  12(3): 4-5.\n[2] Two B. Another[M]. 2002.',
    ),
  ).toEqual(['[1] One A. First title of all[J]. 2001, 12(3): 4-5.', '[2] Two B. Another[M]. 2002.'])
  expect(await parse('One A. (2001). A divi-\nded title. Journal.\n\nTwo B. (2002). Other.')).toEqual([
    'One A. (2001). A divided title. Journal.',
    'Two B. (2002). Other.',
  ])
  expect(await parse('10.1038/nature14539\n10.1000/182')).toEqual(['10.1038/nature14539', '10.1000/182'])
  expect(
    await parse(
      '10.1000/a;10.1000/b, doi: 10.1002/(SICI)1097(199806)49:8<693::AID-A4>3.0.CO;2-O\n\n10.1000/c',
    ),
  ).toEqual([
    '10.1000/a',
    '10.1000/b',
    'doi: 10.1002/(SICI)1097(199806)49:8<693::AID-A4>3.0.CO;2-O',
    '10.1000/c',
  ])
  expect(
    await parse('One A. First title. 2001. https://doi.org/10.1000/a\nTwo B. Second title. 2002,\n10.1000/b'),
  ).toEqual(['One A. First title. 2001. https://doi.org/10.1000/a', 'Two B. Second title. 2002, 10.1000/b'])
  const [bibtex = ''] = await parse(
    '@article{a, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua}, year={2015}, journal={Nature}, volume={521}, doi={10.1038/nature14539}}',
  )
  expect(bibtex).toContain('Deep learning[J')
  expect(bibtex).toContain('10.1038/nature14539')
})

test('entries that were copied without line breaks are taken apart, and years or pages in brackets are no numbers', async () => {
  const ada = await (await testApp()).signUp('Ada')
  const text =
    '[1] One A. First title of all[J]. 2001, 12(3): 4-5. [2]王伟. 第二篇[M]. 北京: 某社, 2002. [2013] Not a number [7] nor this. [3] Three C. Last[R]. 2003.'
  const { list } = await ada.call(api.references.parse, { text })
  expect(list.map((each) => each.text)).toEqual([
    '[1] One A. First title of all[J]. 2001, 12(3): 4-5.',
    '[2]王伟. 第二篇[M]. 北京: 某社, 2002. [2013] Not a number [7] nor this.',
    '[3] Three C. Last[R]. 2003.',
  ])
})

test('of a long list it is said how many entries are left out, in every format', async () => {
  const ada = await (await testApp()).signUp('Ada')
  const COUNT = 3_000
  const list = (entry: (at: number) => string) =>
    Array.from({ length: COUNT }, (_, at) => entry(at)).join('\n')
  for (const text of [
    list((at) => `@book{k${at},title={Rain and hills ${at}},year=2019}`),
    list((at) => `TY  - BOOK\nTI  - Rain and hills ${at}\nPY  - 2019\nER  - `),
    list((at) => `[${at + 1}] Doe J. Rain and hills ${at}[M]. 2019.`),
  ]) {
    const { list, left_out } = await ada.call(api.references.parse, { text })
    expect([list.length, left_out]).toEqual([500, COUNT - 500])
  }
})
