import { identifiersIn } from './identifiers-in.ts'
import { printedIn } from './printed-in.ts'
import { bibtexIn, type Span, taggedIn, withFieldLines } from './records-in.ts'

/** A pasted text, and what of it is no question. */
export interface Parted {
  /** What its person wrote themselves; '' where they wrote nothing. */
  rest: string
  /** Records as files have them: BibTeX, RIS and their like. */
  records: string[]
  /** References as lists print them, and identifiers alone. */
  references: string[]
}

/** Parts the records, references and identifiers that stand in a question from what is asked. */
export function partPasted(question: string): Parted {
  const text = withFieldLines(question)
  const records = taken(text, [...bibtexIn(text), ...taggedIn(text)])
  const printed = taken(records.rest, printedIn(records.rest))
  const named = identifiersIn(printed.rest)
  const { rest } = taken(printed.rest, named)
  const references = [...printed.pieces, ...named.map((each) => each.text)]
  if (records.pieces.length + references.length === 0) return { rest: question, records: [], references: [] }
  return { rest: own(rest), records: records.pieces, references }
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

function own(rest: string): string {
  const bare = rest.replace(NUMBERS, '').replace(SIGNS_BEFORE, '').replace(SIGNS_BEHIND, '')
  return HEADING.test(bare) || !/[\p{L}\p{N}]/u.test(bare) ? '' : bare
}
