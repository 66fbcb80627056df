import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/new-folder.ts'
import { handOver } from './inbox.ts'

test('files are handed over one after another, and none is seen before it is whole', () => {
  const data = newFolder()
  handOver(data, ['/a/one.ris'], 'first')
  handOver(data, ['/a/two.ris', '/a/three.ris'], 'second')

  const inbox = join(data, 'import-inbox')
  expect(readdirSync(inbox).toSorted()).toEqual(['first.json', 'second.json'])
  expect(JSON.parse(readFileSync(join(inbox, 'second.json'), 'utf8'))).toEqual({
    paths: ['/a/two.ris', '/a/three.ris'],
  })
})
