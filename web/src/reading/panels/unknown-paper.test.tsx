import { api, type OutputOf } from '@scinav/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { fileOf } from '../../testing/datasets.ts'
import { fakeServer, ok, person } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { readableOf } from '../../testing/reading.ts'
import { lastToast, pageOf, press, showAt } from '../../testing/show.tsx'
import { UnknownPaper } from './unknown-paper.tsx'

type Readable = OutputOf<typeof api.reading.open>

const SEARCH = `${api.papers.search.method} ${api.papers.search.path}`
const OPERATE = 'POST /api/dataset/document/file_operate/d1'
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  setUserInfo(person)
  server = fakeServer({
    [SEARCH]: () => ok({ ...pageOf([{ ...paperOf('p1', '界面阻抗的测量'), highlights: [] }]), facets: [] }),
    [OPERATE]: () => ok(fileOf('d1', '界面阻抗.pdf')),
  })
})
afterEach(cleanup)

/** A file of a base in which the reader has a role. */
const fileAs = (my_role: number, over: object = {}) =>
  readableOf({
    paper: null,
    title: '界面阻抗的测量',
    document: {
      ...fileOf('d1', '界面阻抗.pdf', { title: '界面阻抗的测量', ...over }),
      dataset_name: '清单',
      my_role,
    },
  }) as unknown as Readable

test('the paper that a file is, is looked for by its title and chosen', async () => {
  showAt('/', <UnknownPaper readable={fileAs(3)} />)
  await press('在本馆文献中查找这一篇')
  await press(/^界面阻抗的测量/)
  await press('就是这一篇')
  await waitFor(() => expect(server.bodies(OPERATE)).toEqual([{ operation: 'accept_paper', paper_id: 'p1' }]))
  expect(server.bodies(SEARCH)).toMatchObject([{ query: '界面阻抗的测量' }])
  await waitFor(() => expect(lastToast()?.text).toBe('已对上本馆文献'))
})

test('who may not change the file is not offered to choose', () => {
  for (const readable of [fileAs(4), fileAs(3, { creator_id: 'u2' })]) {
    showAt('/', <UnknownPaper readable={readable} />)
    expect(screen.queryByRole('button', { name: '在本馆文献中查找这一篇' })).toBeNull()
    cleanup()
  }
})
