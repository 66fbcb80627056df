import { expect, test } from 'vitest'
import { readReferences } from './references.ts'
import { tempFile } from './testing/office.ts'

test('the references of a file become records; broken ones are counted', async () => {
  const bibtex = '@article{a, title={On repair}, author={Li, Wei}, year=2019}\n@article{b, title={'
  const { works, broken } = await readReferences(tempFile(bibtex))
  expect([works.map(({ title }) => title), broken]).toEqual([['On repair'], 1])
  const ris = await readReferences(tempFile('TY  - JOUR\nTI  - 论文\nAU  - 张三\nER  - \n'))
  expect(ris.works[0]).toMatchObject({ title: '论文' })
  await expect(readReferences(tempFile('@article{b, title={'))).rejects.toMatchObject({ kind: 'empty' })
})
