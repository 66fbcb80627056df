import { RESOURCE_TYPE, type Work } from '@scinav/contract'

/** A field that a reference needs: its Chinese name, and whether a work has it. */
type RequiredField = [name: string, isPresent: (work: Work) => boolean]

const people: RequiredField = ['作者', ({ creators }) => creators.length > 0]

const year: RequiredField = ['年份', ({ publish_date }) => /\d{4}/.test(publish_date ?? '')]

const pages: RequiredField = ['页码', ({ basic_page }) => Boolean(basic_page)]

const source = (name: string): RequiredField => [name, ({ basic_sourcename }) => Boolean(basic_sourcename)]

const publisher = (name: string): RequiredField => [
  name,
  ({ publisher: house, publish_venue }) => Boolean(house) || publish_venue.length > 0,
]

/** The record keeps the number of a standard or patent in `isbn`. */
const number = (name: string): RequiredField => [name, ({ isbn }) => Boolean(isbn)]

const volume: RequiredField = ['卷期', (work) => Boolean(work.basic_source_vo || work.basic_source_no)]

/** The fields that GB/T 7714 requires of a reference, by type of work. */
const REQUIRED_FIELDS: Readonly<Record<number, readonly RequiredField[]>> = {
  [RESOURCE_TYPE.journalArticle]: [people, source('刊名'), year, volume, pages],
  [RESOURCE_TYPE.book]: [people, publisher('出版者'), year],
  [RESOURCE_TYPE.newspaperArticle]: [people, source('报纸名'), year],
  [RESOURCE_TYPE.thesis]: [people, publisher('授予单位'), year],
  [RESOURCE_TYPE.conferencePaper]: [people, source('会议录名'), year, pages],
  [RESOURCE_TYPE.standard]: [number('标准号')],
  [RESOURCE_TYPE.patent]: [number('专利号'), year],
}

/** Returns the Chinese names of the fields that a record lacks for a complete reference. */
export const lackingFields = (work: Work): string[] =>
  (REQUIRED_FIELDS[work.resource_type] ?? [people, year]).flatMap(([name, isPresent]) =>
    isPresent(work) ? [] : [name],
  )
