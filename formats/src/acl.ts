import type { Work } from '@scinav/contract'
import { type Draft, finishWork } from './finish.ts'
import { parseObject } from './json-lines.ts'
import { countOf, type Fields, textOf, textsOf } from './json-values.ts'
import { person } from './names.ts'
import { kindOf } from './resource-types.ts'

/** `id, title, abstract, authors[], year, venue, type, doi, url`: a paper of the ACL Anthology. */
export function aclWork(text: string): Work {
  return finishWork(aclDraft(parseObject(text)))
}

/** `P19-1001` or `2020.acl-main.1`: a paper under this number is free for everybody to read. */
const isAnthologyId = (id: string): boolean =>
  /^(?:[A-Z]\d{2}-\d{4}|\d{4}\.[a-z0-9_]+-[a-z0-9]+\.\d+)$/.test(id)

function aclDraft(fields: Fields): Draft {
  const id = textOf(fields.id)
  return {
    kind: kindOf('acl', textOf(fields.type) ?? 'conference'),
    title: textOf(fields.title),
    abstract: textOf(fields.abstract),
    keywords: textsOf(fields.keywords),
    creators: textsOf(fields.authors).map((name) => person(name)),
    source: textOf(fields.venue),
    volume: textOf(fields.volume),
    pages: textOf(fields.pages),
    date: textOf(fields.year),
    doi: textOf(fields.doi),
    url: textOf(fields.url) ?? (id && isAnthologyId(id) ? `https://aclanthology.org/${id}/` : null),
    pdf_url: id && isAnthologyId(id) ? `https://aclanthology.org/${id}.pdf` : null,
    is_oa: id !== null && isAnthologyId(id),
    citation_count: countOf(fields.citation_count),
    external_ids: { acl: id },
  }
}
