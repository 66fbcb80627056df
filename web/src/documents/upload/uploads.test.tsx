import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { fileOf, parsingOf } from '../../testing/datasets.ts'
import { fakeServer, ok, person, refused } from '../../testing/fake-server.ts'
import { press, showAt } from '../../testing/show.tsx'
import { addUploads, discardUploads, pauseUploads, reattachFiles, resumeUploads } from './run-uploads.ts'
import { UploadCard, UploadTray } from './upload-tray.tsx'
import { allUploads, changeUpload } from './uploads.state.ts'

const CHECK = 'POST /api/dataset/document/check/d1'
const ADD = 'POST /api/dataset/document/autoSplitSave/d1'
const PROGRESS = 'GET /api/dataset/d1/document/progress'
const target = { dataset_id: 'd1', dataset_name: '骨干网络', folder_id: null }
const MB = 1024 * 1024
const room = { files: 100, file_bytes: 200 * MB, bytes: 1_000 * MB }

let server: ReturnType<typeof fakeServer>
let sent: string[]

const checked = (state = 'new', over: object = {}) =>
  ok({ files: [{ state, document_id: null, name: null, ...over }], room })
const added = (id: string, outcome = 'added') =>
  ok({
    results: [
      { index: 0, name: `${id}.pdf`, outcome, document: fileOf(id, `${id}.pdf`), problem: null, message: '' },
    ],
  })

beforeEach(() => {
  setUserInfo(person)
  sent = []
  server = fakeServer({
    [CHECK]: () => checked(),
    [ADD]: ({ body }) => {
      const file = body instanceof FormData ? body.get('file') : null
      const name = file instanceof File ? file.name : ''
      sent.push(name)
      return added(name.replace('.pdf', ''))
    },
    [PROGRESS]: ({ query }) =>
      ok(
        query.getAll('document_ids').map((id) => fileOf(id, id, { state: 'parsing', parsing: parsingOf() })),
      ),
  })
})
afterEach(async () => {
  cleanup()
  await discardUploads()
})

const found = (...names: string[]) => names.map((name) => ({ file: new File([name], name), way: [] }))
const states = () => allUploads().map(({ state }) => state)
const settled = () => waitFor(() => expect(states().every((state) => state === 'arrived')).toBe(true))

test('files are sent three at a time, each with its way below the folder', async () => {
  let most = 0
  let open = 0
  const add = server.handlers[ADD]
  server.handlers[ADD] = async (request) => {
    open += 1
    most = Math.max(most, open)
    await Promise.resolve()
    open -= 1
    return add ? add(request) : added('x')
  }
  addUploads(
    { ...target, folder_id: 'f1' },
    found('a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf').map((each, at) =>
      at === 0 ? { ...each, way: ['论文', '2023'] } : each,
    ),
  )
  await settled()
  expect(sent.toSorted()).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'])
  expect(most).toBeLessThanOrEqual(3)
  const first = server.asked(ADD).find(({ query }) => query.has('paths'))
  expect(first?.query.get('paths')).toBe('论文/2023/a.pdf')
  expect(first?.query.get('folder_id')).toBe('f1')
})

test('what the base has already sends no bytes, and what is in the bin comes back', async () => {
  server.handlers['POST /api/dataset/document/file_operate/o2'] = () => ok(fileOf('o2', 'b.pdf'))
  let asked = 0
  server.handlers[CHECK] = ({ body }) => {
    const { files } = body as { files: { sha256?: string }[] }
    if (!files[0]?.sha256) return checked()
    asked += 1
    return asked === 1 ? checked('there', { document_id: 'o1' }) : checked('in_bin', { document_id: 'o2' })
  }
  showAt('/home', <UploadTray />)
  addUploads(target, found('a.pdf', 'b.pdf'))
  await settled()
  expect(sent).toEqual([])
  expect(server.bodies('POST /api/dataset/document/file_operate/o2')).toEqual([{ operation: 'restore' }])
  expect(await screen.findByText('已在库中')).toBeTruthy()
})

test('a file that there is no room for is told before it is read or sent', async () => {
  server.handlers[CHECK] = () => ok({ files: [], room: { ...room, file_bytes: 3 } })
  showAt('/home', <UploadTray />)
  addUploads(target, found('large.pdf'))
  expect(await screen.findByText('单个文件不能超过 3 B')).toBeTruthy()
  expect(server.asked(CHECK)).toHaveLength(1)
  expect(sent).toEqual([])
})

