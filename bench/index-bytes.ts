import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from '../search/src/index/files.ts'
import type { SectionName } from '../search/src/index/layout.ts'
import { sectionBytes } from '../search/src/index/segment-bytes.ts'

/** Returns the bytes of the files of a folder whose names match. */
export const bytesOf = (folder: string, name = /./): number =>
  readdirSync(folder)
    .filter((file) => name.test(file))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)

/** What the sections of a segment hold together. */
const STRUCTURES: Record<string, readonly SectionName[]> = {
  'papers of postings': ['docs'],
  'impacts of postings': ['impacts'],
  'fields of postings': ['masks'],
  dictionary: ['dict_bytes', 'dict_blocks'],
  'starts of positions': ['position_blocks'],
  positions: ['positions'],
}

/** Returns the bytes a paper of an index by what they hold, uncompressed; what `STRUCTURES` leaves are the columns. */
export function bytesByStructure(folder: string): [what: string, bytes: number][] {
  const segments = readManifest(folder)?.segments ?? []
  const papers = segments.reduce((sum, segment) => sum + segment.papers, 0)
  const sizes = segments.map(({ head }) => sectionBytes(head))
  const total = (names: readonly SectionName[]) =>
    names.reduce((sum, name) => sum + sizes.reduce((all, size) => all + size[name], 0), 0) / papers
  const named = Object.values(STRUCTURES).flat()
  const all = sizes[0] ? (Object.keys(sizes[0]) as SectionName[]) : []
  const columns = all.filter((name) => !named.includes(name))
  return [
    ...Object.entries({ ...STRUCTURES, columns }).map(([what, names]): [string, number] => [
      `index: ${what}`,
      total(names),
    ]),
    ['index in memory after opening, by its sections', total(all) - total(['positions'])],
    ['segments on disk', bytesOf(folder, /^segment/) / papers],
    ['names of values on disk', bytesOf(folder, /^values/) / papers],
  ]
}
