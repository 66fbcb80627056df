import { api, type Creator, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

/** Writes the style of an invented university, with its own ways of names, order and punctuation. */
function styleFile(name: string, format: string, body: string, kind = 'in-text') {
  const [own, other] = /\p{Script=Han}/u.test(name) ? ['zh-CN', 'en'] : ['en-US', 'zh']
  // Works of the other language have a layout of their own, in whose locale names are joined.
  const bilingual = body.replace(
    /<layout([^>]*)>(.*?)<\/layout>/gs,
    (layout, attributes, inner) => `<layout locale="${other}"${attributes}>${inner}</layout>${layout}`,
  )
  return `<style xmlns="http://purl.org/net/xbiblio/csl" class="${kind}" version="1.0" default-locale="${own}">
<info><title>${name}</title><id>http://example.org/styles/${encodeURIComponent(name)}</id>
<category citation-format="${format}"/></info>
<locale xml:lang="zh"><terms><term name="et-al">等</term><term name="and">和</term></terms></locale>
<locale xml:lang="en"><terms><term name="et-al">et al.</term></terms></locale>${bilingual}</style>`
}

const YEAR = '<date variable="issued"><date-part name="year"/></date>'
const MARK = `<choose>
<if type="book"><text value="[M]"/></if><else-if type="thesis"><text value="[D]"/></else-if>
<else-if type="paper-conference"><text value="[C]"/></else-if><else-if type="webpage"><text value="[EB/OL]"/></else-if>
<else-if type="patent"><text value="[P]"/></else-if><else-if type="standard"><text value="[S]"/></else-if>
<else><text value="[J]"/></else></choose>`
const SOURCE = `<group delimiter=", "><text variable="container-title"/><text variable="publisher"/>${YEAR}
<group><text variable="volume"/><text variable="issue" prefix="(" suffix=")"/></group></group>
<text variable="page" prefix=": "/>`
const NUMBER = '<text variable="citation-number" prefix="[" suffix="] "/>'

const STYLES: [string, string][] = [
  [
    '河源大学（顺序编码）',
    styleFile(
      '河源大学（顺序编码）',
      'numeric',
      `<citation collapse="citation-number"><sort><key variable="citation-number"/></sort>
<layout prefix="[" suffix="]" delimiter="," vertical-align="sup"><text variable="citation-number"/></layout></citation>
<bibliography et-al-min="4" et-al-use-first="3"><layout suffix=".">${NUMBER}<group delimiter=". ">
<names variable="author"><name name-as-sort-order="all" sort-separator=" " initialize-with=" " delimiter=", "
delimiter-precedes-last="always"><name-part name="family" text-case="uppercase"/></name></names>
<group><text variable="title"/>${MARK}</group><group>${SOURCE}</group></group></layout></bibliography>`,
    ),
  ],
  [
    '云岭学院（著者-出版年）',
    styleFile(
      '云岭学院（著者-出版年）',
      'author-date',
      `<citation et-al-min="3" et-al-use-first="1" disambiguate-add-year-suffix="true">
<layout prefix="（" suffix="）" delimiter="；"><group delimiter="，">
<names variable="author"><name form="short" and="text"/></names>${YEAR}</group></layout></citation>
<bibliography et-al-min="4" et-al-use-first="3"><sort><key macro="author"/><key variable="issued"/></sort>
<layout suffix="。"><group delimiter="，"><text macro="author"/>${YEAR}<group><text variable="title"/>${MARK}</group>
<text variable="container-title"/></group></layout></bibliography>`.replace(
        '<citation',
        `<macro name="author"><names variable="author"><name name-as-sort-order="all" sort-separator=" "
initialize-with="" delimiter="，" delimiter-precedes-last="always"/></names></macro><citation`,
      ),
    ),
  ],
  [
    '江滩师范大学（脚注）',
    styleFile(
      '江滩师范大学（脚注）',
      'note',
      `<citation><layout suffix="。" delimiter="；"><choose><if position="subsequent">
<group delimiter="："><names variable="author"><name form="short"/></names><text variable="title" prefix="《" suffix="》"/></group>
</if><else><group delimiter="，"><group delimiter="："><names variable="author"><name delimiter="、"
delimiter-precedes-last="always"/></names><text variable="title" prefix="《" suffix="》"/></group>
<text variable="container-title" prefix="《" suffix="》"/><text variable="publisher"/>
<group>${YEAR}<text value="年"/></group></group></else></choose></layout></citation>
<bibliography et-al-min="3" et-al-use-first="1"><sort><key variable="title"/></sort><layout suffix="。">
<group delimiter="，"><group delimiter="："><names variable="author"><name delimiter="、"/></names>
<text variable="title" prefix="《" suffix="》"/></group><text variable="container-title" prefix="《" suffix="》"/>
<group>${YEAR}<text value="年"/></group></group></layout></bibliography>`,
      'note',
    ),
  ],
  [
    'Northern Polytechnic',
    styleFile(
      'Northern Polytechnic',
      'numeric',
      `<citation><layout prefix="(" suffix=")" delimiter="; "><text variable="citation-number"/></layout></citation>
<bibliography et-al-min="7" et-al-use-first="6"><sort><key variable="issued" sort="descending"/></sort>
<layout suffix="."><text variable="citation-number" suffix=") "/><group delimiter=", ">
<names variable="author"><name initialize-with="." and="text"/></names>
<text variable="title" quotes="true"/><text variable="container-title" font-style="italic"/>
<text variable="volume" prefix="vol. "/><text variable="issue" prefix="no. "/><text variable="page" prefix="pp. "/>
${YEAR}</group></layout></bibliography>`,
    ),
  ],
  [
    'Marsh University',
    styleFile(
      'Marsh University',
      'author-date',
      `<citation et-al-min="3" et-al-use-first="1"><layout prefix="(" suffix=")" delimiter="; "><group delimiter=", ">
<names variable="author"><name form="short" and="symbol"/></names>${YEAR}</group></layout></citation>
<bibliography><sort><key variable="author"/></sort><layout suffix="."><group delimiter=" ">
<names variable="author"><name name-as-sort-order="all" sort-separator=", " initialize-with=". " and="symbol"
delimiter-precedes-last="always"/></names><group prefix="(" suffix=").">${YEAR}</group>
<text variable="title" suffix="."/><group delimiter=", "><text variable="container-title" font-style="italic"/>
<group><text variable="volume"/><text variable="issue" prefix="(" suffix=")"/></group><text variable="page"/>
<text variable="publisher"/></group></group></layout></bibliography>`,
    ),
  ],
]

const zh = (...names: string[]): Creator[] =>
  names.map((name) => ({ name, role: 'author', affiliations: [] }))
const en = (...names: [string, string][]): Creator[] =>
  names.map(([given, family]) => ({
    ...{ name: `${given} ${family}`, given, family },
    role: 'author',
    affiliations: [],
  }))
const made = (title: string, creators: Creator[], year: string, more: Partial<Work>): Partial<Work> => ({
  ...{ title, creators, publish_date: year, language: /\p{Script=Han}/u.test(title) ? 'zh' : 'en' },
  ...more,
})
const inJournal = (
  basic_sourcename: string,
  volume: string,
  issue: string,
  basic_page: string,
): Partial<Work> => ({
  ...{ resource_type: 1, basic_sourcename, basic_source_vo: volume, basic_source_no: issue, basic_page },
})

const WORKS: Partial<Work>[] = [
  made(
    '屋顶绿化对径流的削减作用',
    zh('柳青山', '欧阳岭', '方晓', '林远'),
    '2020',
    inJournal('城市水文', '12', '3', '45-56'),
  ),
  made('湖泊沉积物的碳埋藏', zh('周明远', '沈若兰'), '2021', inJournal('湖沼通讯', '41', '3', '215-228')),
  made('苔藓', zh('何一川', '罗青', '程知微'), '2019', inJournal('植物研究', '7', '1', '1-9')),
  made('沉积学导论', zh('程知微'), '2018', { resource_type: 2, publisher: '云岭出版社', place: '昆明' }),
  made('断陷湖盆有机碳的来源', zh('傅晓棠'), '2022', {
    resource_type: 4,
    publisher: '示例大学',
    place: '昆明',
  }),
  made('湖泊监测规范', zh('湖泊观测网'), '2017', { resource_type: 6, publisher: '某某标准出版社' }),
  made(
    'Moss cover on northern roofs',
    en(['Lotte', 'van der Meer'], ['Zoë Anna', 'Müller'], ['Wei', 'Zhang'], ['Ada', 'Ness']),
    '2021',
    inJournal('Annals of Bryology', '16', '4', '110-119'),
  ),
  made(
    'Counting reed warblers',
    en(['Seán', "O'Brien"], ['Per', 'Lindqvist']),
    '2015',
    inJournal('Marsh Sciences', '3', '2', '9-15'),
  ),
  made(
    'Sediment below weirs',
    en(['Wei', 'Zhang'], ['Ada', 'Ness'], ['Ren', 'Sato']),
    '2016',
    inJournal('Journal of Weir Studies', '9', '1', '20-33'),
  ),
  made('A guide to lakes', en(['Nora J.', 'Hartwell']), '2012', {
    resource_type: 2,
    publisher: 'Lake Press',
    place: 'Bergen',
  }),
  made('Dating young sediments', en(['Claire', 'Moreau'], ['Nora J.', 'Hartwell']), '2014', {
    resource_type: 3,
    basic_sourcename: 'Proceedings of Lake Days',
    basic_page: '33-40',
  }),
  made('Ice under a harbour bridge', en(['Ada', 'Ness']), '2010', {
    resource_type: 4,
    publisher: 'Northern University',
  }),
]

/** What the styles print of two works with four authors each, and the works that stand first and last in their lists. */
const PRINTED: Record<string, { entries: string[]; marks: string[]; ends: string[] }> = {
  '河源大学（顺序编码）': {
    entries: [
      '[1] 柳青山, 欧阳岭, 方晓, 等. 屋顶绿化对径流的削减作用[J]. 城市水文, 2020, 12(3): 45–56.',
      '[7] MEER L VAN DER, MÜLLER Z A, ZHANG W, et al. Moss cover on northern roofs[J]. Annals of Bryology, 2021, 16(4): 110–119.',
    ],
    marks: ['[1]', '[7]'],
    ends: ['柳青山', 'NESS'],
  },
  '云岭学院（著者-出版年）': {
    entries: [
      '柳青山，欧阳岭，方晓，等，2020，屋顶绿化对径流的削减作用[J]，城市水文。',
      'Meer L van der，Müller ZA，Zhang W，et al.，2021，Moss cover on northern roofs[J]，Annals of Bryology。',
    ],
    marks: ['（柳青山 等，2020）', '（van der Meer et al.，2021）'],
    ends: ['程知微', 'Zhang'],
  },
  '江滩师范大学（脚注）': {
    entries: [
      '柳青山 等：《屋顶绿化对径流的削减作用》，《城市水文》，2020年。',
      'Lotte van der Meer et al.：《Moss cover on northern roofs》，《Annals of Bryology》，2021年。',
    ],
    marks: ['⁶', '¹¹'],
    ends: ['程知微', 'Wei Zhang'],
  },
  'Northern Polytechnic': {
    entries: [
      '4) 柳青山, 欧阳岭, 方晓, 和 林远, “屋顶绿化对径流的削减作用”, 城市水文, vol. 12, no. 3, pp. 45–56, 2020.',
      '3) L. van der Meer, Z.A. Müller, W. Zhang, and A. Ness, “Moss cover on northern roofs,” Annals of Bryology, vol. 16, no. 4, pp. 110–119, 2021.',
    ],
    marks: ['(4)', '(3)'],
    ends: ['1) 傅晓棠', '12) A. Ness'],
  },
  'Marsh University': {
    entries: [
      '柳青山, 欧阳岭, 方晓, & 林远 (2020). 屋顶绿化对径流的削减作用. 城市水文, 12(3), 45–56.',
      'Meer, L. van der, Müller, Z. A., Zhang, W., & Ness, A. (2021). Moss cover on northern roofs. Annals of Bryology, 16(4), 110–119.',
    ],
    marks: ['(柳青山 等, 2020)', '(van der Meer et al., 2021)'],
    ends: ['Hartwell', '程知微'],
  },
}

test.each(STYLES)('Chinese and English works as the style of %s prints them', async (name, xml) => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const ids = await addPapers(app.base, WORKS)
  const { id: style } = await ada.call(api.citationStyles.install, { xml })
  const { items } = await ada.call(api.citation.preview, { paper_id_list: ids, style })
  const sources = ids.map((paper_id) => ({ key: paper_id, paper_id }))
  const { list } = await ada.call(api.citing.list, { sources, style })
  const { entries, marks, ends } = PRINTED[name] ?? { entries: [], marks: [], ends: [] }
  const shown = ['屋顶绿化', 'Moss cover'].map((title) => items.find((item) => item.includes(title)))
  expect(shown).toEqual(entries)
  expect(marks).toEqual([ids[0], ids[6]].map((id) => list.find(({ key }) => key === id)?.mark))
  expect([items.at(0), items.at(-1)]).toEqual(ends.map((end) => expect.stringContaining(end)))
})
