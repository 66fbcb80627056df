import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { scriptedParsing } from '../../testing/scripted-parsing.ts'
import { testApp } from '../../testing/test-app.ts'

const { ingestion } = api

/** A web that has these files and nothing else. */
async function scene(web: Record<string, string>) {
  const asked: string[] = []
  const openAccess = async (url: string | URL) => {
    asked.push(String(url))
    const body = web[String(url)]
    return body === undefined ? new Response('no', { status: 404 }) : new Response(body)
  }
  const { parsing } = scriptedParsing()
  const app = await testApp({ providers: () => ({ parsing, openAccess }) })
  return { app, asked, ada: await app.signUp('Ada'), bob: await app.signUp('Bob') }
}

test("a paper's open-access PDF comes into the private dataset once, and is the paper's full text there", async () => {
  const { app, ada, bob, asked } = await scene({ 'https://arxiv.org/pdf/2101.00001': '%PDF-1.4 text' })
  const paper = {
    title: 'Open',
    pdf_url: 'https://gone.example/a.pdf',
    external_ids: { arxiv: '2101.00001' },
  }
  const [paper_id = ''] = await addPapers(app.base, [paper])
  const first = await ada.call(ingestion.parseFile, { paper_id })
  expect(first).toMatchObject({ state: 'queued', document_id: expect.any(String) })
  expect(asked).toEqual(['https://gone.example/a.pdf', 'https://arxiv.org/pdf/2101.00001'])
  await app.runner.drain()
  expect(await ada.call(ingestion.parseFile, { paper_id })).toEqual({ ...first, state: 'ready' })
  expect(asked).toHaveLength(2)
  const { list } = await ada.call(api.datasets.privatePage, { current_page: 1, page_size: 10 })
  expect(list).toMatchObject([{ type: 'file', name: 'Open.pdf', paper: { id: paper_id } }])

  // Somebody else has the same bytes, and no second parse.
  const second = await bob.call(ingestion.parseFile, { paper_id })
  expect(second).toMatchObject({ state: 'ready', parse_id: first.parse_id })
  expect(second.document_id).not.toBe(first.document_id)
})

test('identifiers lead to the archive however they are written, and only to addresses of the web', async () => {
  const pmc = 'https://europepmc.org/articles/PMC7000001?pdf=render'
  const { app, ada, asked } = await scene({ [pmc]: '%PDF-1.4 text' })
  const [paper_id = ''] = await addPapers(app.base, [
    {
      title: 'Open',
      pdf_url: 'ftp://old.example/a.pdf',
      external_ids: { arxiv: 'arXiv:2101.00001', pmcid: '7000001' },
    },
  ])
  expect(await ada.call(ingestion.parseFile, { paper_id })).toMatchObject({ state: 'queued' })
  expect(asked).toEqual(['https://arxiv.org/pdf/2101.00001', pmc])
})

test('a paper without an open file says so, and a page instead of a PDF is no file', async () => {
  const { app, ada } = await scene({ 'https://pages.example/a': '<html>log in</html>' })
  const [closed = '', page = ''] = await addPapers(app.base, [
    'Closed',
    { title: 'Page', pdf_url: 'https://pages.example/a' },
  ])
  expect(await ada.refusal(ingestion.parseFile, { paper_id: closed })).toMatchObject({
    status: 422,
    problem: 'paper.no_open_file',
  })
  expect(await ada.refusal(ingestion.parseFile, { paper_id: page })).toMatchObject({
    status: 502,
    problem: 'paper.file_failed',
  })
  expect(await ada.refusal(ingestion.parseFile, { paper_id: 'nobody' })).toMatchObject({ status: 404 })
  expect(await app.base.db.selectFrom('documents').select('id').execute()).toEqual([])
})
