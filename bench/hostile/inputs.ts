// All functions that read texts of strangers, with the characters from which texts are made that might make them slow.
import { decodeEntities } from '@scinav/contract/entities'
import {
  exportFormats,
  exportText,
  formatReference,
  parseNames,
  styles,
  toCsl,
} from '../../citation/src/index.ts'
import { blankWork, contactRule, lightMarkdown, normalizeContact } from '../../contract/src/index.ts'
import { bibtexNames } from '../../formats/src/bibtex/bibtex-names.ts'
import { latexToMarkup } from '../../formats/src/bibtex/latex.ts'
import { normalizeDate } from '../../formats/src/fields/dates.ts'
import { normalizeDoi, normalizeIsbn, normalizePmcid } from '../../formats/src/fields/identifiers.ts'
import { guessLanguage } from '../../formats/src/fields/language.ts'
import { toLightMarkup } from '../../formats/src/fields/markup.ts'
import { splitList, toCreators } from '../../formats/src/fields/name-lists.ts'
import { normalizePages } from '../../formats/src/fields/pages.ts'
import { readAll } from '../../formats/src/testing/read-all.ts'
import { analyze, forEachTerm } from '../../search/src/analysis/analyze.ts'
import { authorTerms } from '../../search/src/analysis/names.ts'
import { createHighlighter } from '../../search/src/highlight/highlight.ts'
import { createValueMemory, openValues } from '../../search/src/index/values.ts'
import { planSearch } from '../../search/src/planning/plan-search.ts'
import { parseQuery } from '../../search/src/query/parse.ts'
import { typedBeginnings } from '../../search/src/suggest/beginnings.ts'
import { typedTextPlan } from '../../search/src/suggest/plans.ts'
import { beginsWord, typedText, visibleText } from '../../search/src/suggest/typed-text.ts'
import { extractPhrases } from '../../search/src/terms/title-phrases.ts'
import { checkClaim } from '../../server/src/answers/verification/check-claim.ts'
import { createMarkerReader } from '../../server/src/answers/verification/citation-markers.ts'
import { detectIntent } from '../../server/src/language/question/intent.ts'
import { normalizeQuestion } from '../../server/src/language/question/normalize-question.ts'
import { readQuestion } from '../../server/src/language/question/question.ts'
import { claimAt } from '../../server/src/language/text/claims.ts'
import { escapeData, quotableText } from '../../server/src/language/text/clean.ts'
import { cutLong } from '../../server/src/language/text/cut-long.ts'
import { locateQuote } from '../../server/src/language/text/locate.ts'
import { cutPaperPassages } from '../../server/src/language/text/paper-passages.ts'
import { sentenceSpans } from '../../server/src/language/text/sentences.ts'
import { estimateTokens } from '../../server/src/language/text/text-size.ts'
import { workKeys } from '../../server/src/library/works/work-keys.ts'
import { safeReturnHash } from '../../server/src/pages/return-hash.ts'
import { visibleJson } from '../../server/src/platform/providers/mcp/visible-text.ts'
import { createThinkSplitter } from '../../server/src/platform/providers/models/think-splitter.ts'
import { isPublicAddress } from '../../server/src/platform/providers/safe-fetch/address.ts'
import { ownVocabulary } from '../search-queries.ts'
import { fileInputs, type HostileInput } from './files.ts'

/** Characters of search queries: letters, and all that have a meaning in the syntax. */
const QUERY_CHARACTERS = ' a中的"(-:*?@/+,.1'
/** Characters of running text with citations. */
const PROSE_CHARACTERS = ' a中A1.,[]"（”\n-'
const WORK = blankWork('hostile', 1)
const VALUES = openValues(createValueMemory())

const understandQuery = (query: string) => planSearch({ query }, VALUES, ownVocabulary).understood

/** Returns a work whose title, abstract and keyword are a text. */
const workWithText = (text: string) => ({
  ...WORK,
  title: text,
  abstract: text,
  keywords: [text.slice(0, 200)],
})

const searchInputs: HostileInput[] = [
  { name: 'query', limit: 10_000, signs: `${QUERY_CHARACTERS}>`, read: parseQuery },
  { name: 'query, understood', limit: 10_000, signs: QUERY_CHARACTERS, read: understandQuery },
  {
    name: 'query, marks in a paper',
    limit: 10_000,
    signs: ' a中的"-*@.1',
    read: (text) =>
      createHighlighter({ ...understandQuery(text), fallback: null })({
        work: workWithText(text),
        authors: [],
      }),
  },
  {
    name: 'query, an author',
    limit: 2_000,
    signs: " a中-,.'Mcé",
    read: (text) => understandQuery(`AU:(${text})`),
  },
  {
    name: 'suggestion',
    limit: 200,
    signs: QUERY_CHARACTERS,
    read: (text) => {
      const typed = typedText(visibleText(text))
      beginsWord(typed, typed)
      return [
        typedTextPlan(typed, 1),
        ...(['keyword', 'author', 'source'] as const).map((each) => typedBeginnings(each, typed)),
      ]
    },
  },
  { name: 'analysis', limit: 100_000, signs: " a中的あ가1-.'&<+ß", read: analyze },
  {
    name: 'analysis for the index',
    limit: 100_000,
    signs: ' a中の한1.-_^#é$',
    read: (text) => forEachTerm(text, () => {}),
  },
  { name: 'name, all its forms', limit: 1_000, signs: " a中-,.'éMß ", read: (text) => authorTerms(text) },
  { name: 'phrases of a title', limit: 2_000, signs: ' a中的A-:,1《》', read: extractPhrases },
]

