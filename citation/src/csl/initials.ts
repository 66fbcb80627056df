// Shortens given names to initials.

/** How given names are abbreviated. */
export interface InitialOptions {
  /** What follows each initial: `. `. */
  mark: string
  /** False: only given names that are initials already get the mark. */
  initialize: boolean
  /** Whether a hyphen between given names is kept. */
  keepsHyphen: boolean
}

/** Returns a given name in initials: `Hsien-Li` with `.` is `H.-L.`. Lower-case particles stay: `J. de C.`. */
export function initializeGiven(given: string, options: InitialOptions): string {
  // The mark `. ` is a full stop that closes the initial, and a space before the next word.
  const closeMark = options.mark.trimEnd()
  const gap = options.mark.slice(closeMark.length)
  let initials = ''
  for (const word of splitGivenWords(given)) {
    const startsLower = /^\p{Ll}/u.test(word.text)
    // `Jean-pierre` has one initial.
    if (startsLower && word.isHyphenated && options.initialize) continue
    const isShort = word.isInitial || (options.initialize && !startsLower)
    const text = isShort ? shortenMarkedUp(word, options, closeMark) : word.text
    const lead = leadOf(word, initials, isShort, options.keepsHyphen)
    initials = (lead === '-' ? initials.trimEnd() : initials) + lead + text + (isShort ? gap : ' ')
  }
  return initials.trimEnd()
}

/** Separates the words of a given name: `.-`, `-`, or spaces and full stops. Captured, so that `split` returns it. */
const WORD_SEPARATOR = /(\.?-|[\s\u00A0.]+)/

/**
 * One given name: the word, whether it is an initial or abbreviation already, and whether a hyphen stands before it.
 */
interface GivenWord {
  text: string
  isInitial: boolean
  isHyphenated: boolean
}

/** Splits a given name at spaces, full stops and hyphens; `J.R.` has two words. */
function splitGivenWords(given: string): GivenWord[] {
  const pieces = given.replace(/\.([^\s.-])/g, '. $1').split(WORD_SEPARATOR)
  const words: GivenWord[] = []
  // Words have even indexes, the separators between them odd ones.
  for (let at = 0; at < pieces.length; at += 2) {
    const text = pieces[at] ?? ''
    if (text === '') continue
    const before = at === 0 ? '' : (pieces[at - 1] ?? '')
    const after = pieces[at + 1] ?? ''
    // An abbreviation, `Yu.`, or a single capital letter, which may be in tags of light markup.
    const isInitial = after.startsWith('.') || /^(?:<[^<>]{1,60}>)*\p{Lu}(?:<\/[^<>]{1,10}>)*$/u.test(text)
    words.push({ text, isInitial, isHyphenated: before.includes('-') })
  }
  return words
}

/** Shortens the name between the tags of a word: `<b>John</b>` is `<b>J.</b>`. */
function shortenMarkedUp(word: GivenWord, options: InitialOptions, closeMark: string): string {
  const [, open = '', text = word.text, close = ''] =
    /^((?:<[^<>]{1,60}>)*)([^<>]*)((?:<\/[^<>]{1,10}>)*)$/.exec(word.text) ?? []
  return open + shorten({ ...word, text }, options) + closeMark + close
}

/** Returns the initial of a word; an abbreviation of several letters, such as `Yu`, stays. */
function shorten(word: GivenWord, { initialize }: InitialOptions): string {
  if (word.isInitial && (word.text.length > 1 || !initialize)) return word.text
  return initialOf(word.text)
}

/** Returns the first letter of a word, or the word where it has none. */
const initialOf = (word: string): string => /\p{L}/u.exec(word)?.[0] ?? word

/** Returns what is put before a word: a kept hyphen, or a space before a whole name that follows none. */
function leadOf(word: GivenWord, initials: string, isShort: boolean, keepsHyphen: boolean): string {
  if (initials === '') return ''
  if (word.isHyphenated && keepsHyphen) return '-'
  return isShort || /\s$/.test(initials) ? '' : ' '
}
