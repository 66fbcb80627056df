import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackUpload, useUploads } from '../api/running-uploads.state.ts'
import { REGISTRATION_DELAY_MS, startWorker, UPDATE_INTERVAL_MS } from './service-worker.ts'

class Workers extends EventTarget {
  controller: object | null = null
  waiting = { postMessage: vi.fn() }
  update = vi.fn(async () => undefined)
  register = vi.fn(async () => ({ waiting: this.waiting, update: this.update }))
  takeOver() {
    this.controller = {}
    this.dispatchEvent(new Event('controllerchange'))
  }
}

let workers: Workers
const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  workers = new Workers()
  vi.stubEnv('DEV', false)
  vi.stubGlobal('isSecureContext', true)
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  vi.spyOn(location, 'reload').mockImplementation(reload)
  Object.defineProperty(document, 'readyState', { value: 'complete', configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  reload.mockReset()
  useUploads.setState({ running: 0 })
})

async function start(controller: object | null) {
  workers.controller = controller
  startWorker()
  await vi.advanceTimersByTimeAsync(REGISTRATION_DELAY_MS)
}

test('the worker is registered so that its file is never taken from the cache', async () => {
  await start(null)
  expect(workers.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' })
})

test('the worker fetches nothing while the first screen loads', async () => {
  startWorker()
  await vi.advanceTimersByTimeAsync(REGISTRATION_DELAY_MS - 1)
  expect(workers.register).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(workers.register).toHaveBeenCalledOnce()
})

test('every two hours the browser looks for a new version', async () => {
  await start({})
  expect(UPDATE_INTERVAL_MS).toBe(7_200_000)
  await vi.advanceTimersByTimeAsync(7_199_000)
  expect(workers.update).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(workers.update).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(7_200_000)
  expect(workers.update).toHaveBeenCalledTimes(2)
})

test('a first visit does not reload, the next version then does, once', async () => {
  await start(null)
  workers.takeOver()
  expect(reload).not.toHaveBeenCalled()
  workers.takeOver()
  workers.takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that was loaded under a worker reloads exactly once when a new one takes over', async () => {
  await start({})
  workers.takeOver()
  workers.takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

test('nothing reloads under a running upload; when it has ended, the new version comes', async () => {
  await start({})
  let finish: () => void = () => undefined
  const upload = trackUpload(() => new Promise<void>((resolve) => (finish = resolve)))
  workers.takeOver()
  expect(reload).not.toHaveBeenCalled()
  finish()
  await upload
  expect(reload).toHaveBeenCalledOnce()
})

test('the worker learns whether an upload runs, and is asked again when the last one has ended', async () => {
  await start({})
  expect(workers.waiting.postMessage).toHaveBeenCalledTimes(1)
  const answer = vi.fn()
  const ask = () => {
    const message = new MessageEvent('message', { data: 'uploading?' })
    Object.defineProperty(message, 'ports', { value: [{ postMessage: answer }] })
    workers.dispatchEvent(message)
  }
  await trackUpload(async () => ask())
  ask()
  expect(answer.mock.calls).toEqual([[true], [false]])
  expect(workers.waiting.postMessage).toHaveBeenLastCalledWith('take-over-when-free')
  expect(workers.waiting.postMessage).toHaveBeenCalledTimes(2)
})

test('on plain http at a LAN address there is no worker and no failure', async () => {
  vi.stubGlobal('isSecureContext', false)
  await start(null)
  expect(workers.register).not.toHaveBeenCalled()
})

test('a browser that refuses the worker still gets the page', async () => {
  workers.register.mockRejectedValueOnce(new Error('blocked'))
  await start(null)
  expect(workers.register).toHaveBeenCalled()
})
