import { expect, test } from 'vitest'
import { blankWork } from './blank-work.ts'
import { readRecord, readWork } from './read-work.ts'
import { work } from './work.ts'

const whole = {
  ...blankWork('On things', 1),
  creators: [{ name: 'Ann Lee', family: 'Lee', role: 'author' as const, affiliations: [] }],
  keywords: ['a'],
  degree: 'master' as const,
}

test('a whole record is read as it is', () => {
  expect(readRecord(JSON.stringify(whole))).toEqual({ work: whole, isWhole: true })
})

test.each(Object.keys(whole))(
  'a record that lacks %s, or has something else there, is whole when it is read',
  (field) => {
    for (const odd of [undefined, null, 7.5, 'x', {}, [null]]) {
      const read = readWork(JSON.stringify({ ...whole, [field]: odd }))
      expect(Object.keys(read).toSorted()).toEqual(Object.keys(whole).toSorted())
      if (odd === undefined) expect(() => work.parse(read)).not.toThrow()
      expect(Array.isArray(read.creators) && Array.isArray(read.keywords)).toBe(true)
    }
  },
)

test('people of an older record get a role and a list of institutions, what is nobody goes', () => {
  const creators = [{ name: 'Ann Lee' }, { name: 'Bo Ek', role: 'hero', affiliations: null }, null, {}]
  expect(readWork(JSON.stringify({ ...whole, creators })).creators).toEqual([
    { name: 'Ann Lee', role: 'author', affiliations: [] },
    { name: 'Bo Ek', role: 'author', affiliations: [] },
  ])
})

test('a paper of the ACL Anthology that was imported before has its PDF, which is free to read', () => {
  const stored = (acl: string, pdf_url: string | null = null) =>
    readWork(JSON.stringify({ ...blankWork('A paper', 5), external_ids: { acl }, pdf_url }))
  expect(stored('2020.acl-main.1')).toMatchObject({
    pdf_url: 'https://aclanthology.org/2020.acl-main.1.pdf',
    is_oa: true,
  })
  expect(stored('P19-1001', 'https://ex.org/a.pdf')).toMatchObject({
    pdf_url: 'https://ex.org/a.pdf',
    is_oa: false,
  })
  expect(stored('something else')).toMatchObject({ pdf_url: null, is_oa: false })
})
