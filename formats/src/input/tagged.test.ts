import { expect, test } from 'vitest'
import { failureReasons, readAll, successfulWorks } from '../testing/read-all.ts'

const read = (bytes: string, name = 'a.txt') => readAll({ name, bytes }, { pieceSize: 13 })

test('RIS: an article is read field by field', async () => {
  const reads = await read(
    `1.
TY  - JOUR
T1  - Grid Cells
AU  - Kriegeskorte, Nikolaus
A1  - Storrs, Katherine R.
A2  - Ed, It
Y1  - 2016/10/19
PY  - 2016
N1  - doi: 10.1016/j.neuron.2016.10.006
T2  - Neuron
J2  - Neur.
SP  - 280
EP  - 84
VL  - 92
IS  - 2
PB  - Elsevier
N2  - first line,
      second line
KW  - memory
KW  - space; time
SN  - 0896-6273
U1  - 23690738[pmid]
UR  - //doi.org/a; http://b.org
Y2  - 2020/03/04
ER  -
`,
    'a.ris',
  )
  expect(successfulWorks(reads)).toMatchObject([
    {
      resource_type: 1,
      title: 'Grid Cells',
      abstract: 'first line, second line',
      keywords: ['memory', 'space', 'time'],
      basic_sourcename: 'Neuron',
      basic_source_vo: '92',
      basic_source_no: '2',
      basic_page: '280-284',
      publish_date: '2016-10-19',
      issn: '0896-6273',
      doi: '10.1016/j.neuron.2016.10.006',
      external_ids: { pmid: '23690738' },
      creators: [{ name: 'Nikolaus Kriegeskorte' }, { name: 'Katherine R. Storrs' }, { role: 'editor' }],
      csl: { 'container-title-short': 'Neur.', accessed: { 'date-parts': [[2020, 3, 4]] } },
    },
  ])
})

test('RIS: records without an end, a beginning or a title cost no other', async () => {
  const reads = await read(
    'TI  - Orphan\nER  - \nTY  - JOUR\nTI  - A\nTY  - BOOK\nTI  - B\nSP  -\nER  -\n\nTY  - JOUR\nAU  - X\nER  - \nTY  - JOUR\nTI  - C',
    'a.ris',
  )
  expect(successfulWorks(reads).map((work) => work.title)).toEqual(['A', 'B', 'C'])
  expect(failureReasons(reads)).toEqual([
    [1, '记录缺少开头的 TY'],
    [10, '缺少题名'],
  ])
})

test('Web of Science: lines that go on, references by DOI, ORCID beside the names', async () => {
  const works = successfulWorks(
    await read(`FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Cao, WX
   Ye, X
AF Cao, Wenxiang
   Ye, Xiong
TI Proximal and distal
   influences
SO BIOCHEMISTRY
C1 [Cao, Wenxiang; Ye, Xiong] Northeastern Univ, Boston, MA 02115 USA.
   [Ye, Xiong] MIT, Cambridge, MA USA.
OI Ye, Xiong/0000-0002-1694-233X
CR ADAMS P. A., 1996, CYTOCHROME C MULTIDI
   Cao WX, 2001, BIOCHEMISTRY-US, V40, DOI 10.1021/bi010067e
Z9 31
PU AMER CHEMICAL SOC
PI WASHINGTON
SN 0006-2960
PD JUN 8
PY 2004
BP 7017
EP 7027
DI 10.1021/bi0497291
UT WOS:000221807500020
PM 15170339
ER

EF`),
  )
  expect(works).toMatchObject([
    {
      title: 'Proximal and distal influences',
      basic_page: '7017-7027',
      publish_date: '2004-06-08',
      citation_count: 31,
      doi: '10.1021/bi0497291',
      external_ids: { wos: 'WOS:000221807500020', pmid: '15170339' },
      reference_ids: ['doi:10.1021/bi010067e'],
      creators: [
        { name: 'Wenxiang Cao', affiliations: ['Northeastern Univ, Boston, MA 02115 USA'] },
        {
          name: 'Xiong Ye',
          orcid: '0000-0002-1694-233X',
          affiliations: ['Northeastern Univ, Boston, MA 02115 USA', 'MIT, Cambridge, MA USA'],
        },
      ],
    },
  ])
})

test('a formula that begins a wrapped line of an abstract is no tag, and an address escaped twice is one', async () => {
  const bytes =
    'TY  - JOUR\nTI  - T\nAB  - The gases were\nO2  - consumed by cells\nKW  - soil\nUR  - https://ex.org/a?b=1&amp;amp;c=2\nER  - \n'
  const works = successfulWorks(await readAll({ name: 'a.ris', bytes }))
  expect(works).toMatchObject([
    {
      abstract: 'The gases were O2 - consumed by cells',
      keywords: ['soil'],
      url: 'https://ex.org/a?b=1&c=2',
    },
  ])
})
