import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ZipPart, zipOf } from './zip-builder.ts'

const main = 'http://schemas.openxmlformats.org'
const spaces = [
  ['w', `${main}/wordprocessingml/2006/main`],
  ['m', `${main}/officeDocument/2006/math`],
  ['r', `${main}/officeDocument/2006/relationships`],
  ['a', `${main}/drawingml/2006/main`],
  ['p', `${main}/presentationml/2006/main`],
  ['s', `${main}/spreadsheetml/2006/main`],
  ['mc', `${main}/markup-compatibility/2006`],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
]

/** A root element with every namespace that Office uses. */
export const xml = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${root} ${spaces
    .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
    .join(' ')}>${content}</${root}>`

export const relationships = (targets: [id: string, type: string, target: string][]): string =>
  `<Relationships xmlns="${main}/package/2006/relationships">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${main}/x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** A file of this content, as long as the test runs. */
export function fileOf(bytes: Uint8Array | string, name = 'file'): string {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

/** An Office file of these parts; the first is the one it begins with. */
export function officeFile(parts: Record<string, string | Uint8Array>): string {
  const [first = ''] = Object.keys(parts)
  const all: ZipPart[] = [
    { name: '[Content_Types].xml', bytes: '<Types/>' },
    {
      name: '_rels/.rels',
      bytes: relationships([
        ['rId1', 'officeDocument', first],
        ['rId2', 'core-properties', 'docProps/core.xml'],
      ]),
    },
    ...Object.entries(parts).map(([name, bytes]) => ({ name, bytes })),
  ]
  return fileOf(zipOf(all))
}
