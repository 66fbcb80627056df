import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('who asks for a defence there is not is told which there are, in one sentence', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/defences.ts', 'nothing'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(/^No defence keeps off nothing\. There are: 9, .*\.$/)
})
