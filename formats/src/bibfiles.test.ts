import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Work, work } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { failureReasons, readAll, successfulWorks } from './testing/read-all.ts'

/** Files that other programs wrote or keep for testing; only where the folder is there (see json, bibtex, tagged tests for the same paths). */
const folder = join(import.meta.dirname, '../../../shared/data/bibfiles')
const read = async (file: string) =>
  readAll({ name: file, bytes: readFileSync(join(folder, file)) }, { pieceSize: 997 })

/** file → [records read, [line, reason] of the others]; a `.bib` beside a `.ris` holds what the other program made of it. */
const untitled = (...lines: number[]): [number, string][] => lines.map((line) => [line, '缺少题名'])
const counts: Record<string, [number, [number, string][]]> = {
  'rispy/example_basic.ris': [1, []],
  'rispy/example_bom.ris': [0, untitled(1)],
  'rispy/example_custom_list_tags.ris': [0, untitled(2)],
  'rispy/example_empty_tag.ris': [1, []],
  'rispy/example_extraneous_data.ris': [2, []],
  'rispy/example_full.ris': [2, []],
  'rispy/example_full_without_whitespace.ris': [2, []],
  'rispy/example_full_write.ris': [2, []],
  'rispy/example_multi_unknown_tags.ris': [1, []],
  'rispy/example_multiline.ris': [0, untitled(1, 8, 17)],
  'rispy/example_single_unknown_tag.ris': [1, []],
  'rispy/example_starting_newlines.ris': [1, []],
  'rispy/example_urls.ris': [4, []],
  'rispy/example_utf_chars.ris': [0, untitled(1)],
  'rispy/example_wos.ris': [2, []],
  'cnki-endnote-ris/demo.ris': [40, []],
  'cnki-endnote-ris/demo.txt': [40, []],
  'jabref/Endnote.book.example.enw': [1, []],
  'jabref/Endnote.entries.enw': [1, untitled(7, 23, 25, 28)],
  'jabref/Endnote.pattern.A.enw': [0, untitled(1)],
  'jabref/Endnote.pattern.E.enw': [0, untitled(1)],
  'jabref/EndnoteXmlImporterTestArticle.xml': [1, []],
  'jabref/EndnoteXmlImporterTestArticle2.xml': [2, []],
  'jabref/EndnoteXmlImporterTestLabelAndMultiTitle.xml': [3, []],
  'jabref/EndnoteXmlImporterTestReport.xml': [1, []],
  'jabref/EndnoteXmlImporterTest_EmptyKeywordStyle.xml': [1, []],
  'jabref/EndnoteXmlImporterTest_WithoutUrlStyle.xml': [1, []],
  'jabref/EndnoteXmlImporterTest_WithoutUrlStyle2.xml': [2, []],
  'jabref/RisImporterCorrupted.ris': [0, [[2, '记录缺少开头的 TY']]],
  'jabref/RisImporterTest1.ris': [1, untitled(39, 43)],
  'jabref/RisImporterTestDoiAndJournalTitle.ris': [0, untitled(1)],
  'jabref/encoding-windows-1252-but-utf-8-declared--decoding-fails.bib': [0, untitled(3)],
  'jabref/encoding-windows-1252-with-header.bib': [0, untitled(3)],
  'jabref/encoding-windows-1252-without-header.bib': [0, untitled(3)],
  'jabref/RisImporterTestDoiAndJournalTitle.bib': [0, untitled(1)],
  'citation-js/plugin-bibtex__test__input__different delimiters.bib': [
    1,
    [[7, '花括号不成对，或文件在这个条目中间结束']],
  ],
  'citation-js/plugin-bibtex__test__input__crossref.bib': [5, untitled(28)],
  'citation-js/plugin-bibtex__test__input__rich text.bib': [6, untitled(5)],
  'citation-js/plugin-bibtex__test__input__multiple entries.txt': [0, []],
  'citation-js/plugin-bibtex__test__mapping__biblatex-input.bib': [28, []],
  'citation-js/plugin-bibtex__test__mapping__biblatex-csl.json': [28, []],
  'citation-js/plugin-bibtex__test__mapping__bibtex-input.bib': [16, []],
  'citation-js/plugin-bibtex__test__mapping__bibtex-csl.json': [16, []],
}
/** Files whose entries are made to have no title. */
const untitledFiles = /__(?:authors with|date-range|escaped and|literals|nameparts|uri|year and month|label)/