const answerInputs: HostileInput[] = [
  {
    name: 'what somebody wants',
    limit: 32_000,
    signs: ' a谢您好请我.,!?:(🙏',
    read: (text) => detectIntent(text, true),
  },
  { name: 'courtesy', limit: 32_000, signs: ' a谢您好请我.,!?:(-1', read: normalizeQuestion },
  { name: 'question', limit: 32_000, signs: ' a中的什.+-/?1', read: readQuestion },
  { name: 'Markdown made light', limit: 200_000, signs: '[]()*_`|#>-~\n a$', read: lightMarkdown },
  { name: 'sentences', limit: 50_000, signs: ' aA中。.!"”)…1', read: sentenceSpans },
  {
    name: 'long sentences',
    limit: 100_000,
    signs: ' a,;—:-中',
    read: (text) => cutLong(text, { start: 0, end: text.length }, 400),
  },
  {
    name: 'passages',
    limit: 100_000,
    signs: ' a中。.\nA',
    read: (text) => cutPaperPassages('x', { ...WORK, abstract: text }),
  },
  { name: 'a claim of an answer', limit: 32_000, signs: '[1] a中.。\nA', read: claimAt },
  {
    name: 'claim and quote',
    limit: 2_000,
    signs: `${PROSE_CHARACTERS}%“不`,
    read: (text) => checkClaim(text, text.slice(0, -2), text),
  },
  {
    name: 'place of a quote',
    limit: 2_000,
    signs: ' ab中1',
    read: (text) => locateQuote(text.slice(2), `${text.slice(0, -3)}x`),
  },
  { name: 'canonical text', limit: 100_000, signs: ' a中\n\t-\u00ad1', read: quotableText },
  {
    name: 'evidence for a model',
    limit: 100_000,
    signs: '[E1 ,-]</a【',
    read: (text) => escapeData(text, 'nonce'),
  },
  { name: 'tokens', limit: 100_000, signs: ' a中1.é', read: estimateTokens },
  {
    name: 'marks of an answer',
    limit: 100_000,
    signs: '[]E1 ,-【】a\n',
    read: (text) => {
      const reader = createMarkerReader(() => true)
      return [...reader.push(text), ...reader.end()]
    },
  },
  {
    name: 'thoughts of a model',
    limit: 100_000,
    signs: '<>/think a\n',
    read: (text) => {
      const splitter = createThinkSplitter()
      return [...splitter.push(text), ...splitter.flush()]
    },
  },
  {
    name: 'result of a tool',
    limit: 100_000,
    signs: ' a<\u200b\u202e中\n{"',
    read: (text) => visibleJson({ text }, 100_000),
  },
]

const recordInputs: HostileInput[] = [
  { name: 'LaTeX', limit: 100_000, signs: '\\{}$a "^~\'`%-', read: latexToMarkup },
  {
    name: 'names of BibTeX',
    limit: 20_000,
    signs: '{} ,aA\\"nd',
    read: (text) => bibtexNames(text, 'author'),
  },
  { name: 'names', limit: 20_000, signs: ' ,;aA中.-and', read: (text) => toCreators(splitList(text)) },
  { name: 'names to cite', limit: 20_000, signs: ' ,，aA中.-&and', read: parseNames },
  { name: 'markup', limit: 100_000, signs: '<>/sub&;a ="', read: toLightMarkup },
  { name: 'entities', limit: 100_000, signs: '&#x;1a am', read: decodeEntities },
  { name: 'date', limit: 10_000, signs: ' 12-/.,年a月', read: normalizeDate },
  {
    name: 'DOI',
    limit: 10_000,
    signs: '10./()<>.; a%',
    read: (text) => [normalizeDoi(text), normalizeDoi(`10.1000/${text}`)],
  },
  {
    name: 'ISBN and PMC id',
    limit: 10_000,
    signs: '0123-X PMC ',
    read: (text) => [normalizeIsbn(text), normalizePmcid(text)],
  },
  { name: 'pages', limit: 10_000, signs: ' 12-–~,a+', read: normalizePages },
  { name: 'language of a title', limit: 100_000, signs: ' a中éаあ1', read: guessLanguage },
  {
    name: 'keys of a work',
    limit: 10_000,
    signs: " a中é-:.'1",
    read: (text) => workKeys(workWithText(text)),
  },
  ...styles.map(
    ({ id }): HostileInput => ({
      name: `citation ${id}`,
      limit: 2_000,
      signs: ' aA中.:,(<-&（"',
      read: (text) => formatReference(id, toCsl(workWithText(text))),
    }),
  ),
  ...exportFormats.map(
    ({ id }): HostileInput => ({
      name: `export ${id}`,
      limit: 20_000,
      signs: ' aA中{\\$&"\n-',
      read: (text) => exportText(id as never, [toCsl(workWithText(text))]),
    }),
  ),
]

const boundaryInputs: HostileInput[] = [
  {
    name: 'which format',
    limit: 65_536,
    signs: '@{\n TY-%0<"\ufeff,[',
    read: (text) => readAll({ name: 'x', bytes: text }, { limit: 1 }),
  },
  { name: 'address on the network', limit: 10_000, signs: '1.:[]%af0', read: isPublicAddress },
  { name: 'way back', limit: 10_000, signs: '/\\#?a:.% ', read: safeReturnHash },
  {
    name: 'e-mail or phone',
    limit: 10_000,
    signs: 'a@.-1+_',
    read: (text) => [contactRule(text), normalizeContact(text)],
  },
]

/** The inputs of all parts of the product. */
export const hostileInputs: HostileInput[] = [
  ...searchInputs,
  ...answerInputs,
  ...recordInputs,
  ...fileInputs,
  ...boundaryInputs,
]