test('a paused file stays where it is until somebody goes on with it', async () => {
  server.handlers[ADD] = () => new Promise(() => undefined)
  addUploads(target, found('a.pdf'))
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(1))
  pauseUploads(allUploads().map(({ key }) => key))
  expect(states()).toEqual(['paused'])
  server.handlers[ADD] = () => added('a')
  resumeUploads(allUploads().map(({ key }) => key))
  await settled()
})

test('a refusal says why and can be tried again', async () => {
  server.handlers[ADD] = () =>
    refused(415, { problem: 'document.unknown_format' }, '不支持这种文件：CAJ 文件请另存为 PDF')
  showAt('/home', <UploadTray />)
  addUploads(target, found('a.caj'))
  expect(await screen.findByText('不支持这种文件：CAJ 文件请另存为 PDF')).toBeTruthy()
  server.handlers[ADD] = () => added('a')
  await press('重试：a.caj')
  await settled()
})

test('without a connection a file waits, and says so', async () => {
  server.handlers[ADD] = () => Promise.reject(new TypeError('Failed to fetch'))
  showAt('/home', <UploadTray />)
  addUploads(target, found('a.pdf'))
  expect(await screen.findByText('连接断开，恢复后自动继续')).toBeTruthy()
  server.handlers[ADD] = () => added('a')
  await press('重试：a.pdf')
  await settled()
})

test('a file that the browser has lost is asked for again, and only the right one goes on', async () => {
  server.handlers[CHECK] = () => new Promise(() => undefined)
  addUploads(target, found('a.pdf'))
  const [upload] = allUploads()
  changeUpload(upload?.key ?? '', { state: 'lost', file: undefined })
  showAt('/home', <UploadTray />)
  expect(await screen.findByText('1 个文件需要重新选择')).toBeTruthy()
  server.handlers[CHECK] = () => checked()
  expect(reattachFiles([new File(['something else'], 'a.pdf')])).toBe(1)
  expect(states()).toEqual(['lost'])
})

test('a server with its hands full is sent nothing, and everything else waits with the first', async () => {
  server.handlers[CHECK] = () =>
    ok({ files: [{ state: 'new', document_id: null, name: null }], room: { ...room, files: 0 } })
  showAt('/home', <UploadTray />)
  addUploads(target, found(...Array.from({ length: 9 }, (_, at) => `${at}.pdf`)))
  expect((await screen.findAllByText('正在处理的文件很多，等其中一些处理完再继续')).length).toBeGreaterThan(0)
  await waitFor(() => expect(states().filter((state) => state === 'checking')).toEqual([]))
  expect(states().filter((state) => state === 'waiting').length).toBeGreaterThan(5)
  expect(sent).toEqual([])
})

test('a file that cannot be read any more is asked for, not taken for a lost connection', async () => {
  const [gone] = found('a.pdf')
  if (!gone) throw new Error('no file')
  gone.file.slice = () => {
    const part = new Blob()
    part.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'))
    return part
  }
  showAt('/home', <UploadTray />)
  addUploads(target, [gone])
  expect(await screen.findByText('请重新选择这个文件')).toBeTruthy()
})

test('a file that is sent as the full text of a paper becomes that, and says so where it does not', async () => {
  const OPERATE = 'POST /api/dataset/document/file_operate/a'
  server.handlers[OPERATE] = () => ok(fileOf('a', 'a.pdf'))
  addUploads({ ...target, paper_id: 'p1' }, found('a.pdf'))
  await settled()
  expect(server.bodies(OPERATE)).toEqual([{ operation: 'accept_paper', paper_id: 'p1' }])
  server.handlers[OPERATE] = () => refused(409, { problem: 'document.paper_has_file' }, '已有全文')
  addUploads({ ...target, paper_id: 'p1' }, found('a.pdf'))
  await waitFor(() => expect(states().at(-1)).toBe('failed'))
  expect(allUploads().at(-1)?.problem).toBe('文件已上传，但没有作为这篇文献的全文：已有全文')
})

test('beside a list what has come is said once: the lines go, those of files that were there before stay', async () => {
  server.handlers[ADD] = () => new Promise(() => undefined)
  showAt('/home', <UploadCard dataset_id="d1" />)
  addUploads(target, found('new.pdf', 'old.pdf'))
  expect(await screen.findByText('new.pdf')).toBeTruthy()
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(2))
  const [fresh, old] = allUploads()
  changeUpload(fresh?.key ?? '', { state: 'arrived', outcome: 'new' })
  expect(screen.getByText('new.pdf')).toBeTruthy()
  changeUpload(old?.key ?? '', { state: 'arrived', outcome: 'there' })
  expect(await screen.findByText('2 个文件已上传')).toBeTruthy()
  expect(screen.queryByText('new.pdf')).toBeNull()
  expect(screen.getByText('old.pdf')).toBeTruthy()
  expect(screen.getByText('已在库中')).toBeTruthy()
})

