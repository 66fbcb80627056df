import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type OpenDatabase, openDatabase, openPostgres, openSqlite } from '../db/open.ts'

interface TestDatabase extends OpenDatabase {
  /** Where it is, on PostgreSQL. */
  url: string | undefined
}

/** A database in place: a folder, and on PostgreSQL its address. */
export interface Place {
  folder: string
  url: string | undefined
}

/** An empty database with the schema in place, of the kind that `TEST_DATABASE` names. */
export function freshDatabase(folder: string): Promise<TestDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? freshPostgres() : freshSqlite(folder)
}

/** The database that is at a place already. */
export async function existingDatabase(place: Place): Promise<TestDatabase> {
  return { ...(await openDatabase(place)), url: place.url }
}

/** The address of a database without any table; it goes with the cluster. */
export async function emptyPostgres(): Promise<string> {
  const url = serverUrl()
  count += 1
  const name = `${prefix()}_${count}`
  await onServer(url, `create database ${name}`)
  return databaseUrl(url, name)
}

let template: Promise<string> | undefined

/** The migrations run once a process; every database is a copy of that file. */
async function freshSqlite(folder: string): Promise<TestDatabase> {
  template ??= makeTemplate()
  const file = join(folder, 'scinav.db')
  copyFileSync(await template, file)
  return { ...(await openSqlite(file)), url: undefined }
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

const prefix = () => `test_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}`

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('TEST_POSTGRES_URL is missing: run the tests through `npm test`')
  return url
}

async function freshPostgres(): Promise<TestDatabase> {
  const url = serverUrl()
  postgresTemplate ??= makePostgresTemplate(url, `${prefix()}_template`)
  count += 1
  const name = `${prefix()}_${count}`
  await onServer(url, `create database ${name} template ${await postgresTemplate}`)
  const opened = await openPostgres(databaseUrl(url, name))
  return {
    ...opened,
    url: databaseUrl(url, name),
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
