import { blankWork, readWork, type Work } from '@scinav/contract'
import { leftOutOf } from '../../documents/parse-results/index.ts'
import { bytesByIds, storedBytes } from '../../documents/storage/index.ts'
import { baseDocuments } from '../../knowledge/datasets/index.ts'
import { recordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type ArchivedDocument, MOST_LEFT_OUT } from '../archive/format.ts'
import { entryNames } from './entry-names.ts'

type Row = AsyncYield<ReturnType<typeof baseDocuments>>[number]
type AsyncYield<Made> = Made extends AsyncGenerator<infer Item> ? Item : never

/** Names within the archive instead of ids, which mean nothing elsewhere. */
export interface Keys {
  folders: Map<string, string>
  tags: Map<string, string>
  /** Documents in which the caller sees annotations. */
  annotated: Set<string>
}

/** A document as the archive tells it, with what is needed to pack the rest. */
export interface PackedDocument {
  id: string
  bytes_id: string | null
  line: ArchivedDocument
}

/** The documents of a dataset, some at a time, in the order in which they were added. */
export async function* packedDocuments(
  ctx: Context,
  dataset_id: string,
  keys: Keys,
): AsyncGenerator<PackedDocument[]> {
  const nameOf = entryNames('files')
  const paths = new Map<string, string>()
  let count = 0
  for await (const rows of baseDocuments(ctx, dataset_id)) {
    const works = await worksOf(ctx, rows)
    const files = await filesOf(ctx, rows)
    const left = await leftOutOf(
      ctx,
      rows.map(({ id }) => id),
    )
    for (const { id, name } of rows.flatMap((row) => thereOf(row, files)))
      if (!paths.has(id)) paths.set(id, nameOf(name))
    yield rows.map((row) => {
      count += 1
      const line = lineOf(row, `d${String(count).padStart(5, '0')}`, keys, works.get(row.id) ?? null)
      return {
        id: row.id,
        bytes_id: row.bytes_id,
        line: {
          ...line,
          file: fileOf(files.get(row.bytes_id ?? ''), paths),
          left_out: (left.get(row.id) ?? [])
            .slice(0, MOST_LEFT_OUT)
            .map(({ quote, ordinal }) => ({ quote, ordinal })),
        },
      }
    })
  }
}

type Files = Awaited<ReturnType<typeof filesOf>>

/** The stored bytes of a document, under its name. */
const thereOf = ({ bytes_id, name }: Row, files: Files) =>
  bytes_id !== null && files.get(bytes_id)?.isThere ? [{ id: bytes_id, name }] : []

function fileOf(
  file: ReturnType<Files['get']>,
  paths: ReadonlyMap<string, string>,
): ArchivedDocument['file'] {
  if (!file) return null
  const { id, sha256, size_bytes, mime } = file
  return { path: paths.get(id) ?? null, sha256, size: Number(size_bytes), mime }
}

function lineOf(
  row: Row,
  key: string,
  keys: Keys,
  work: Work | null,
): Omit<ArchivedDocument, 'file' | 'left_out'> {
  const named = (ids: string[], names: Map<string, string>) =>
    ids.flatMap((id) => names.get(id) ?? []).toSorted()
  return {
    key,
    type: row.type,
    name: row.name,
    named_by_hand: row.named_by_hand === 1,
    added_at: row.created_at,
    folders: named(row.folder_ids, keys.folders),
    tags: named(row.tag_ids, keys.tags),
    work,
    annotations: keys.annotated.has(row.id) ? `annotations/${key}.jsonld` : null,
  }
}

/** Records of what documents are, by document; a paper that the library no longer has is told by its name. */
async function worksOf(ctx: Context, rows: Row[]): Promise<Map<string, Work>> {
  const records = new Map<string, string>()
  for await (const part of recordsByIds(
    ctx,
    rows.flatMap(({ paper_id }) => paper_id ?? []),
  ))
    for (const { id, record } of part) records.set(id, record)
  return new Map(
    rows.flatMap((row): [string, Work][] => {
      const own = row.type === 'paper' || row.record_by_hand === 1 ? row.record : null
      const record = records.get(row.paper_id ?? '') ?? own
      if (record) return [[row.id, readWork(record)]]
      return row.type === 'paper' ? [[row.id, blankWork(row.name, 1)]] : []
    }),
  )
}

async function filesOf(ctx: Context, rows: Row[]) {
  const found = await bytesByIds(
    ctx,
    rows.flatMap(({ bytes_id }) => bytes_id ?? []),
  )
  const files = found.map(async (row) => ({ ...row, isThere: (await storedBytes(ctx, row.id)) !== null }))
  return new Map((await Promise.all(files)).map((file) => [file.id, file]))
}
