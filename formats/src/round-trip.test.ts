import { type CslItem, type ExportId, exportText, toCsl } from '@scinav/citation'
import { blankWork, type Creator, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { formats } from './formats.ts'
import { failureReasons, readAll, successfulWorks } from './testing/read-all.ts'

const creator = (role: Creator['role'], name: string, parts: Partial<Creator> = {}): Creator => ({
  name,
  role,
  affiliations: [],
  ...parts,
})
const davis = creator('author', 'Sammy Davis Jr.', { family: 'Davis', given: 'Sammy' })
const wang = creator('author', '王利平', { family: '王', given: '利平' })
const particle = creator('author', 'Karen van der Merwe', { family: 'van der Merwe', given: 'Karen' })
const bank = creator('author', 'World Bank', { is_body: true })
const ministry = creator('author', 'Ministry of Health, Labour and Welfare', { is_body: true })
const editor = creator('editor', 'Ann Lee', { family: 'Lee', given: 'Ann' })
const translator = creator('translator', 'Bo Ek', { family: 'Ek', given: 'Bo' })
const advisor = creator('advisor', 'Carla Ruiz Soto', { family: 'Ruiz Soto', given: 'Carla' })

/** What every kind has. */
const common = {
  title_zh: '关于二氧化碳的研究',
  abstract: 'First; second, third: 50% of $5 & more.',
  keywords: ['climate', 'policy'],
  creators: [davis, wang, particle, bank, ministry],
  publish_date: '2021-03-09',
  doi: '10.1000/xyz(2021)1:2<3::aid-4>3.0.co;2-5',
  url: 'https://example.org/a_b?c=1&d=2',
  language: 'en',
  external_ids: { pmid: '23690738', pmcid: 'PMC6391070' },
  csl: { accessed: { 'date-parts': [[2024, 1, 2]] } },
}
const inJournal = {
  basic_sourcename: 'Journal of Things',
  basic_source_vo: '12',
  basic_source_no: '3',
  basic_page: '45-67',
}
const house = { publisher: 'Academic Press', place: 'London' }

const kinds: Record<string, { type: number; fields: Partial<Work>; csl?: Work['csl'] }> = {
  期刊: { type: 1, fields: { ...inJournal, issn: '0378-5955' } },
  杂志: { type: 1, fields: inJournal, csl: { type: 'article-magazine' } },
  专著: {
    type: 2,
    fields: { ...house, isbn: '9780306406157', creators: [davis, editor, translator] },
    csl: { edition: '2', 'collection-title': 'Great Books' },
  },
  章节: {
    type: 2,
    fields: {
      ...house,
      basic_sourcename: 'A Book',
      basic_page: '1-9',
      isbn: '9780306406157',
      creators: [bank, editor],
    },
    csl: { type: 'chapter' },
  },
  百科条目: {
    type: 2,
    fields: { ...house, basic_sourcename: 'Encyclopedia of Things' },
    csl: { type: 'entry-encyclopedia' },
  },
  词典条目: {
    type: 2,
    fields: { ...house, basic_sourcename: 'Dictionary of Things' },
    csl: { type: 'entry-dictionary' },
  },
  报纸: { type: 3, fields: { basic_sourcename: 'The Daily News', basic_page: '7' } },
  博士论文: {
    type: 4,
    fields: {
      publisher: 'University of Oxford',
      place: 'Oxford',
      degree: 'doctor',
      creators: [davis, advisor],
    },
  },
  硕士论文: {
    type: 4,
    fields: {
      title: '新媒体研究',
      title_zh: null,
      language: 'zh',
      publisher: '武汉大学',
      degree: 'master',
      creators: [wang],
    },
  },
  会议: {
    type: 5,
    fields: {
      ...house,
      basic_sourcename: 'Proceedings of the Conference',
      basic_page: '1-8',
      isbn: '9780306406157',
      issn: '0378-5955',
    },
  },
  标准: {
    type: 6,
    fields: { isbn: 'GB/T 7714-2025', creators: [bank], publisher: '中国标准出版社', place: '北京' },
  },
  专利: { type: 7, fields: { isbn: 'CN100000000A' } },
  科技报告: { type: 8, fields: house, csl: { number: 'TR-12' } },
  预印本: {
    type: 9,
    fields: { basic_sourcename: 'arXiv', publish_venue: ['arXiv'], external_ids: { arxiv: '1706.03762' } },
  },
  别处的预印本: { type: 9, fields: { publisher: 'bioRxiv' } },
  数据集: { type: 10, fields: { publisher: 'Zenodo' }, csl: { type: 'dataset' } },
  软件: { type: 10, fields: { publisher: 'Zenodo' }, csl: { type: 'software' } },
  网页: { type: 10, fields: { doi: null }, csl: { type: 'webpage' } },
  地图: { type: 10, fields: house, csl: { type: 'map' } },
}

function workOf(kind: string): Work {
  const { type, fields, csl } = kinds[kind] ?? { type: 1, fields: {} }
  return {
    ...blankWork('CO<sub>2</sub> in cities: a “study” of {braces}, 100%', type),
    ...common,
    ...fields,
    csl: { ...common.csl, ...csl },
  }
}

/** What a format really has no place for. */
const lost: Partial<Record<ExportId, (keyof CslItem)[]>> = { noteexpress: ['accessed'] }

const ids: ExportId[] = ['bibtex', 'ris', 'endnote', 'noteexpress', 'csl', 'csv']

/** What is compared: everything the export had to write, titles without their mark-up. */
function told(item: CslItem): Record<string, unknown> {
  const { id: _id, custom, title, note: _note, source: _source, ...rest } = item
  return {
    ...rest,
    title: title?.replace(/<\/?sub>/g, ''),
    title_zh: custom?.title_zh,
    'citation-key': undefined,
  }
}

test.each(ids.flatMap((id) => Object.keys(kinds).map((kind) => [id, kind] as const)))(
  'what is exported as %s comes back whole: %s',
  async (id, kind) => {
    const before = workOf(kind)
    const bytes = exportText(id, [toCsl(before, 'p1'), toCsl(workOf('期刊'), 'p2')])
    const format = formats.find((each) => each.id === id)
    const reads = await readAll(
      { name: 'export', bytes, ...(format ? { format } : {}) },
      { pieceSize: 31, mapping: {} },
    )
    expect(failureReasons(reads)).toEqual([])
    const [after, other] = successfulWorks(reads)
    expect(other?.title).toContain('in cities')
    if (!after) throw new Error('nothing came back')

    const left: readonly string[] = lost[id] ?? []
    const without = (item: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(item).filter(([name, value]) => value !== undefined && !left.includes(name)),
      )
    expect(without(told(toCsl(after)))).toEqual(without(told(toCsl(before))))
    expect({ type: after.resource_type, date: after.publish_date, degree: after.degree }).toEqual({
      type: before.resource_type,
      date: before.publish_date,
      degree: before.degree,
    })
    expect(after.creators.map(({ name, role, is_body = false }) => ({ name, role, is_body }))).toEqual(
      before.creators.map(({ name, role, is_body = false }) => ({ name, role, is_body })),
    )
  },
)
