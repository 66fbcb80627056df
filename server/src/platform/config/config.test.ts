import { expect, test } from 'vitest'
import { counterStore, leaveMs, readConfig } from './config.ts'
import { ownFolder } from './process-folders.ts'

const DATABASE_URL = 'postgres://scinav@db.example.edu.cn/scinav'
const read = (env: Record<string, string>) => readConfig({ CONFIG_FILE: '', ...env })

test('web and worker are told apart only where they can share a database', () => {
  for (const ROLE of ['web', 'worker']) {
    expect(() => read({ ROLE })).toThrow(/ROLE：内置数据库只由一个进程使用.*DATABASE_URL/)
    expect(read({ ROLE, DATABASE_URL })).toMatchObject({ ROLE })
  }
  expect(read({})).toMatchObject({ ROLE: 'all' })
  expect(() => read({ ROLE: 'leader', DATABASE_URL })).toThrow(/ROLE：应是 all、web 或 worker/)
  expect(() => read({ INDEX_DIR: '/index' })).toThrow(/INDEX_DIR：只在设置了 DATABASE_URL 时使用/)
})

test('a process has its indexes in the data folder, or where it is told to', () => {
  expect(ownFolder(read({ DATA_DIR: '/shared' }))).toBe('/shared')
  expect(ownFolder(read({ DATA_DIR: '/shared', INDEX_DIR: '/own', DATABASE_URL }))).toBe('/own')
})

test('who answers beside others counts requests with them, unless it is said otherwise', () => {
  expect(counterStore(read({}))).toBe('memory')
  expect(counterStore(read({ ROLE: 'web', DATABASE_URL }))).toBe('database')
  expect(counterStore(read({ ROLE: 'web', DATABASE_URL, RATE_LIMIT_STORE: 'memory' }))).toBe('memory')
  expect(counterStore(read({ RATE_LIMIT_STORE: 'database' }))).toBe('database')
})

test('who answers beside others answers on for a second when it leaves, unless it is said otherwise', () => {
  expect(leaveMs(read({}))).toBe(0)
  expect(leaveMs(read({ DATABASE_URL }))).toBe(0)
  expect(leaveMs(read({ ROLE: 'worker', DATABASE_URL }))).toBe(0)
  expect(leaveMs(read({ ROLE: 'web', DATABASE_URL }))).toBe(1_000)
  expect(leaveMs(read({ ROLE: 'web', DATABASE_URL, LEAVE_SECONDS: '0' }))).toBe(0)
  expect(leaveMs(read({ LEAVE_SECONDS: '2.5' }))).toBe(2_500)
  expect(() => read({ LEAVE_SECONDS: '301' })).toThrow(/LEAVE_SECONDS：至多 300/)
})
