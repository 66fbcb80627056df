import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { work } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { toFields, toList, toText } from './input/json-values.ts'
import { failureReasons, readAll, successfulWorks } from './testing/read-all.ts'

/** Recorded answers of outside services; only where the folder is there (json.test.ts and xml.test.ts prove the same paths). */
const folder = join(import.meta.dirname, '../../../shared/data/api-fixtures')

/** The body of a recorded answer; some recordings wrap it, some are it. */
function bodyOf(recording: unknown): unknown {
  const fields = toFields(recording)
  if (!('body' in fields)) return recording
  return (fields.status ?? fields.status_code) === 200 ? fields.body : null
}

function recordings(service: string): { name: string; body: unknown }[] {
  const names = readdirSync(join(folder, service)).filter(
    (name) => name.endsWith('.json') && !name.includes('expected'),
  )
  return names.map((name) => ({
    name,
    body: bodyOf(JSON.parse(readFileSync(join(folder, service, name), 'utf8'))),
  }))
}

const expected = (file: string) => {
  const item = toFields(toList(JSON.parse(readFileSync(join(folder, file), 'utf8')))[0])
  return {
    title: toText(item.title),
    doi: toText(item.DOI)?.toLowerCase() ?? null,
    volume: toText(item.volume),
    issue: toText(item.issue),
    pages: toText(item.pages),
    names: toList(item.creators).map((each) => toText(toFields(each).lastName)?.toLowerCase()),
  }
}

type Essence = ReturnType<typeof expected>

async function essenceOf(name: string, bytes: string): Promise<Essence> {
  const [work] = successfulWorks(await readAll({ name, bytes }))
  return {
    title: work?.title ?? null,
    doi: work?.doi ?? null,
    volume: work?.basic_source_vo ?? null,
    issue: work?.basic_source_no ?? null,
    pages: work?.basic_page ?? null,
    names: work?.creators.map((each) => (each.family ?? each.name).toLowerCase()) ?? [],
  }
}

const plain = (essence: Essence): Essence => ({
  ...essence,
  title: essence.title?.replace(/<\/?\w+>/g, '').toLowerCase() ?? null,
  pages: essence.pages?.split('-')[0] ?? null,
})

test('a field that a recording lacks is not made up', async () => {
  expect(await essenceOf('a.json', '{"DOI":"10.1000/x","title":["T"],"type":"journal-article"}')).toEqual({
    title: 'T',
    doi: '10.1000/x',
    volume: null,
    issue: null,
    pages: null,
    names: [],
  })
})

const hasTitle = (item: unknown): boolean => (toText(toList(toFields(item).title)[0]) ?? '').trim() !== ''

/** Crossref's answers that hold works with a title, and those works. */
function recordedWorks(): { name: string; body: unknown; items: readonly unknown[] }[] {
  return recordings('crossref').flatMap(({ name, body }) => {
    const message = toFields(toFields(body).message)
    const type = toFields(body)['message-type']
    const items = type === 'work-list' ? toList(message.items) : type === 'work' ? [message] : []
    return items.some(hasTitle) ? [{ name, body, items }] : []
  })
}

function answersInJson(): void {
  test('OpenAlex: every recorded work is read as another program read it', async () => {
    for (const i of [0, 1, 2, 3, 4, 6]) {
      const text = readFileSync(join(folder, `openalex/zotero__OpenAlex_JSON__${i}.json`), 'utf8')
      const theirs = plain(expected(`openalex/zotero__OpenAlex_JSON__${i}.expected.json`))
      const ours = plain(await essenceOf('a.json', text))
      // The other program has no DOI for chapters.
      expect([i, { ...ours, doi: theirs.doi && ours.doi }]).toEqual([i, theirs])
    }
    const list = successfulWorks(
      await readAll({
        name: 'a.json',
        bytes: readFileSync(join(folder, 'openalex/zotero__OpenAlex_JSON__5.json')),
      }),
    )
    expect(list.map((work) => work.resource_type)).toEqual([1, 1, 2, 1, 1])
    expect(list.map((work) => work.external_ids.openalex)).toEqual([
      'W2046245907',
      'W4237963058',
      'W4239223537',
      'W78857221',
      'W2358372115',
    ])
  })

  test('Crossref: of every recorded list and work all records with a title are read', async () => {
    let seen = 0
    for (const { name, body, items } of recordedWorks()) {
      const titled = items.filter(hasTitle).length
      const reads = await readAll({ name: 'a.json', bytes: JSON.stringify(body) }, { pieceSize: 4000 })
      expect([name, successfulWorks(reads).length]).toEqual([name, titled])
      expect([name, failureReasons(reads).map(([, reason]) => reason)]).toEqual([
        name,
        Array(items.length - titled).fill('缺少题名'),
      ])
      for (const each of successfulWorks(reads)) {
        expect(each.doi).toMatch(/^10\.\d{4,9}\/[^A-Z\s]+$/)
        expect(work.parse(each)).toEqual(each)
      }
      seen += titled
    }
    expect(seen).toBeGreaterThan(400)
  })

  test('Crossref as BibTeX: the answers of the resolver are read', async () => {
    const texts = recordings('crossref').flatMap(({ body }) =>
      typeof body === 'string' && body.trim().startsWith('@') && /[{ ]title=/.test(body) ? [body] : [],
    )
    expect(texts.length).toBeGreaterThan(20)
    for (const text of texts)
      expect(successfulWorks(await readAll({ name: 'a.bib', bytes: text })).length).toBe(1)
  })
}

function answersInXml(): void {
  test('arXiv: every entry of every recorded feed is read, the refused query is none', async () => {
    let seen = 0
    for (const { name, body } of recordings('arxiv')) {
      // The recordings hold the bytes of the answer one by one.
      const bytes = Buffer.from(typeof body === 'string' ? body : '', 'latin1')
      const entries = bytes.toString().match(/<id>https?:\/\/arxiv\.org\/abs/g)?.length ?? 0
      const works = successfulWorks(await readAll({ name: 'a.xml', bytes }, { pieceSize: 3000 }))
      expect([name, works.length]).toEqual([name, entries])
      for (const work of works)
        expect(work).toMatchObject({
          resource_type: 9,
          is_oa: true,
          external_ids: { arxiv: expect.stringMatching(/^(?:\d{4}\.\d{4,5}|[a-z-]+\/\d{7})$/) },
        })
      seen += entries
    }
    expect(seen).toBeGreaterThan(150)
  })

  test('PubMed: every recorded record is read as another program read it', async () => {
    for (let i = 0; i <= 10; i++) {
      const text = readFileSync(join(folder, `pubmed/zotero__PubMed_XML__${i}.xml`), 'utf8')
      const reads = await readAll({ name: 'a.xml', bytes: text }, { pieceSize: 1000 })
      expect(failureReasons(reads)).toEqual([])
      expect([i, plain(await essenceOf('a.xml', text))]).toEqual([
        i,
        plain(expected(`pubmed/zotero__PubMed_XML__${i}.expected.json`)),
      ])
    }
  })
}

if (existsSync(folder)) {
  describe('recorded answers in JSON', answersInJson)
  describe('recorded answers in XML', answersInXml)
}
