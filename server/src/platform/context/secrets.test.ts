import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { readConfig } from '../config/config.ts'
import { openSecret, sealSecret } from './secrets.ts'

function installation() {
  const folder = newFolder()
  return { folder, config: readConfig({ DATA_DIR: join(folder, 'data') }) }
}

test('a sealed secret opens again, and looks different every time', () => {
  const ctx = installation()
  const first = sealSecret(ctx, '密钥 sk-1234')
  expect(openSecret(ctx, first)).toBe('密钥 sk-1234')
  expect(first).not.toContain('sk-1234')
  expect(sealSecret(ctx, '密钥 sk-1234')).not.toBe(first)
})

test('the key lies in a file that nobody else can read, and nothing else stays beside it', () => {
  const ctx = installation()
  sealSecret(ctx, 'x')
  expect(statSync(join(ctx.folder, 'data', 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(ctx.folder, 'data', 'secret.key'))).toHaveLength(32)
})

test('a changed secret, another key and a missing key all ask for the secret again', () => {
  const ctx = installation()
  const sealed = sealSecret(ctx, 'sk-1234')
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(() => openSecret(ctx, changed)).toThrow('请管理员重新填写')
  expect(() => openSecret(ctx, 'v1.')).toThrow('请管理员重新填写')
  writeFileSync(join(ctx.folder, 'data', 'secret.key'), Buffer.alloc(32))
  expect(() => openSecret(ctx, sealed)).toThrow('请管理员重新填写')
  rmSync(join(ctx.folder, 'data', 'secret.key'))
  expect(() => openSecret(ctx, sealed)).toThrow('请管理员重新填写')
})
