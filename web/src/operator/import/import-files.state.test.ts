import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import {
  addImportFiles,
  pauseImportFile,
  removeImportFiles,
  resumeImportFile,
  useImportFiles,
} from './import-files.state.ts'

const file = (name: string) => new File(['TY  - JOUR'], name)
const files = () => useImportFiles.getState().files
const states = () => files().map(({ state }) => state)

/** Parts wait here until the test lets them through. */
let gates: (() => void)[]
let server: ReturnType<typeof fakeServer>

const upload = (id: string, done: boolean) => ok({ id, name: id, size: 10, offset: done ? 10 : 0, done })

beforeEach(() => {
  gates = []
  let count = 0
  server = fakeServer({})
  server.handlers['POST /api/upload'] = () => {
    count += 1
    const id = `p${count}`
    server.handlers[`GET /api/upload/${id}`] = () => upload(id, false)
    server.handlers[`PUT /api/upload/${id}`] = () =>
      new Promise((resolve) => {
        gates.push(() => resolve(upload(id, true)))
      })
    return upload(id, false)
  }
  removeImportFiles(files().map(({ key }) => key))
})

const parts = (number: number) => waitFor(() => expect(gates).toHaveLength(number))

test('three files go up at a time, and the next begins when one has arrived', async () => {
  addImportFiles(['a.ris', 'b.ris', 'c.ris', 'd.ris'].map(file))
  await parts(3)
  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting'])
  gates[0]?.()
  await parts(4)
  expect(states()).toEqual(['arrived', 'uploading', 'uploading', 'uploading'])
  for (const open of gates) open()
  await waitFor(() => expect(new Set(states())).toEqual(new Set(['arrived'])))
})

test('a paused file goes on under the same upload', async () => {
  addImportFiles([file('a.ris')])
  await parts(1)
  const key = files()[0]?.key ?? 0
  pauseImportFile(key)
  resumeImportFile(key)
  await parts(2)
  gates[1]?.()
  await waitFor(() => expect(states()).toEqual(['arrived']))
  expect(server.asked('POST /api/upload')).toHaveLength(1)
})

test('a refused file says why and can be tried again', async () => {
  const begin = server.handlers['POST /api/upload']
  server.handlers['POST /api/upload'] = () =>
    refused(400, { problem: 'input.invalid', issues: [{ path: 'size', message: '文件是空的' }] })
  addImportFiles([file('a.ris')])
  await waitFor(() => expect(files()[0]).toMatchObject({ state: 'failed', problem: '文件是空的' }))
  if (begin) server.handlers['POST /api/upload'] = begin
  resumeImportFile(files()[0]?.key ?? 0)
  await parts(1)
  gates[0]?.()
  await waitFor(() => expect(states()).toEqual(['arrived']))
})

test('a file taken out of the list makes room for the next', async () => {
  addImportFiles(['a.ris', 'b.ris', 'c.ris', 'd.ris'].map(file))
  await parts(3)
  removeImportFiles([files()[1]?.key ?? 0])
  await parts(4)
  expect(files().map(({ file }) => file.name)).toEqual(['a.ris', 'c.ris', 'd.ris'])
  for (const open of gates) open()
  await waitFor(() => expect(new Set(states())).toEqual(new Set(['arrived'])))
})
