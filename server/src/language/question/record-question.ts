/** A fact that the record of a work holds, independently of its text. */
export type RecordFact = 'authors' | 'source' | 'year' | 'doi' | 'cited'

/** A question for a fact of one work, named by its title; the title is '' for "this paper". */
export interface RecordQuestion {
  fact: RecordFact
  title: string
}

const VENUE_NOUN = '(?:(?:一)?[个本家种份]|里|儿)?(?:期刊|杂志|会议|刊物|学报|地方|出版社)?(?:上)?'
const WORK_NOUN = '(?:论文|文献|文章|文|书|著作|作品)'

/** Patterns with the title in one group. A match counts only if the library has a work of that title. */
const RECORD_PATTERNS: [RecordFact, RegExp][] = [
  [
    'authors',
    /^(.*?)的?(?:第一|主要)?作者(?:都|分别)?(?:是|有|叫)(?:谁|什么(?:名字)?|哪(?:些|几)?(?:个|位)?(?:人|学者)?)$/u,
  ],
  ['authors', /^(.*?)(?:是|系)?(?:由)?谁(?:写|著|撰写|合写|发表)的$/u],
  ['authors', new RegExp(`^谁(?:写|著|撰写|发表)了?(?:的)?(?:这[篇本])?${WORK_NOUN}?(.+)$`, 'u')],
  ['authors', /^who (?:wrote|authored|co-?authored) (.+)$/iu],
  ['authors', /^who (?:is|are|was|were) the (?:first |main |lead )?authors? of (.+)$/iu],
  [
    'source',
    new RegExp(
      `^(.*?)(?:是|最早|最初)?(?:发表|刊登|刊载|刊发|登|出版)(?:在|于)了?(?:哪|什么)${VENUE_NOUN}的?$`,
      'u',
    ),
  ],
  [
    'source',
    /^(?:where|in (?:which|what) (?:journal|conference|venue)) (?:was|is|were) (.+?) published(?: in)?$/iu,
  ],
  [
    'source',
    /^(?:which|what) (?:journal|conference|venue) (?:published|is|was) (.+?)(?: published in| in)?$/iu,
  ],
  ['year', /^(.*?)(?:是)?(?:在|于)?(?:哪一?年|何时|什么时候)(?:发表|出版|问世|面世|刊行)的?$/u],
  ['year', /^(.*?)(?:是)?(?:发表|出版|问世|面世|刊行)(?:在|于)(?:哪一?年|什么时候)的?$/u],
  [
    'year',
    /^(?:when|in (?:which|what) year) (?:was|were|did) (.+?) (?:published|written|come out|appear)$/iu,
  ],
  ['doi', /^(.*?)的?\s?doi\s?号?(?:码)?(?:是)?(?:什么|多少)?$/iu],
  ['doi', /^what(?:'s| is) the doi of (.+)$/iu],
  ['cited', /^(.*?)(?:被|已)?(?:引|引用)(?:用)?了?(?:多少|几)次$/u],
  ['cited', /^(.*?)的?被引(?:用)?(?:次数|频次|量)?(?:是|有)?多少(?:次)?$/u],
  ['cited', /^how (?:many times|often) (?:has|was|is) (.+?) (?:been )?cited$/iu],
]

/** Bounds the questions that are read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 400
const POLITE_OPENING =
  /^(?:请问|问一下|我想知道|想知道|麻烦问一下|please tell me[, ]+|could you tell me[, ]+)[，,\s]*/iu
const TRAILING_PUNCTUATION = /(?<![\s?？。.!！])[\s?？。.!！]+$/u
const FINAL_PARTICLE = /(?:[啊呢呀吧]|please)$/iu
const THIS_WORK =
  /^(?:(?:这|该|本|那)[篇本部]?(?:论文|文献|文章|文|书|著作|作品)|一文|(?:this|the) (?:paper|article|work|book)|它|it)?$/iu
const TITLE_MARKS = new RegExp(
  `^(?:${WORK_NOUN}|the (?:paper|article|book))?\\s*[《“"「『]|[》”"」』](?:这[篇本]|一)?${WORK_NOUN}?$`,
  'giu',
)

/** Returns the fact that a text asks of the record of a work, or null when it asks for something else. */
export function parseRecordQuestion(text: string): RecordQuestion | null {
  if (text.length > MAX_QUESTION_CHARS) return null
  const asked = text
    .trim()
    .replace(POLITE_OPENING, '')
    .replace(TRAILING_PUNCTUATION, '')
    .replace(FINAL_PARTICLE, '')
    .replace(TRAILING_PUNCTUATION, '')
  for (const [fact, wish] of RECORD_PATTERNS) {
    const title = wish.exec(asked)?.[1]?.trim()
    if (title === undefined) continue
    const bare = title
      .replaceAll(TITLE_MARKS, '')
      .replace(new RegExp(`(?:这[篇本]|一)${WORK_NOUN}$`, 'u'), '')
      .trim()
    return { fact, title: THIS_WORK.test(bare) ? '' : bare }
  }
  return null
}