/** What two descriptions of one work must agree in; full stops after initials and the order of a name's parts may differ. */
const essence = (work: Work | undefined) => ({
  title: work?.title.replaceAll('—', '–').split(':')[0],
  doi: work?.doi,
  isbn: work?.isbn,
  volume: work?.basic_source_vo,
  pages: work?.basic_page,
  year: work?.publish_date?.slice(0, 4),
  names: work?.creators.map((creator) => creator.name.replaceAll('.', '').split(' ').sort().join(' ')).sort(),
})

test('RIS and BibTeX of one work say the same', async () => {
  const ris =
    'TY  - JOUR\nTI  - Length scales: a study\nAU  - Shi,Yu\nVL  - 139\nSP  - 04\nPY  - 2013\nDO  - 10.1063/1.4814070\nER  - '
  const bib =
    '@article{x, title={Length scales: A Study}, author={Yu Shi}, volume=139, pages={04}, year=2013, doi={10.1063/1.4814070}}'
  const [one] = successfulWorks(await readAll({ name: 'a.ris', bytes: ris }))
  const [other] = successfulWorks(await readAll({ name: 'a.bib', bytes: bib }))
  expect(essence(one)).toEqual(essence(other))
})

function filesOfOtherPrograms(): void {
  const files = ['rispy', 'jabref', 'citation-js', 'cnki-endnote-ris'].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => `${name}/${file}`),
  )

  test('records read and reasons for the others, file by file', async () => {
    const seen: Record<string, unknown> = {}
    for (const file of Object.keys(counts)) {
      const reads = await read(file)
      seen[file] = [successfulWorks(reads).length, failureReasons(reads)]
      for (const each of successfulWorks(reads)) expect(work.parse(each)).toEqual(each)
    }
    expect(seen).toEqual(counts)
  })

  test('every other RIS and BibTeX file is read to the last record', async () => {
    const others = files.filter(
      (file) => /\.(?:ris|bib)$/.test(file) && !(file in counts) && !untitledFiles.test(file),
    )
    expect(others.length).toBeGreaterThan(60)
    for (const file of others) {
      const reads = await read(file)
      const text = readFileSync(join(folder, file)).toString('latin1').replaceAll('\0', '')
      const entries = text.match(/^\s*@(?!comment|string|preamble)\w+\{|^TY {2}-/gim)
      const found = [file, failureReasons(reads), successfulWorks(reads).length]
      expect(found).toEqual([file, [], entries?.length])
    }
  })

  test('a RIS file says the same as the BibTeX that another program made of it', async () => {
    const pairs = files.filter(
      (file) => file.endsWith('.ris') && files.includes(file.replace(/ris$/, 'bib')) && !(file in counts),
    )
    expect(pairs.length).toBeGreaterThan(12)
    for (const file of pairs) {
      const [ours] = successfulWorks(await read(file))
      const [theirs] = successfulWorks(await read(file.replace(/ris$/, 'bib')))
      expect([file, essence(ours)]).toEqual([file, { ...essence(theirs), isbn: ours?.isbn }])
    }
  })

  test('biblatex and BibTeX agree with the CSL-JSON that another program made of them', async () => {
    for (const name of ['biblatex', 'bibtex']) {
      const ours = successfulWorks(await read(`citation-js/plugin-bibtex__test__mapping__${name}-input.bib`))
      const theirs = successfulWorks(await read(`citation-js/plugin-bibtex__test__mapping__${name}-csl.json`))
      for (const [i, mine] of ours.entries()) {
        // One entry gives a section, which the other program does not call pages.
        const other = { ...essence(theirs[i]), pages: theirs[i]?.basic_page ?? mine.basic_page }
        expect([name, i, essence(mine)]).toEqual([name, i, other])
      }
    }
  })

  test('the EndNote and RIS exports of CNKI hold the same forty works', async () => {
    const endnote = successfulWorks(await read('cnki-endnote-ris/demo.txt'))
    const ris = successfulWorks(await read('cnki-endnote-ris/demo.ris'))
    const same = (work: Work) => [
      work.resource_type,
      work.title.replaceAll(' ', ''),
      work.creators.filter((each) => each.role === 'author').length,
      work.publish_date,
      work.basic_source_vo,
      work.publisher,
    ]
    expect(endnote.map(same)).toEqual(ris.map(same))
    expect(endnote[20]).toMatchObject({
      resource_type: 4,
      degree: 'master',
      publish_venue: ['北京邮电大学'],
      creators: [{ name: '张建华' }, { name: '徐蔚然', role: 'advisor' }],
    })
  })
}

// The same paths are proved by the inline samples beside; these files may be absent.
if (existsSync(folder)) describe('files of other programs', filesOfOtherPrograms)
