import { exportText } from '@scinav/citation'
import { expect, test } from 'vitest'
import { failureReasons, readAll, successfulWorks } from '../testing/read-all.ts'

const read = (bytes: string) => readAll({ name: 'a.bib', bytes }, { pieceSize: 9 })

test('an article is read with its strings, its month and its accents', async () => {
  const works = successfulWorks(
    await read(`This is a comment.
@STRING{jbt = "The {BibTeX} Journal"}
@comment{ignored = {x}}
@Article{Knuth:1984,
  Author = {Knuth, Donald E. and Fran{\\c c}ois, J{\\"u}rgen},
  title = "The {TeX}book: " # {H$_2$O},
  journal = jbt, year = 1984, month = jul # "~4",
  volume = 5, number = {6}, pages = {200--210},
  doi = {https://doi.org/10.1000/A\\_B}, keywords = {a, b; c}, note = {n},
}`),
  )
  expect(works).toMatchObject([
    {
      resource_type: 1,
      title: 'The TeXbook: H<sub>2</sub>O',
      basic_sourcename: 'The BibTeX Journal',
      basic_source_vo: '5',
      basic_source_no: '6',
      basic_page: '200-210',
      publish_date: '1984-07-04',
      doi: '10.1000/a_b',
      keywords: ['a, b', 'c'],
      creators: [{ name: 'Donald E. Knuth' }, { name: 'Jürgen François' }],
      csl: { 'citation-key': 'Knuth:1984', note: 'n' },
    },
  ])
})

test('theses, reports, patents, chapters and preprints come out as what they are', async () => {
  const works = successfulWorks(
    await read(`@phdthesis{a, title={A}, school={清华大学}, year=2010, address={北京}}
@mastersthesis{b, title={B}, school={U}, type={Diploma}}
@techreport{c, title={C}, institution={NIST}, number={TR-1}}
@patent{d, title={D}, number={US334823A}, date={1886-01-26}}
@incollection{e, title={E}, booktitle={Book}, booksubtitle={Sub}, publisher={P}, isbn={0-306-40615-2}, series={S}, number=4, edition={Second}}
@misc{f, title={F}, eprint={1706.03762v5}, archiveprefix={arXiv}, primaryclass={cs.CL}}
@article{g, title={G}, journal={arXiv preprint arXiv:1810.04805}, year=2018}
@inproceedings(h, title={H}, booktitle={Proc}, address={NY}, publisher={ACM}, location={Dallas})
@online{i, title={I}, url={https://a.org/~b}, urldate={2021-01-23}}`),
  )
  expect(works).toMatchObject([
    { resource_type: 4, degree: 'doctor', publish_venue: ['清华大学'], place: '北京' },
    { resource_type: 4, degree: 'master' },
    { resource_type: 8, publish_venue: ['NIST'], csl: { number: 'TR-1' } },
    { resource_type: 7, isbn: 'US334823A', publish_date: '1886-01-26' },
    {
      resource_type: 2,
      basic_sourcename: 'Book: Sub',
      isbn: '9780306406157',
      csl: { type: 'chapter', 'collection-title': 'S', 'collection-number': '4', edition: 'Second' },
    },
    { resource_type: 9, basic_sourcename: 'arXiv', external_ids: { arxiv: '1706.03762' } },
    { resource_type: 9, basic_sourcename: 'arXiv', external_ids: { arxiv: '1810.04805' } },
    { resource_type: 5, publish_venue: ['NY', 'ACM'], csl: { 'event-place': 'Dallas' } },
    {
      resource_type: 10,
      url: 'https://a.org/~b',
      csl: { type: 'webpage', accessed: { 'date-parts': [[2021, 1, 23]] } },
    },
  ])
})

test('an entry inherits from the one it refers to, whichever comes first', async () => {
  const reads = await read(`@inproceedings{a, title={Early}, crossref={P}}
@proceedings{p, title={Proc}, year=2001, editor={Ed, It}, publisher={ACM}}
@inproceedings{b, title={Late}, crossref={p}, year=1999}
@misc{c, title={Lost}, crossref={nobody}}
@misc{d, title={Self}, crossref={d}}`)
  const works = successfulWorks(reads)
  expect(works.find((work) => work.title === 'Early')).toMatchObject({
    basic_sourcename: 'Proc',
    publish_date: '2001',
    publisher: 'ACM',
  })
  expect(works.find((work) => work.title === 'Late')).toMatchObject({
    basic_sourcename: 'Proc',
    publish_date: '1999',
  })
  expect(works.map((work) => work.title).sort()).toEqual(['Early', 'Late', 'Lost', 'Proc', 'Self'])
})

