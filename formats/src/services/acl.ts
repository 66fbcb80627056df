import type { Work } from '@scinav/contract'
import { toCreator } from '../fields/names.ts'
import { kindOrOther } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { type JsonFields, parseObject, toCount, toList, toText, toTexts } from '../input/json-values.ts'
import type { WorkDraft } from '../work-draft.ts'

/**
 * Reads a paper of the ACL Anthology: `id, title, abstract, authors[], year, venue, type, doi, url`.
 *
 * @throws RecordFault when the text is not a JSON object or has no title.
 */
export function aclWork(text: string): Work {
  return finishWork(aclDraft(parseObject(text)))
}

/** Returns whether an id has the form `P19-1001` or `2020.acl-main.1`; papers with such an id are free to read. */
const isAnthologyId = (id: string): boolean =>
  /^(?:[A-Z]\d{2}-\d{4}|\d{4}\.[a-z0-9_]+-[a-z0-9]+\.\d+)$/.test(id)

/** Collects the fields of a record. */
function aclDraft(fields: JsonFields): WorkDraft {
  const id = toText(fields.id)
  return {
    kind: kindOrOther('acl', toText(fields.type) ?? 'conference'),
    title: toText(fields.title),
    abstract: toText(fields.abstract),
    keywords: toTexts(fields.keywords),
    creators: toTexts(fields.authors).map((name) => toCreator(name)),
    source: toText(fields.venue),
    volume: toText(fields.volume),
    pages: toText(fields.pages),
    date: toText(fields.year),
    doi: toText(fields.doi),
    url: toText(fields.url) ?? (id && isAnthologyId(id) ? `https://aclanthology.org/${id}/` : null),
    pdf_url: id && isAnthologyId(id) ? `https://aclanthology.org/${id}.pdf` : null,
    is_oa: id !== null && isAnthologyId(id),
    citation_count: toCount(fields.citation_count),
    external_ids: { acl: id },
  }
}

/** Returns how likely a record is a paper of the ACL Anthology, whose authors are plain names and which has a venue. */
export function looksLikeAcl(first: JsonFields): number {
  const hasPlainNames = 'authors' in first && toList(first.authors).every((name) => typeof name === 'string')
  return typeof first.id === 'string' && 'venue' in first && hasPlainNames ? 0.8 : 0
}
