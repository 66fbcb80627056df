import { looksLikeBibtex, readBibtex } from './bibtex/bibtex.ts'
import {
  defineFormat,
  entryListFormat,
  jsonFormat,
  parseRecords,
  taggedFormat,
  xmlFormat,
} from './define-format.ts'
import type { ImportFormat } from './format.ts'
import { splitTagged } from './input/split-tagged.ts'
import { doiListWork, looksLikeDoiList, splitDoiList } from './lists/doi-list.ts'
import { gbListStart, gbListWork, looksLikeGbList } from './lists/gb-list.ts'
import { scopusStart, scopusWork } from './lists/scopus-text.ts'
import { cslWork, looksLikeCsl } from './programs/csl-json.ts'
import { looksLikeCsv, readCsv } from './programs/csv.ts'
import { endnoteXmlWork } from './programs/endnote-xml.ts'
import { readZoteroRdf } from './programs/zotero-rdf.ts'
import { aclWork, looksLikeAcl } from './services/acl.ts'
import { arxivAtomWork, oaiWork } from './services/arxiv.ts'
import { crossrefWork, looksLikeCrossref } from './services/crossref.ts'
import { dblpElements, dblpWork } from './services/dblp.ts'
import { looksLikeOpenAlex, openAlexWork } from './services/openalex.ts'
import { pubmedWork } from './services/pubmed.ts'
import { cnkiCustomRules, cnkiCustomWork, cnkiStudyRules, cnkiStudyWork } from './tagged/cnki.ts'
import { endnoteRules, endnoteWork } from './tagged/endnote-tagged.ts'
import { nbibRules, nbibWork } from './tagged/nbib.ts'
import { noteExpressRules, noteExpressWork } from './tagged/noteexpress.ts'
import { looksLikeOvid, ovidRules, ovidWork } from './tagged/ovid.ts'
import { refworksRules, refworksWork } from './tagged/refworks.ts'
import { risRules, risWork } from './tagged/ris.ts'
import { wosRules, wosWork } from './tagged/web-of-science.ts'

/** The id of the format whose works have nothing but a DOI. */
export const DOI_LIST = 'doi-list'