const REPLACE = 'POST /api/dataset/document/file_operate/old'
const taken = (may_replace = true) => checked('new', { same_name: { document_id: 'old', may_replace } })

/** A base in which every name is taken; files arrive in parts where they replace another one. */
function takeNames(): void {
  server.handlers[CHECK] = () => taken()
  server.handlers['POST /api/upload/large_file_upload'] = () =>
    ok({ id: 'up1', name: 'a.pdf', size: 5, offset: 0, done: false })
  server.handlers[REPLACE] = () => ok(fileOf('old', 'a.pdf'))
}

test('a file whose name is taken is asked about, and kept beside the old one where the person says so', async () => {
  takeNames()
  showAt('/home', <UploadTray />)
  addUploads({ ...target, folder_id: 'f1' }, [{ ...found('a.pdf')[0], way: ['论文'] } as never])
  await press('两份都保留')
  await settled()
  expect(sent).toEqual(['a.pdf'])
  expect(server.bodies(CHECK).at(-1)).toMatchObject({ folder_id: 'f1', files: [{ path: '论文/a.pdf' }] })
  expect(server.asked(ADD).map(({ query }) => query.get('on_same_name'))).toEqual(['keep'])
})

test('one answer holds for the rest where the person says so, also for files that are not asked about yet', async () => {
  takeNames()
  showAt('/home', <UploadTray />)
  addUploads(target, found('a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'))
  await press(/^对其余文件同样处理/, 'checkbox')
  await press('跳过')
  await waitFor(() => expect(allUploads()).toEqual([]))
  expect(sent).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('of several files each is asked about where no answer holds for the rest', async () => {
  takeNames()
  showAt('/home', <UploadTray />)
  addUploads(target, found('a.pdf', 'b.pdf'))
  await waitFor(() => expect(states()).toEqual(['asking', 'asking']))
  await press('跳过')
  expect(allUploads().map(({ name, state }) => [name, state])).toEqual([['b.pdf', 'asking']])
  await press('两份都保留')
  await settled()
  expect(sent).toEqual(['b.pdf'])
})

test('a file that came to the name meanwhile is asked about too, not passed over in silence', async () => {
  let isTaken = false
  server.handlers[CHECK] = () => (isTaken ? taken() : checked('new', { same_name: null }))
  server.handlers[ADD] = () => {
    isTaken = true
    return refused(409, { problem: 'document.same_name' }, '已有同名文件')
  }
  addUploads(target, found('a.pdf'))
  await waitFor(() => expect(states()).toEqual(['asking']))
  expect(server.asked(ADD)[0]?.query.get('on_same_name')).toBe('refuse')
})

test("what is somebody else's is not offered to be replaced, and a question that was closed can be asked again", async () => {
  takeNames()
  server.handlers[CHECK] = () => taken(false)
  showAt('/home', <UploadTray />)
  addUploads(target, found('a.pdf'))
  expect(await screen.findByText(/只有本人和管理者可以替换/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '替换旧文件' })).toHaveProperty('disabled', true)
  await press('关闭')
  expect(states()).toEqual(['asking'])
  await press('处理同名文件')
  await press('跳过')
  expect(allUploads()).toEqual([])
})

test('files of a folder whose kinds are not taken are named in one sentence, by kind', async () => {
  server.handlers[ADD] = ({ body }) => {
    const file = body instanceof FormData ? body.get('file') : null
    const name = file instanceof File ? file.name : ''
    return name.endsWith('.pdf')
      ? added(name.replace('.pdf', ''))
      : refused(415, { problem: 'document.unknown_format' }, '不支持这种文件')
  }
  showAt('/home', <UploadTray />)
  addUploads(target, found('a.mrc', 'b.pdf', 'c.MRC', '.iso', 'd.iso', 'e', 'f.mrc'))
  expect(
    await screen.findByText('有 6 个文件的格式不支持，没有上传：.mrc 3 个、没有扩展名的 2 个、.iso 1 个'),
  ).toBeTruthy()
  expect(screen.getByText('1 个已上传，6 个没有上传')).toBeTruthy()
})
