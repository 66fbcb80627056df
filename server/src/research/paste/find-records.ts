// Finds records in file formats within a pasted text, by the form of their lines.

/** A span of a text, in UTF-16 offsets; `to` is exclusive. */
export interface TextSpan {
  from: number
  to: number
}

/** Matches `@article{key,`, which hardly occurs in prose; in a mail address no bracket follows the `@` part. */
const BIBTEX_ENTRY = /@[a-z]{3,20}\s{0,5}[{(](?=[^,{}\s]{0,120}\s{0,5},)/gi
/** Maximum length in which the end of an entry is searched, in characters. */
const MAX_ENTRY_CHARS = 6_000

/** Finds BibTeX entries: up to the closing bracket, else to the next blank line. */
export function findBibTex(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  for (const { 0: header, index } of text.matchAll(BIBTEX_ENTRY)) {
    if (index < (spans.at(-1)?.to ?? 0)) continue
    spans.push({ from: index, to: endOfEntry(text, index + header.length) })
  }
  return spans
}

/** Returns the end of the entry whose opening bracket is just before `from`. */
function endOfEntry(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_ENTRY_CHARS)
  let depth = 1
  for (let at = from; at < limit; at += 1) {
    const sign = text[at]
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  const blankLine = /\n[ \t]{0,20}\r?\n/.exec(text.slice(from, limit))
  return blankLine ? from + blankLine.index : limit
}

/** A format of records with a tag at the beginning of each line. */
interface TaggedFormat {
  /** Matches the first line of a record. */
  first: RegExp
  /** Matches the lines that continue it. */
  next: RegExp
  /** Matches the line that ends it, if the format has one. */
  last?: RegExp
  /** Matches the line that begins each further record of a file whose first line is `first`. */
  begins?: RegExp
}

/** Matches a line of a record of Web of Science: a tag of two signs, or a continuation. */
const WOS_LINE = /^(?:[A-Z][A-Z0-9](?:\s|$)| {2,3}\S)/
/** RIS, EndNote (`%0`), RefWorks, NoteExpress, Web of Science, PubMed and 知网. */
const TAGGED_FORMATS: TaggedFormat[] = [
  { first: /^\s{0,8}TY\s{1,2}-/, next: /^\s{0,8}[A-Z][A-Z0-9]\s{1,2}-/, last: /^\s{0,8}ER\s{1,2}-/ },
  { first: /^\s{0,8}%0\s/, next: /^\s{0,8}%\S\s/ },
  { first: /^\s{0,8}RT [A-Z][a-z]/, next: /^\s{0,8}[A-Z][A-Z0-9](?:\s|$)/ },
  { first: /^\s{0,8}[{[]Reference Type[}\]]/, next: /^\s{0,8}[{[][A-Z][\w /]{1,40}[}\]]\s?[:：]/ },
  // Web of Science, PubMed: continuation lines begin with spaces.
  { first: /^FN /, next: WOS_LINE, begins: /^PT / },
  { first: /^PT [A-Z]\s{0,4}$/, next: WOS_LINE },
  { first: /^PMID-\s/, next: /^(?:[A-Z]{2,4}\s{0,2}-\s| {4,8}\S)/ },
  { first: /^\s{0,8}SrcDatabase-/, next: /^\s{0,8}[A-Z][A-Za-z]{1,30}-[^:：]{1,30}[:：]/ },
]

/**
 * Finds records in tagged formats (RIS, EndNote, RefWorks, NoteExpress, 知网), in the order of the text; records of one
 * file that follow one another may share a span.
 */
export function findTaggedRecords(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  let format: TaggedFormat | undefined
  let at = 0
  for (const line of text.split(/(?<=\n)/)) {
    const lineEnd = at + line.length
    // A further record of the same file extends the span, and is no beginning of another one.
    const newFormat = format?.begins?.test(line)
      ? undefined
      : TAGGED_FORMATS.find(({ first }) => first.test(line))
    if (newFormat) {
      format = newFormat
      spans.push({ from: at, to: lineEnd })
    } else format = continueRecord(format, line, lineEnd, spans)
    at = lineEnd
  }
  return spans
}

/**
 * Extends the last record by a line that has a tag of its format; returns the format that applies after the line,
 * undefined after the last line of a record.
 */
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

/** Matches the beginning of a file of EndNote or PubMed. */
const XML_START = /<\?xml\s|<(?:xml|records?|PubmedArticle(?:Set)?)>/

/** Finds XML records (EndNote, PubMed) as one span up to the last closing bracket. */
export function findXmlRecords(text: string): TextSpan[] {
  const begin = text.search(XML_START)
  const end = text.lastIndexOf('>') + 1
  return begin < 0 || end <= begin ? [] : [{ from: begin, to: end }]
}

/** Matches the first field of a record in RIS, `TY  - `, anywhere in a text. */
const ONE_LINE_RIS = /(?:^|\s)TY\s\s?-\s/
/** Matches the space between RIS fields that a one-line input field joined. */
const RIS_FIELD_BREAK = /[ \t]{1,4}(?=[A-Z][A-Z0-9]\s\s-(?:\s|$))/g

/** Restores the line breaks of a RIS record that was pasted into a one-line field. */
export const restoreRisLines = (text: string): string =>
  ONE_LINE_RIS.test(text) ? text.replace(RIS_FIELD_BREAK, '\n') : text
