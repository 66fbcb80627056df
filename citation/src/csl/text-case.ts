import type { Output } from './output.ts'

/**
 * Converts the letter case of an output. Text marked as `nocase` and raised or lowered text stay.
 *
 * @param textCase a value of the attribute `text-case`; an unknown one changes nothing.
 * @param language the language of the text; title case applies to English only.
 */
export function applyTextCase(outputs: Output[], textCase: string | undefined, language: string): Output[] {
  switch (textCase) {
    case 'lowercase':
      return changeLeaves(outputs, (text) => text.toLocaleLowerCase(safeLocale(language)))
    case 'uppercase':
      return changeLeaves(outputs, (text) => text.toLocaleUpperCase(safeLocale(language)))
    case 'capitalize-first':
      return changeWhole(outputs, capitalizeFirst)
    case 'capitalize-all':
      return changeWhole(outputs, (text) => text.replace(/[^\s\u00A0]+/g, upperFirst))
    case 'sentence':
      return changeWhole(outputs, sentenceCase)
    case 'title':
      return language === '' || /^en\b/i.test(language) ? changeWhole(outputs, titleCase) : outputs
    default:
      return outputs
  }
}

/** A text of an output, and whether its letter case is fixed. */
interface Leaf {
  text: string
  keepsCase: boolean
}

/** Applies a change to every text on its own; fixed parts stay. */
const changeLeaves = (outputs: readonly Output[], change: (text: string) => string): Output[] => {
  const leaves: Leaf[] = []
  collectLeaves(outputs, false, leaves)
  return replaceLeaves(
    outputs,
    leaves.map((leaf) => (leaf.keepsCase ? leaf.text : change(leaf.text))),
  )
}

/** Appends the texts of outputs to `leaves`, in order. */
function collectLeaves(outputs: readonly Output[], keepsCase: boolean, leaves: Leaf[]): void {
  for (const output of outputs)
    if (typeof output === 'string') leaves.push({ text: output, keepsCase })
    else {
      const isFixed = isCaseFixed(output)
      collectLeaves(output.children, keepsCase || isFixed, leaves)
    }
}

/** Returns whether the letter case of a span is fixed: it is marked as such, or raised or lowered. */
const isCaseFixed = (output: Exclude<Output, string>): boolean =>
  output.keepsCase === true ||
  output.format?.['vertical-align'] === 'sup' ||
  output.format?.['vertical-align'] === 'sub'

/** Replaces the texts of outputs in order by those of `texts`, which is emptied. */
function replaceLeaves(outputs: readonly Output[], texts: string[]): Output[] {
  return outputs.map((output) =>
    typeof output === 'string'
      ? (texts.shift() ?? '')
      : { ...output, children: replaceLeaves(output.children, texts) },
  )
}

/** Returns a language that is valid for letter case; undefined for another, which means that of the system. */
const safeLocale = (language: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(language)[0]
  } catch {
    return undefined
  }
}

/**
 * Applies a change to the whole text at once, so that it sees the words across spans. Fixed parts stay, and all do when
 * the change alters the length, because the text could not be divided again.
 */
function changeWhole(outputs: readonly Output[], change: (text: string) => string): Output[] {
  const leaves: Leaf[] = []
  collectLeaves(outputs, false, leaves)
  const whole = leaves.map((leaf) => leaf.text).join('')
  const changed = change(whole)
  let at = 0
  const texts = leaves.map(({ text, keepsCase }) => {
    const from = at
    at += text.length
    return keepsCase || changed.length !== whole.length ? text : changed.slice(from, at)
  })
  return replaceLeaves(outputs, texts)
}

/** Converts the first letter or digit of a text to upper case, after any marks before it. */
function capitalizeFirst(text: string): string {
  const at = text.search(/[\p{L}\p{N}]/u)
  return at < 0 ? text : text.slice(0, at) + upperFirst(text.slice(at))
}

