import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, ok, refused, type SeenRequest } from '../testing/fake-server.ts'
import { useUploads } from './running-uploads.state.ts'
import { PART_BYTES, type UploadPosition, uploadParts } from './upload-parts.ts'

const SIZE = PART_BYTES + 100
const BEGIN = 'POST /api/upload'
const STATE = 'GET /api/upload/p1'
const PART = 'PUT /api/upload/p1'
const file = new File([new Uint8Array(SIZE)], 'works.ris')

let arrived: number
let server: ReturnType<typeof fakeServer>
let progress: number[]
let place: UploadPosition
let pause: AbortController

const upload = () => ok({ id: 'p1', name: 'works.ris', size: SIZE, offset: arrived, done: arrived === SIZE })
const take = ({ query, body }: SeenRequest) => {
  if (Number(query.get('offset')) !== arrived) return refused(409, { problem: 'upload.wrong_offset' })
  arrived += (body as Blob).size
  return upload()
}
const offsets = () => server.asked(PART).map(({ query }) => Number(query.get('offset')))

beforeEach(() => {
  vi.useFakeTimers()
  arrived = 0
  progress = []
  place = { upload_id: undefined }
  pause = new AbortController()
  server = fakeServer({ [BEGIN]: upload, [STATE]: upload, [PART]: take })
})
afterEach(() => {
  vi.useRealTimers()
})

async function send(signal = pause.signal) {
  const done = uploadParts(file, place, { onProgress: (sent) => progress.push(sent), signal })
  await vi.advanceTimersByTimeAsync(120_000)
  return done
}

test('a file goes up part by part, and its progress is told', async () => {
  const answer = await send()
  expect(answer).toMatchObject({ success: true, data: { id: 'p1', done: true } })
  expect(offsets()).toEqual([0, PART_BYTES])
  expect(progress.at(0)).toBe(0)
  expect(progress.at(-1)).toBe(SIZE)
  expect(server.asked(BEGIN)[0]?.body).toEqual({ name: 'works.ris', size: SIZE })
  expect(server.asked(PART)[0]?.headers).toMatchObject({ 'x-login-type': 'front' })
})

test('while it runs it counts as an upload, afterwards no longer', async () => {
  const running: number[] = []
  server.handlers[PART] = (request) => {
    running.push(useUploads.getState().running)
    return take(request)
  }
  await send()
  expect(running).toEqual([1, 1])
  expect(useUploads.getState().running).toBe(0)
})

test('a lost connection is gone on from where the server stands', async () => {
  let lost = false
  server.handlers[PART] = (request) => {
    if (lost || arrived === 0) return take(request)
    lost = true
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  expect(await send()).toMatchObject({ success: true })
  expect(offsets()).toEqual([0, PART_BYTES, PART_BYTES])
  expect(server.asked(BEGIN)).toHaveLength(1)
})

test('a pause keeps what has arrived, and the next call goes on after it', async () => {
  server.handlers[PART] = (request) => {
    const answer = take(request)
    pause.abort()
    return answer
  }
  expect(await send()).toMatchObject({ success: false, problem: 'cancelled' })
  expect(place.upload_id).toBe('p1')

  server.handlers[PART] = take
  expect(await send(new AbortController().signal)).toMatchObject({ success: true })
  expect(offsets()).toEqual([0, PART_BYTES])
})

test('an upload the server has forgotten begins again', async () => {
  place.upload_id = 'old'
  server.handlers['GET /api/upload/old'] = () => refused(404, { problem: 'upload.not_found' })
  expect(await send()).toMatchObject({ success: true })
  expect(place.upload_id).toBe('p1')
})

test('what the server refuses for good is the answer at once', async () => {
  server.handlers[BEGIN] = () => refused(400, { problem: 'input.invalid' }, '文件不能超过 1 GB')
  expect(await send()).toMatchObject({ success: false, message: '文件不能超过 1 GB' })
  expect(server.asked(BEGIN)).toHaveLength(1)
})

test.each([
  [429, 'upload.too_many', '正在上传和等待处理的文件最多 200 个'],
  [507, 'disk.full', '磁盘已满，没有保存'],
])('a full place (%i) is said at once, without five tries', async (status, problem, message) => {
  server.handlers[BEGIN] = () => refused(status, { problem }, message)
  expect(await send()).toMatchObject({ success: false, message })
  expect(server.asked(BEGIN)).toHaveLength(1)
})

test('a connection that stays lost fails after five tries', async () => {
  server.handlers[PART] = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await send()).toMatchObject({ success: false, problem: 'network' })
  expect(server.asked(PART)).toHaveLength(5)
})
