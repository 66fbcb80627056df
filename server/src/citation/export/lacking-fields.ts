import type { Work } from '@scinav/contract'

type Need = [name: string, isThere: (work: Work) => boolean]

const people: Need = ['作者', ({ creators }) => creators.length > 0]
const year: Need = ['年份', ({ publish_date }) => /\d{4}/.test(publish_date ?? '')]
const pages: Need = ['页码', ({ basic_page }) => Boolean(basic_page)]
const source = (name: string): Need => [name, ({ basic_sourcename }) => Boolean(basic_sourcename)]
const publisher = (name: string): Need => [
  name,
  ({ publisher: house, publish_venue }) => Boolean(house) || publish_venue.length > 0,
]
const number = (name: string): Need => [name, ({ isbn }) => Boolean(isbn)]
const volume: Need = ['卷期', (work) => Boolean(work.basic_source_vo || work.basic_source_no)]

/** The fields that GB/T 7714 requires of a reference, by type of work. */
const NEEDS: Readonly<Record<number, readonly Need[]>> = {
  1: [people, source('刊名'), year, volume, pages],
  2: [people, publisher('出版者'), year],
  3: [people, source('报纸名'), year],
  4: [people, publisher('授予单位'), year],
  5: [people, source('会议录名'), year, pages],
  6: [number('标准号')],
  7: [number('专利号'), year],
}

/** Returns the Chinese names of the fields that a record lacks for a complete reference. */
export const lackingFields = (work: Work): string[] =>
  (NEEDS[work.resource_type] ?? [people, year]).flatMap(([name, isThere]) => (isThere(work) ? [] : [name]))