/** Converts the first letter of a text to upper case where that keeps its length. */
function upperFirst(text: string): string {
  const [first = ''] = text
  // Letters of other alphabets are symbols in an English title: β-carotene.
  const upper = /\p{Script=Greek}/u.test(first) ? first : first.toUpperCase()
  return upper.length === first.length ? upper + text.slice(first.length) : text
}

/** Capitalizes the first letter; of the rest, only a text of capitals is converted to lower case. */
function sentenceCase(text: string): string {
  const lowered = isAllUpper(text) ? lowerKeepingLength(text) : text
  return capitalizeFirst(lowered)
}

/** Returns whether a text has capitals and no letters in lower case. */
const isAllUpper = (text: string): boolean => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

/** Converts a text to lower case; one that would change its length stays, because offsets must remain valid. */
function lowerKeepingLength(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

/** Words that title case leaves in lower case, except at the beginning, at the end and after a colon. */
const STOP_WORDS = new Set(
  `a according across afore after against ahead along alongside amid amidst among amongst an and anenst apropos apud
  around as aside astride at athwart atop barring before behind below beneath beside besides between beyond but by circa
  despite down during except for forenenst from given in inside into lest like modulo near next nor notwithstanding of
  off on onto or out over per plus pro qua sans since so than the through throughout thru thruout till to toward towards
  under underneath until unto up upon v. versus via vis-à-vis vs. with within without yet van von de da et al d' l'`.split(
    /\s+/,
  ),
)

/** Matches one word of a title with the marks around it. */
const TITLE_WORD = /[^\s\u00A0/—]+/g
/** Number of characters before a word that are enough to see the mark before it. */
const CONTEXT_CHARS = 8

/**
 * Converts an English title to title case: words in lower case are capitalized, except stop words; a word with a
 * capital is kept. In a text of capitals only, the first letter of each word stays.
 *
 * Source: CSL 1.0.2, specification, "Title case conversion".
 */
function titleCase(text: string): string {
  // One word of capitals may be an acronym.
  const isInCapitals =
    isAllUpper(text) && text.split(' ').filter((word) => /\p{Lu}{2}/u.test(word)).length > 1
  const last = text.trimEnd().length
  return text.replace(TITLE_WORD, (original: string, at: number) => {
    const word = isInCapitals ? lowerKeepingLength(original) : original
    const isFirst = startsSentence(text.slice(Math.max(0, at - CONTEXT_CHARS), at))
    const isLast = at + original.length >= last
    const bare = stripMarks(word)
    const isStopWord = STOP_WORDS.has(bare.toLowerCase()) || STOP_WORDS.has(word.toLowerCase())
    if (isStopWord && !isFirst && !isLast && !isAllUpper(bare)) return lowerKeepingLength(word)
    return capitalizeWord(word)
  })
}

/** Returns whether the text before a word makes it capitalized: none, a colon, or the end of a sentence. */
const startsSentence = (before: string): boolean =>
  before.trim() === '' || /[:?!.—]["'”’»)]*[\s\u00A0]*$/.test(before)

const LEADING_MARKS = /^["'“‘«([{¿¡]+/
const TRAILING_MARKS = new Set('"\'”’»)]}.,;:?!')

/** Returns a word without quotation marks, brackets and punctuation around it. */
function stripMarks(word: string): string {
  const bare = word.replace(LEADING_MARKS, '')
  let end = bare.length
  while (end > 0 && TRAILING_MARKS.has(bare.charAt(end - 1))) end--
  return bare.slice(0, end)
}

/**
 * Capitalizes the hyphenated parts of a word that are in lower case, except stop words after a hyphen. A part after a
 * figure is a code and stays: `covid-19-b`.
 */
function capitalizeWord(word: string): string {
  const parts = word.split('-')
  return parts
    .map((part, at) => {
      if (/\p{Lu}/u.test(part) || (at > 0 && /\d/.test(parts[at - 1] ?? ''))) return part
      if (at > 0 && STOP_WORDS.has(stripMarks(part))) return part
      const lead = LEADING_MARKS.exec(part)?.[0] ?? ''
      return lead + upperFirst(part.slice(lead.length))
    })
    .join('-')
}
