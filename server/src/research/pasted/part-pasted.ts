import { identifiersIn, isAddress } from './identifiers-in.ts'
import { printedIn } from './printed-in.ts'
import { bibtexIn, type Span, taggedIn, withFieldLines, xmlIn } from './records-in.ts'
import { type PastedText, textIn } from './text-in.ts'

/** A pasted text, and what of it is no question. */
export interface Parted {
  /** What its person wrote themselves; '' where they wrote nothing. */
  rest: string
  /** Records as files have them: BibTeX, RIS and their like. */
  records: string[]
  /** References as lists print them, and identifiers alone. */
  references: string[]
  /** A page or an abstract. */
  text: PastedText | null
}

/** Parts the records, references and identifiers that stand in a question from what is asked. */
export function partPasted(question: string): Parted {
  const text = withFieldLines(question)
  const records = taken(text, [...bibtexIn(text), ...taggedIn(text), ...xmlIn(text)])
  const page = textIn(records.rest)
  // What a page cites is not what its reader names.
  const around = page?.isPage ? page.rest : records.rest
  const printed = taken(around, printedIn(around))
  const named = identifiersIn(printed.rest)
  const left = taken(printed.rest, named).rest
  const isAlone = records.pieces.length + printed.pieces.length + named.length === 0
  const rest = isAlone && !page ? question : own(left)
  const references = [...printed.pieces, ...named.map((each) => each.text)].filter(
    // An address tells no title: it is what was asked about where nothing else was pasted, and no words stand beside it.
    (each, _, all) => !isAddress(each) || (rest === '' && !page && all.every(isAddress)),
  )
  if (page?.isPage) return { rest, records: records.pieces, references, text: page }
  const prose = references.length === 0 ? page : textIn(rest)
  return { rest: prose ? prose.rest : rest, records: records.pieces, references, text: prose }
}

function taken(text: string, spans: Span[]): { rest: string; pieces: string[] } {
  const pieces: string[] = []
  let rest = ''
  let at = 0
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from < at) continue
    rest += `${text.slice(at, from)} `
    pieces.push(text.slice(from, to).trim())
    at = to
  }
  return { rest: rest + text.slice(at), pieces }
}

/** What was left of a list: numbers, signs between entries, a heading. */
const SIGNS_BEFORE = /^[\s,，、;；:：.。[\]()（）-]+/u
const SIGNS_BEHIND = /(?<![\s,，、;；:：[\](（-])[\s,，、;；:：[\](（-]+$/u
const NUMBERS = /(?<=^|\n)\s{0,8}(?:\[\d{1,4}\]|[(（]?\d{1,3}[.)）、])\s{0,8}(?=\n|$)/g
const HEADING =
  /^(?:参考文献|引用文献|文献|论文|题录|引文|(?:the |this )?(?:references?|bibliography|works cited|papers?|citation|doi|arxiv|url|link|链接|网址))$/iu

/** Leads in to what was pasted: 参考文献：, 王临惠这篇：. */
const LEAD =
  /^(?:参考文献|引用文献|文献|论文|题录|引文|\p{Script=Han}{0,8}这[篇本]\p{Script=Han}{0,2}|references?|papers?|citation)\s{0,2}[:：][\s，,。]{0,8}/iu

function own(rest: string): string {
  const plain = rest.replace(NUMBERS, '').replace(SIGNS_BEFORE, '').replace(SIGNS_BEHIND, '')
  const bare = plain.replace(LEAD, '').replace(SIGNS_BEFORE, '')
  return HEADING.test(bare) || !/[\p{L}\p{N}]/u.test(bare) ? '' : bare
}
