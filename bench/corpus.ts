import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { blankWork, type Work } from '../contract/src/index.ts'

/** A paper of the ACL Anthology as in its file. */
export interface AclPaper {
  id: string
  title: string
  abstract: string
  authors: string[]
  year: number
  venue: string
  type: 'conference' | 'workshop' | 'journal'
}

const FILE = new URL('../../shared/data/acl/acl.jsonl.gz', import.meta.url)

/** Reads all papers of the file; null, with a message, when the file is absent. */
export function readAcl(): AclPaper[] | null {
  if (!existsSync(FILE)) {
    console.log('ACL papers are not here (shared/data/acl): nothing to measure')
    return null
  }
  const lines = gunzipSync(readFileSync(FILE)).toString().trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

const TYPES = { conference: 5, workshop: 5, journal: 1 }

/** Returns a paper with only the fields of the file. */
export function aclWork({ id, title, abstract, authors, year, venue, type }: AclPaper): Work {
  return {
    ...blankWork(title, TYPES[type]),
    abstract: abstract || null,
    creators: authors.map((name) => ({ name, role: 'author', affiliations: [] })),
    basic_sourcename: venue,
    publish_date: String(year),
    language: 'en',
    external_ids: { acl: id },
  }
}
