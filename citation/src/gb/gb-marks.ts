import type { NationalOptions } from '@scinav/contract'

type Punctuation = NonNullable<NationalOptions['punctuation']>

/** The marks between the parts of an entry, and the conversion of marks within stored text. */
export interface PunctuationMarks {
  comma: string
  colon: string
  /** The brackets around an issue or a date. */
  open: string
  close: string
  /** Converts the marks in a stored text, such as a title, to those of the entry. */
  stored: (text: string) => string
}

/**
 * Converts half-width marks in a text to full width; commas, colons and semicolons without a following space belong to
 * numbers and are kept.
 */
function toFullWidth(text: string): string {
  return text
    .replace(/(?:(?<!\s)\s+)?\(/g, '（')
    .replace(/\)\s*/g, '）')
    .replace(/(?:(?<!\s)\s+)?,\s+/g, '，')
    .replace(/(?:(?<!\s)\s+)?:\s+/g, '：')
    .replace(/(?:(?<!\s)\s+)?;\s+/g, '；')
}

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

const unchanged = (text: string): string => text
const FULL_WIDTH_MARKS = { comma: '，', colon: '：', open: '（', close: '）' }
const HALF_WIDTH_MARKS = { comma: ', ', colon: ': ', open: '(', close: ')' }

/** What determines the marks of an entry. */
interface MarkChoice {
  edition: 2015 | 2025
  punctuation: Punctuation
  /** Whether the entry is written in Chinese or Japanese. */
  eastAsian: boolean
}

/** Returns the marks of an entry. */
export function punctuationMarks({ edition, punctuation, eastAsian }: MarkChoice): PunctuationMarks {
  if (punctuation === 'half') return { ...HALF_WIDTH_MARKS, stored: toHalfWidth }
  if (punctuation === 'language')
    return { ...(eastAsian ? FULL_WIDTH_MARKS : HALF_WIDTH_MARKS), stored: unchanged }
  if (edition === 2015) return { ...HALF_WIDTH_MARKS, stored: unchanged }
  return { ...FULL_WIDTH_MARKS, stored: punctuation === 'standard' ? toFullWidth : unchanged }
}