test('while an entry waits for its parent, reading is never resumed behind it', async () => {
  const bytes = `@misc{x, title={First}}\n@inproceedings{a, title={Child}, crossref={p}}\n@misc{y, title={Second}}\n@proceedings{p, title={Proc}}\n@misc{z, title={Third}}\n`
  const whole = await readAll({ name: 'a.bib', bytes })
  for (const [i, read] of whole.entries()) {
    const rest = successfulWorks(await readAll({ name: 'a.bib', bytes }, { from: read.offset })).map(
      (work) => work.title,
    )
    const seen = successfulWorks(whole.slice(0, i + 1)).map((work) => work.title)
    expect(new Set([...seen, ...rest])).toEqual(new Set(['First', 'Child', 'Second', 'Proc', 'Third']))
  }
})

test.each([
  ['a brace that is never closed', '@article{b, title={B, year=2020\n', '花括号不成对，条目没有结束'],
  ['a brace too many', '@article{b, title={B}},\n  year={2020}\n}\n', '花括号多了一个，条目提前结束'],
  ['a field without value', '@article{b, title=, year=2020}\n', '字段没有值'],
  ['a field without name', '@article{b, {title}}\n', '字段写法有误：{title}'],
  ['no title', '@article{b, year=2020}\n', '缺少题名'],
])('an entry with %s is named with its line and costs no other', async (_, broken, reason) => {
  const reads = await read(`@misc{a, title={A}}\n\n${broken}@misc{c,\n title={C}\n}\n`)
  expect(successfulWorks(reads).map((work) => work.title)).toEqual(['A', 'C'])
  expect(failureReasons(reads)).toEqual([[3, reason]])
})

test('a file that ends inside an entry gives what is before it', async () => {
  const reads = await read('@misc{a, title={A}}\n@misc{b, title={B')
  expect(successfulWorks(reads).map((work) => work.title)).toEqual(['A'])
  expect(failureReasons(reads)).toEqual([[2, '花括号不成对，或文件在这个条目中间结束']])
})

test('what begins with = + - or @ comes back from our own BibTeX as it was', async () => {
  const titles = ['=HYPERLINK("x")', '+1 and more', '-2 degrees', '@home in the North', 'plain']
  const items = titles.map((title) => ({
    id: title,
    type: 'book' as const,
    title,
    publisher: '=P',
    volume: '-7',
  }))
  const works = successfulWorks(await read(exportText('bibtex', items)))
  expect(works.map(({ title, publisher, basic_source_vo }) => [title, publisher, basic_source_vo])).toEqual(
    titles.map((title) => [title, '=P', '-7']),
  )
})

test('words in braces are kept as words whose capitals stay, braces around a whole title are not', async () => {
  const works = successfulWorks(
    await read(`@article{a, title={{\\it α}-synuclein in {Homo sapiens}, the {B}ayes rule and {\\"U}ber \\emph{in vitro}}}
@article{b, title={{A whole title in braces}}}
@article{c, title="Growth of {E. coli} on {\\textit{x}}", subtitle={the {DNA} view}}`),
  )
  expect(works.map(({ protected_words }) => protected_words)).toEqual([
    ['Homo sapiens', 'Bayes'],
    [],
    ['E. coli', 'DNA'],
  ])
})

test('a list of people that ends in "and others" says so on its last name', async () => {
  const lists = [
    'Lund, Bo and others',
    'Lund, Bo\n   AND others',
    'Bo Lund et al.',
    'Lund, Bo and {others}',
    'Lund, Bo, and others',
  ]
  const works = successfulWorks(
    await read(lists.map((list, i) => `@misc{k${i}, title={T}, author={${list}}, editor={A, B}}`).join('\n')),
  )
  expect(works.map(({ creators }) => creators)).toEqual(
    lists.map(() => [
      { name: 'Bo Lund', family: 'Lund', given: 'Bo', role: 'author', affiliations: [], and_others: true },
      { name: 'B A', family: 'A', given: 'B', role: 'editor', affiliations: [] },
    ]),
  )
})

test('what a server of preprints alone has published is a preprint, with its number', async () => {
  const works = successfulWorks(
    await read(
      '@article{a, title={T}, journal={bioRxiv}, year={2020}}@misc{b, title={U}, howpublished={SSRN}, number={345}}@article{c, title={V}, journal={Journal of Preprints}}',
    ),
  )
  expect(
    works.map(({ resource_type, basic_sourcename, csl }) => [resource_type, basic_sourcename, csl.number]),
  ).toEqual([
    [9, 'bioRxiv', undefined],
    [9, 'SSRN', '345'],
    [1, 'Journal of Preprints', undefined],
  ])
})

test('Greek letters of running text are letters', async () => {
  const [work] = successfulWorks(
    await read('@article{a, title={\\textalpha-synuclein and \\textOmega{} loops}}'),
  )
  expect(work?.title).toBe('α-synuclein and Ω loops')
})
