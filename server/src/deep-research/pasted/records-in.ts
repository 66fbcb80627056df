/** A stretch of a text, UTF-16 offsets. */
export interface Span {
  from: number
  to: number
}

/** `@article{key,`: nobody writes that by hand; an address of mail has no bracket behind it. */
const BIBTEX = /@[a-z]{3,20}\s{0,5}[{(](?=[^,{}\s]{0,120}\s{0,5},)/gi
/** An entry is read so far for its end. */
const LONGEST_ENTRY = 6_000

/** Where entries of BibTeX stand: to the bracket that closes them, else to the next blank line. */
export function bibtexIn(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: begin, index } of text.matchAll(BIBTEX)) {
    if (index < (spans.at(-1)?.to ?? 0)) continue
    spans.push({ from: index, to: endOfEntry(text, index + begin.length) })
  }
  return spans
}

function endOfEntry(text: string, from: number): number {
  const last = Math.min(text.length, from + LONGEST_ENTRY)
  let depth = 1
  for (let at = from; at < last; at += 1) {
    const sign = text[at]
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  const blank = /\n[ \t]{0,20}\r?\n/.exec(text.slice(from, last))
  return blank ? from + blank.index : last
}

/** How lines of the formats begin that give each field a line: the first of a record, those that follow, and its last. */
const TAGGED: { first: RegExp; next: RegExp; last?: RegExp }[] = [
  { first: /^\s{0,8}TY\s{1,2}-/, next: /^\s{0,8}[A-Z][A-Z0-9]\s{1,2}-/, last: /^\s{0,8}ER\s{1,2}-/ },
  { first: /^\s{0,8}%0\s/, next: /^\s{0,8}%\S\s/ },
  { first: /^\s{0,8}RT [A-Z][a-z]/, next: /^\s{0,8}[A-Z][A-Z0-9](?:\s|$)/ },
  { first: /^\s{0,8}[{[]Reference Type[}\]]/, next: /^\s{0,8}[{[][A-Z][\w /]{1,40}[}\]]\s?[:：]/ },
  { first: /^\s{0,8}SrcDatabase-/, next: /^\s{0,8}[A-Z][A-Za-z]{1,30}-[^:：]{1,30}[:：]/ },
]

/** Where records of tagged formats stand (RIS, EndNote, RefWorks, NoteExpress, 知网). */
export function taggedIn(text: string): Span[] {
  const spans: Span[] = []
  let format: (typeof TAGGED)[number] | undefined
  let at = 0
  for (const line of text.split(/(?<=\n)/)) {
    const span = spans.at(-1)
    const next = at + line.length
    const begun = TAGGED.find(({ first }) => first.test(line))
    if (begun) {
      format = begun
      spans.push({ from: at, to: next })
    } else if (format && span) {
      if (format.next.test(line)) span.to = next
      if (format.last?.test(line)) format = undefined
    }
    at = next
  }
  return spans
}

const ONE_LINE = /(?:^|\s)TY\s\s?-\s/
/** Fields of RIS that a field of one line put behind each other. */
const FIELD = /[ \t]{1,4}(?=[A-Z][A-Z0-9]\s\s-(?:\s|$))/g

/** A record of RIS that lost its breaks, as in a field of one line, with them. */
export const withFieldLines = (text: string): string =>
  ONE_LINE.test(text) ? text.replace(FIELD, '\n') : text
