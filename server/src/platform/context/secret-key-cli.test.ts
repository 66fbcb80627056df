import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { readConfig } from '../config/config.ts'

test('the command prints the key of the folder, the same every time, and explains itself', () => {
  const file = fileURLToPath(new URL('./secret-key-cli.ts', import.meta.url))
  const DATA_DIR = newFolder()
  const run = (...args: string[]) => {
    const env = { PATH: process.env.PATH, DATA_DIR, CONFIG_FILE: '' }
    return spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' })
  }
  const { stdout } = run('show')
  const [, SECRET_KEY = ''] = stdout.trim().split('SECRET_KEY=')
  expect(readConfig({ CONFIG_FILE: '', SECRET_KEY }).SECRET_KEY).toHaveLength(32)
  expect(run('show').stdout).toBe(stdout)
  expect(run('renew').status).toBe(0)
  expect([run().status, run().stderr]).toEqual([1, expect.stringContaining('npm run secret-key')])
})
