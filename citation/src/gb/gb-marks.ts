import type { NationalOptions } from '@scinav/contract'

type Punctuation = NonNullable<NationalOptions['punctuation']>

/** The marks between the parts of an entry, and the conversion of marks within stored text. */
export interface PunctuationMarks {
  comma: string
  colon: string
  /** The brackets around an issue or a date. */
  open: string
  close: string
  /** Converts the marks in a stored text, such as a title, to those of the entry, or returns it unchanged. */
  convert: (text: string) => string
}

// In the patterns below, `(?:(?<!\s)\s+)?` matches the space before a mark, which goes with the mark. It matches from
// the beginning of the space only: tried from every character of it, a long space would take quadratic time.

/**
 * Converts half-width marks in a text to full width, without spaces around them. Commas, colons and semicolons without
 * a following space belong to numbers, such as `1,000` and `10:30`, and are kept.
 */
function toFullWidth(text: string): string {
  return text
    .replace(/(?:(?<!\s)\s+)?\(/g, '（')
    .replace(/\)\s*/g, '）')
    .replace(/(?:(?<!\s)\s+)?,\s+/g, '，')
    .replace(/(?:(?<!\s)\s+)?:\s+/g, '：')
    .replace(/(?:(?<!\s)\s+)?;\s+/g, '；')
}

/**
 * Converts full-width marks in a text to half width, with a space before an opening bracket and after other marks. Runs
 * of spaces become one space, unless they hold an ideographic space: it separates parts of Chinese text, such as number
 * and title of a standard.
 */
function toHalfWidth(text: string): string {
  return text
    .replace(/(?:(?<!\s)\s+)?（/g, ' (')
    .replace(/）/g, ') ')
    .replace(/，/g, ', ')
    .replace(/：/g, ': ')
    .replace(/；/g, '; ')
    .replace(/(?<!\s)\s+([,:;).])/g, '$1')
    .replace(/\s+/g, (space) => (space.includes('　') ? space : ' '))
    .trim()
}

const keepMarks = (text: string): string => text

const FULL_WIDTH_MARKS = { comma: '，', colon: '：', open: '（', close: '）' }
const HALF_WIDTH_MARKS = { comma: ', ', colon: ': ', open: '(', close: ')' }

/** What determines the marks of an entry. */
interface MarkChoice {
  edition: 2015 | 2025
  punctuation: Punctuation
  /** Whether the entry is written in Chinese or Japanese. */
  eastAsian: boolean
}

/**
 * Returns the marks of an entry. By `punctuation` they are
 *
 * | punctuation      | between the parts                                                | within stored text |
 * | ---------------- | ---------------------------------------------------------------- | ------------------ |
 * | `standard`, 2015 | half width                                                       | unchanged          |
 * | `standard`, 2025 | full width                                                       | full width         |
 * | `structure`      | as `standard`                                                    | unchanged          |
 * | `language`       | full width in Chinese and Japanese entries, half width in others | unchanged          |
 * | `half`           | half width                                                       | half width         |
 */
export function punctuationMarks({ edition, punctuation, eastAsian }: MarkChoice): PunctuationMarks {
  if (punctuation === 'half') return { ...HALF_WIDTH_MARKS, convert: toHalfWidth }
  if (punctuation === 'language')
    return { ...(eastAsian ? FULL_WIDTH_MARKS : HALF_WIDTH_MARKS), convert: keepMarks }
  if (edition === 2015) return { ...HALF_WIDTH_MARKS, convert: keepMarks }
  return { ...FULL_WIDTH_MARKS, convert: punctuation === 'standard' ? toFullWidth : keepMarks }
}
