/** The punctuation of a GB/T 7714 entry. */
export type Punctuation =
  /** 按国标: full-width marks as GB/T 7714-2025 prints them, in stored text too; half-width ones for 2015. */
  | 'standard'
  /** 半角: half-width marks throughout, in stored text too. */
  | 'half'
  /** 按语言: full-width for Chinese and Japanese entries, half-width for others; stored text is kept. */
  | 'language'
  /** 仅标识符: the edition's marks between the parts; stored text is kept. */
  | 'structure'

/** The marks between the parts of an entry, and the conversion of marks within stored text. */
export interface PunctuationMarks {
  comma: string
  colon: string
  open: string
  close: string
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
    .replace(/,\s+/g, '，')
    .replace(/:\s+/g, '：')
    .replace(/;\s+/g, '；')
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

const asStored = (text: string): string => text
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
    return { ...(eastAsian ? FULL_WIDTH_MARKS : HALF_WIDTH_MARKS), stored: asStored }
  if (edition === 2015) return { ...HALF_WIDTH_MARKS, stored: asStored }
  return { ...FULL_WIDTH_MARKS, stored: punctuation === 'standard' ? toFullWidth : asStored }
}
