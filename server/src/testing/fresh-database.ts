import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { type OpenDatabase, openDatabase, openPostgres, openSqlite } from '../platform/db/open.ts'
import { createPostgresPool } from '../platform/db/postgres-pool.ts'
import { TABLES } from '../platform/db/tables.ts'
import { lendPool } from './lent-pool.ts'

interface TestDatabase extends OpenDatabase {
  /** Address of the database on PostgreSQL. */
  url: string | undefined
}

/** An existing database: its folder, and on PostgreSQL its address. */
export interface DatabasePlace {
  folder: string
  url: string | undefined
}

/** Creates an empty database with the schema, of the kind that `TEST_DATABASE` names. */
export function freshDatabase(folder: string): Promise<TestDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? freshPostgres() : freshSqlite(folder)
}

/** Opens an existing database. */
export async function existingDatabase(place: DatabasePlace): Promise<TestDatabase> {
  return { ...(await openDatabase(place)), url: place.url }
}

/** Creates a PostgreSQL database without tables and returns its address; it is removed with the cluster. */
export async function emptyPostgres(): Promise<string> {
  const url = serverUrl()
  databaseCount += 1
  const name = `${databasePrefix()}_${databaseCount}`
  await queryServer(url, `create database ${name}`)
  return databaseUrl(url, name)
}

/** Copies a PostgreSQL database that nobody is connected to; returns the address of the copy. */
export async function copyPostgres(url: string): Promise<string> {
  const server = serverUrl()
  return databaseUrl(server, await copyDatabase(server, new URL(url).pathname.slice(1)))
}

let sqliteTemplate: Promise<string> | undefined

/** Migrations run once per process; every SQLite database is a copy of that file. */
async function freshSqlite(folder: string): Promise<TestDatabase> {
  sqliteTemplate ??= createTemplate()
  const file = join(folder, 'scinav.db')
  copyFileSync(await sqliteTemplate, file)
  const opened = await openSqlite(file)
  // These databases need not survive a power failure; drills with kills open theirs as the product does.
  await sql`pragma synchronous = off`.execute(opened.db)
  return { ...opened, url: undefined }
}

async function createTemplate(): Promise<string> {
  const file = join(tmpdir(), `scinav-template-${process.pid}-${process.env.VITEST_POOL_ID ?? 0}.db`)
  if (existsSync(file)) return file
  mkdirSync(tmpdir(), { recursive: true })
  const opened = await openSqlite(`${file}.new`)
  await opened.close()
  renameSync(`${file}.new`, file)
  return file
}

let databaseCount = 0

const databasePrefix = () => `test_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}`

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('TEST_POSTGRES_URL is missing: run the tests through `npm test`')
  return url
}

const TEMPLATE_DATABASE = 'scinav_template'

interface ReusableDatabase {
  name: string
  /** Connections that know the tables already. */
  pool: PostgresPool
}

/**
 * Emptied databases that tests of this process have left for reuse: creating one costs twenty times as much as emptying
 * one, and new connections have to read the catalog first.
 */
const reusableDatabases: ReusableDatabase[] = []

/** Prepares a cluster for `freshDatabase`: migrations run once, and every database starts as a copy. */
export async function preparePostgres(url: string): Promise<void> {
  await queryServer(url, `create database ${TEMPLATE_DATABASE}`)
  const opened = await openPostgres(databaseUrl(url, TEMPLATE_DATABASE))
  await opened.close()
}

async function freshPostgres(): Promise<TestDatabase> {
  const server = serverUrl()
  const { name, pool } = reusableDatabases.pop() ?? (await newReusableDatabase(server))
  const url = databaseUrl(server, name)
  const opened = await openPostgres(url, lendPool(pool))
  return {
    ...opened,
    url,
    close: async () => {
      await opened.close()
      const [emptied] = await queryServer(url, DELETE_ALL_ROWS_SQL)
      if (emptied) return void reusableDatabases.push({ name, pool })
      await pool.end()
      await disconnect(url)
      await queryServer(server, `drop database ${name}`)
    },
  }
}

async function newReusableDatabase(server: string): Promise<ReusableDatabase> {
  const name = await copyDatabase(server, TEMPLATE_DATABASE)
  return { name, pool: createPostgresPool(databaseUrl(server, name)) }
}

async function copyDatabase(url: string, template: string): Promise<string> {
  databaseCount += 1
  const name = `${databasePrefix()}_${databaseCount}`
  await queryServer(url, `create database ${name} template ${template}`)
  return name
}

/**
 * Deletes all rows except the names of migrations, with foreign keys disabled; a table whose file is empty has had none.
 * Returns no row when a test has removed a table or left a new one.
 */
const DELETE_ALL_ROWS_SQL = `
  do $$
  declare found record;
  begin
    set local session_replication_role = replica;
    for found in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
        and pg_relation_size(oid) > 0 loop
      execute format('delete from %I', found.relname);
    end loop;
  end $$;
  select 'whole' as name where (
    select array_agg(tablename::text order by tablename) from pg_tables
    where schemaname = 'public' and tablename <> 'migrations'
  ) = array[${TABLES.toSorted()
    .map((name) => `'${name}'`)
    .join(', ')}]`

function databaseUrl(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** By address, the connection of this process for work outside of tests. */
const connections = new Map<string, pg.Pool>()

function serverConnection(url: string): pg.Pool {
  const there = connections.get(url)
  if (there) return there
  // The connection stays open as long as the process, without keeping it alive.
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The cluster stops before the process does.
  pool.on('error', () => {})
  connections.set(url, pool)
  return pool
}

async function disconnect(url: string): Promise<void> {
  await connections.get(url)?.end()
  connections.delete(url)
}

async function queryServer(url: string, statement: string): Promise<{ name: string }[]> {
  // A text of several statements yields a list of results; the last one counts.
  const answers = [await serverConnection(url).query<{ name: string }>(statement)].flat()
  return answers.at(-1)?.rows ?? []
}
