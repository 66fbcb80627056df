import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ZipPart, zipOf } from './zip-builder.ts'

const SCHEMA_ROOT = 'http://schemas.openxmlformats.org'
const NAMESPACES = [
  ['w', `${SCHEMA_ROOT}/wordprocessingml/2006/main`],
  ['m', `${SCHEMA_ROOT}/officeDocument/2006/math`],
  ['r', `${SCHEMA_ROOT}/officeDocument/2006/relationships`],
  ['a', `${SCHEMA_ROOT}/drawingml/2006/main`],
  ['p', `${SCHEMA_ROOT}/presentationml/2006/main`],
  ['s', `${SCHEMA_ROOT}/spreadsheetml/2006/main`],
  ['mc', `${SCHEMA_ROOT}/markup-compatibility/2006`],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
]

/** Returns an XML part with a root element that declares every namespace Office uses. */
export const xmlPart = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${root} ${NAMESPACES.map(
    ([prefix, uri]) => `xmlns:${prefix}="${uri}"`,
  ).join(' ')}>${content}</${root}>`

export const relationshipsPart = (targets: [id: string, type: string, target: string][]): string =>
  `<Relationships xmlns="${SCHEMA_ROOT}/package/2006/relationships">${targets
    .map(
      ([id, type, target]) => `<Relationship Id="${id}" Type="${SCHEMA_ROOT}/x/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** Writes a file that is deleted when the test ends, and returns its path. */
export function tempFile(bytes: Uint8Array | string, name = 'file'): string {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

/** Writes an Office file of these parts, of which the first is the main part, and returns its path. */
export function officeFile(parts: Record<string, string | Uint8Array>): string {
  const [first = ''] = Object.keys(parts)
  const all: ZipPart[] = [
    { name: '[Content_Types].xml', bytes: '<Types/>' },
    {
      name: '_rels/.rels',
      bytes: relationshipsPart([
        ['rId1', 'officeDocument', first],
        ['rId2', 'core-properties', 'docProps/core.xml'],
      ]),
    },
    ...Object.entries(parts).map(([name, bytes]) => ({ name, bytes })),
  ]
  return tempFile(zipOf(all))
}
