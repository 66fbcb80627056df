import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type OpenDatabase, openPostgres, openSqlite } from '../db/open.ts'

/** An empty database with the schema in place, of the kind that `TEST_DATABASE` names. */
export function freshDatabase(folder: string): Promise<OpenDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? freshPostgres() : freshSqlite(folder)
}

let template: Promise<string> | undefined

/** The migrations run once a process; every database is a copy of that file. */
async function freshSqlite(folder: string): Promise<OpenDatabase> {
  template ??= makeTemplate()
  const file = join(folder, 'scinav.db')
  copyFileSync(await template, file)
  return openSqlite(file)
}

async function makeTemplate(): Promise<string> {
  const file = join(tmpdir(), `scinav-template-${process.pid}-${process.env.VITEST_POOL_ID ?? 0}.db`)
  if (existsSync(file)) return file
  mkdirSync(tmpdir(), { recursive: true })
  const opened = await openSqlite(`${file}.new`)
  await opened.close()
  renameSync(`${file}.new`, file)
  return file
}

let postgresTemplate: Promise<string> | undefined
let count = 0

async function freshPostgres(): Promise<OpenDatabase> {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('TEST_POSTGRES_URL is missing: run the tests through `npm test`')
  const prefix = `test_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}`
  postgresTemplate ??= makePostgresTemplate(url, `${prefix}_template`)
  count += 1
  const name = `${prefix}_${count}`
  await onServer(url, `create database ${name} template ${await postgresTemplate}`)
  const opened = await openPostgres(databaseUrl(url, name))
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await onServer(url, `drop database ${name}`)
    },
  }
}

async function makePostgresTemplate(url: string, name: string): Promise<string> {
  await onServer(url, `create database ${name}`)
  const opened = await openPostgres(databaseUrl(url, name))
  await opened.close()
  return name
}

function databaseUrl(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