/** All formats that can be imported; of those that recognize a file with the same score, the first is taken. */
export const formats: readonly ImportFormat[] = [
  jsonFormat('openalex', 'OpenAlex', openAlexWork, looksLikeOpenAlex),
  jsonFormat('crossref', 'Crossref', crossrefWork, looksLikeCrossref),
  jsonFormat('acl', 'ACL Anthology（JSONL）', aclWork, looksLikeAcl),
  jsonFormat('csl', 'CSL-JSON', cslWork, looksLikeCsl),
  xmlFormat('arxiv-atom', 'arXiv（Atom）', ['entry'], arxivAtomWork, /<feed[\s>][\s\S]{0,4000}arxiv\.org/i),
  xmlFormat(
    'oai',
    'OAI-PMH（arXiv、都柏林核心）',
    ['record', 'oai:record'],
    oaiWork,
    /<(?:oai:)?OAI-PMH|<ListRecords|<oai_dc:dc|<record[^>]*>\s*<header/,
  ),
  xmlFormat(
    'pubmed',
    'PubMed',
    ['PubmedArticle', 'PubmedBookArticle'],
    pubmedWork,
    /<Pubmed(?:Article|BookArticle)/,
  ),
  xmlFormat('dblp', 'DBLP', dblpElements, dblpWork, /<dblp[\s>]|<!DOCTYPE dblp/),
  xmlFormat(
    'endnote-xml',
    'EndNote XML',
    ['record'],
    endnoteXmlWork,
    /<xml>\s*<records>|<records>\s*<record>|<record>\s*<database/,
  ),
  defineFormat(
    { id: 'bibtex', name: 'BibTeX', extensions: ['bib', 'bibtex', 'biblatex'], recognize: looksLikeBibtex },
    (chunks, { from }) => readBibtex(chunks, from),
  ),
  taggedFormat(
    { id: 'ris', name: 'RIS', extensions: ['ris'] },
    risRules,
    risWork,
    /^[ \t\ufeff]*TY\s{1,2}-/m,
    /^[ \t\ufeff]*[A-Z][A-Z0-9]\s{2}- \S/m,
  ),
  taggedFormat(
    { id: 'endnote', name: 'EndNote', extensions: ['enw'] },
    endnoteRules,
    endnoteWork,
    /^[ \t\ufeff]*%0(?:\s|$)/m,
    /^[ \t\ufeff]*%[A-Z](?:\s|$)/m,
  ),
  taggedFormat(
    { id: 'refworks', name: 'RefWorks（含知网）', extensions: ['txt'] },
    refworksRules,
    refworksWork,
    /^[ \t\ufeff]*RT [A-Z][a-z]/m,
  ),
  taggedFormat(
    { id: 'noteexpress', name: 'NoteExpress（含知网）', extensions: ['net'] },
    noteExpressRules,
    noteExpressWork,
    /[{[]Reference Type[}\]]\s*[:：]/,
  ),
  taggedFormat(
    { id: 'cnki', name: '知网自定义', extensions: ['txt'] },
    cnkiCustomRules,
    cnkiCustomWork,
    /^[ \t\ufeff]*SrcDatabase-[^\s:：,，\t]+\s*[:：]/,
  ),
  taggedFormat(
    { id: 'cnki-study', name: '知网研学', extensions: ['eln'] },
    cnkiStudyRules,
    cnkiStudyWork,
    /^[ \t\ufeff]*DataType\s*[:：]/m,
  ),
  taggedFormat(
    { id: 'web-of-science', name: 'Web of Science', extensions: ['ciw'] },
    wosRules,
    wosWork,
    /^\ufeff?FN (?:Clarivate|Thomson|ISI)|^PT [JBSPC]\r?$/m,
  ),
  taggedFormat(
    { id: 'nbib', name: 'PubMed（NBIB）', extensions: ['nbib'] },
    nbibRules,
    nbibWork,
    /^\ufeff?PMID ?-\s*\d/m,
  ),
  defineFormat(
    { id: 'ovid', name: 'Ovid', extensions: ['cgi'], recognize: looksLikeOvid },
    (chunks, { from }) => parseRecords(splitTagged(chunks, ovidRules, from), ovidWork),
  ),
  entryListFormat(
    {
      id: 'scopus-text',
      name: 'Scopus（纯文本）',
      extensions: ['txt'],
      recognize: (head) => (/^\ufeff?Scopus\s*\r?\nEXPORT DATE:/i.test(head) ? 0.95 : 0),
    },
    scopusStart,
    scopusWork,
  ),
  defineFormat(
    {
      id: 'zotero-rdf',
      name: 'Zotero RDF',
      extensions: ['rdf'],
      recognize: (head) => (/<rdf:RDF[\s\S]{0,2000}zotero\.org\/namespaces\/export/.test(head) ? 0.98 : 0),
    },
    (chunks, { from }) => readZoteroRdf(chunks, from),
  ),
  entryListFormat(
    {
      id: 'gb-list',
      name: '参考文献列表（GB/T 7714）',
      extensions: ['txt'],
      recognize: looksLikeGbList,
    },
    gbListStart,
    gbListWork,
  ),
  defineFormat(
    { id: DOI_LIST, name: 'DOI 列表', extensions: ['txt'], recognize: looksLikeDoiList },
    (chunks, { from }) => parseRecords(splitDoiList(chunks, from), doiListWork),
  ),
  defineFormat(
    { id: 'csv', name: 'CSV、TSV 表格', extensions: ['csv', 'tsv'], recognize: looksLikeCsv },
    readCsv,
  ),
]

/** A format is recognized only with a score above this. */
const MIN_SCORE = 0.3
/** What the extension of a file adds to the certainty of its formats; small, so that it decides only similar cases. */
const EXTENSION_BONUS = 0.05

/**
 * Returns the format of a file from its first 64 KiB (see `readHead`) and its name; null where no format is likely. Of
 * several formats with the same score, the first in `formats` counts.
 */
export function recognizeFormat(head: string, fileName: string): ImportFormat | null {
  const extension = /\.([a-z]+)(?:\.gz)?$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  let best: ImportFormat | null = null
  let bestScore = MIN_SCORE
  for (const format of formats) {
    const certainty = format.recognize(head, fileName)
    const hasExtension = certainty > 0 && format.extensions.includes(extension)
    const score = hasExtension ? certainty + EXTENSION_BONUS : certainty
    if (score > bestScore) {
      best = format
      bestScore = score
    }
  }
  return best
}
