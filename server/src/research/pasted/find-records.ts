/** A stretch of a text, UTF-16 offsets. */
export interface TextSpan {
  from: number
  to: number
}

/** `@article{key,`: nobody writes that by hand; an address of mail has no bracket behind it. */
const BIBTEX_ENTRY = /@[a-z]{3,20}\s{0,5}[{(](?=[^,{}\s]{0,120}\s{0,5},)/gi
/** An entry is read so far for its end. */
const MAX_ENTRY_CHARS = 6_000

/** Where entries of BibTeX stand: to the bracket that closes them, else to the next blank line. */
export function findBibTex(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  for (const { 0: begin, index } of text.matchAll(BIBTEX_ENTRY)) {
    if (index < (spans.at(-1)?.to ?? 0)) continue
    spans.push({ from: index, to: endOfEntry(text, index + begin.length) })
  }
  return spans
}

function endOfEntry(text: string, from: number): number {
  const last = Math.min(text.length, from + MAX_ENTRY_CHARS)
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

interface TaggedFormat {
  first: RegExp
  next: RegExp
  last?: RegExp
  begins?: RegExp
}

const WOS_LINE = /^(?:[A-Z][A-Z0-9](?:\s|$)| {2,3}\S)/
/** How lines of the formats begin that give each field a line: the first of a record, those that follow, and its last; what begins records within a file. */
const TAGGED_FORMATS: TaggedFormat[] = [
  { first: /^\s{0,8}TY\s{1,2}-/, next: /^\s{0,8}[A-Z][A-Z0-9]\s{1,2}-/, last: /^\s{0,8}ER\s{1,2}-/ },
  { first: /^\s{0,8}%0\s/, next: /^\s{0,8}%\S\s/ },
  { first: /^\s{0,8}RT [A-Z][a-z]/, next: /^\s{0,8}[A-Z][A-Z0-9](?:\s|$)/ },
  { first: /^\s{0,8}[{[]Reference Type[}\]]/, next: /^\s{0,8}[{[][A-Z][\w /]{1,40}[}\]]\s?[:：]/ },
  // Web of Science, PubMed: what a line goes on with stands behind spaces.
  { first: /^FN /, next: WOS_LINE, begins: /^PT / },
  { first: /^PT [A-Z]\s{0,4}$/, next: WOS_LINE },
  { first: /^PMID-\s/, next: /^(?:[A-Z]{2,4}\s{0,2}-\s| {4,8}\S)/ },
  { first: /^\s{0,8}SrcDatabase-/, next: /^\s{0,8}[A-Z][A-Za-z]{1,30}-[^:：]{1,30}[:：]/ },
]

/** Where records of tagged formats stand (RIS, EndNote, RefWorks, NoteExpress, 知网). */
export function findTaggedRecords(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  let format: TaggedFormat | undefined
  let at = 0
  for (const line of text.split(/(?<=\n)/)) {
    const next = at + line.length
    const begun = format?.begins?.test(line)
      ? undefined
      : TAGGED_FORMATS.find(({ first }) => first.test(line))
    if (begun) {
      format = begun
      spans.push({ from: at, to: next })
    } else format = continueRecord(format, line, next, spans)
    at = next
  }
  return spans
}

/** The format in which a text goes on behind a line, which is one of its last record where it has a tag of that. */
function continueRecord(
  format: TaggedFormat | undefined,
  line: string,
  to: number,
  spans: TextSpan[],
): TaggedFormat | undefined {
  const last = spans.at(-1)
  if (!format || !last) return format
  if (format.next.test(line)) last.to = to
  return format.last?.test(line) ? undefined : format
}

const XML_START = /<\?xml\s|<(?:xml|records?|PubmedArticle(?:Set)?)>/
/** Where records of XML stand (EndNote, PubMed): one stretch, to the last tag that closes. */
export function findXmlRecords(text: string): TextSpan[] {
  const begin = text.search(XML_START)
  const end = text.lastIndexOf('>') + 1
  return begin < 0 || end <= begin ? [] : [{ from: begin, to: end }]
}

const ONE_LINE_RIS = /(?:^|\s)TY\s\s?-\s/
/** Fields of RIS that a field of one line put behind each other. */
const RIS_FIELD_BREAK = /[ \t]{1,4}(?=[A-Z][A-Z0-9]\s\s-(?:\s|$))/g

/** A record of RIS that lost its breaks, as in a field of one line, with them. */
export const restoreRisLines = (text: string): string =>
  ONE_LINE_RIS.test(text) ? text.replace(RIS_FIELD_BREAK, '\n') : text
