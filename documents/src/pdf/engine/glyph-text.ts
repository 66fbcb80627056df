import { normalizeCharacters } from '@scinav/contract/written-form'

/**
 * Characters of the block CJK Radicals Supplement, each followed by its ideograph (EquivalentUnifiedIdeograph of
 * Unicode). ToUnicode maps of fonts name these radicals by mistake, and NFKC converts only two of them.
 */
const RADICAL_PAIRS =
  '⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇几⺈刀⺉刂⺊卜⺋卩⺌小⺍小⺎兀⺏尣⺐尢⺑尢⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爪⺥爪⺦丬⺧牛⺨犭⺩王⺪疋⺫目⺬示⺭礻⺮竹⺯糹⺰纟⺱罓⺲罒⺳网⺴罓⺵网⺶羊⺷羊⺸羊⺹耂⺺肀⺻聿⺼月⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅⻑長⻒镸⻓长⻔门⻕阝⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱亀⻲龟⻳龟'

const PAIR_CHARACTERS = [...RADICAL_PAIRS]
const IDEOGRAPH_BY_RADICAL = new Map(
  Array.from({ length: PAIR_CHARACTERS.length / 2 }, (_, at) => [
    PAIR_CHARACTERS[at * 2] ?? '',
    PAIR_CHARACTERS[at * 2 + 1] ?? '',
  ]),
)

/**
 * Replaces radicals of the block CJK Radicals Supplement by the ideographs that are meant. Kangxi radicals are left to
 * NFKC, except ⼾: NFKC maps it to the traditional 戶, although one glyph serves both and simplified text has 户.
 */
export const replaceRadicals = (text: string): string =>
  text.replaceAll(/[\u2E80-\u2EF3\u2F3E]/g, (radical) =>
    radical === '\u2F3E' ? '户' : (IDEOGRAPH_BY_RADICAL.get(radical) ?? radical),
  )

/**
 * Matches characters without width: joiners, direction marks, and tags that spell hidden sentences. U+00AD is not
 * among them, because it marks a hyphen.
 */
const ZERO_WIDTH =
  /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|\p{Variation_Selector}|[\u{E0000}-\u{E007F}]/gu
/** Matches control characters, U+FFFD and private use characters, which have no meaning outside their font. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: fonts map glyphs to them
const UNMAPPED_CHARACTER = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFD\uE000-\uF8FF\u{F0000}-\u{FFFFD}]/u

/** Matches control characters other than tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no database keeps as text
const CONTROL_CHARACTER = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** Replaces control characters and lone surrogates by U+FFFD: strings in a file may contain what is no text. */
export const replaceControls = (text: string): string =>
  text.toWellFormed().replaceAll(CONTROL_CHARACTER, '\uFFFD')

/**
 * The usual dash for each rare one. Many fonts have one glyph for both, and their map may name either: ‐ and ‑ become
 * the hyphen, ‒ the en dash, ― the em dash.
 */
const USUAL_DASHES: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '\u2013',
  '\u2015': '\u2014',
}

/**
 * Returns the text of a glyph in its written form: radicals become ideographs, dashes the usual ones, controls U+FFFD,
 * and characters without width are removed.
 */
export function glyphText(unicode: string): string {
  // Most glyphs: one printable ASCII character or ideograph.
  if (/^[\x20-\x7e\u4e00-\u9fff]$/.test(unicode)) return unicode
  const dash = USUAL_DASHES[unicode]
  if (dash !== undefined) return dash
  const text = normalizeCharacters(replaceRadicals(replaceControls(unicode).replaceAll(ZERO_WIDTH, '')))
  // NFKC makes a free-standing accent a space with a combining mark; the mark belongs to a neighboring letter.
  const accent = text.normalize('NFKC')
  return /^ \p{M}$/u.test(accent) ? accent.slice(1) : text
}

/** Returns whether the file's ToUnicode map gives a glyph no meaning: any character of its text is unmapped. */
export const isUnmapped = (text: string): boolean => UNMAPPED_CHARACTER.test(text)

/**
 * Returns whether a glyph drawn invisibly carries text: anything but white space, or a tag that spells a character.
 *
 * @param unicode the glyph's text as the font's map gives it.
 * @param text the same after `glyphText`, which has removed the tags.
 */
export const isHiddenText = (unicode: string, text: string): boolean =>
  text.trim() !== '' || /[\u{E0020}-\u{E007F}]/u.test(unicode)
