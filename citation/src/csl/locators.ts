import type { Cite } from './cite-state.ts'

/** The CSL label for each abbreviation with which a locator may begin. */
const LOCATOR_LABELS: Record<string, string> = {
  'app.': 'appendix',
  'art.': 'article-locator',
  'bk.': 'book',
  'ch.': 'chapter',
  'chap.': 'chapter',
  'col.': 'column',
  'eq.': 'equation',
  'fig.': 'figure',
  'fol.': 'folio',
  'l.': 'line',
  'll.': 'line',
  'n.': 'note',
  'no.': 'issue',
  'op.': 'opus',
  'p.': 'page',
  'para.': 'paragraph',
  'pp.': 'page',
  'pt.': 'part',
  'r.': 'rule',
  's.v.': 'sub-verbo',
  'sec.': 'section',
  'tbl.': 'table',
  'v.': 'verse',
  'vol.': 'volume',
  '¶': 'paragraph',
  '§': 'section',
}

/** Returns a cite with the label that its locator begins with, unless it has one: `vol. 1` is volume 1. */
export function withLocatorLabel(given: Cite): Cite {
  // Older data writes the name of the term with a space: `sub verbo`.
  const cite = given.label === undefined ? given : { ...given, label: given.label.replaceAll(' ', '-') }
  const locator = cite.locator?.trim() ?? ''
  if (locator === '' || cite.label !== undefined) return cite
  const [, abbreviation = '', rest = ''] = /^([a-z.]{2,5}\.|[§¶])\s*(\S.*)$/s.exec(locator) ?? []
  const label = LOCATOR_LABELS[abbreviation]
  return label === undefined ? cite : { ...cite, label, locator: rest }
}
