import { simplified } from '@scinav/search'
import { visible } from '../text/clean.ts'
import { withoutCourtesy } from './courtesy.ts'

/** Nothing behind it is looked at. */
const LONGEST_READ = 4_000

/** A text in normal form and simplified characters, as far as it is read. */
export function plainWriting(asked: string): string {
  const text = visible(asked).normalize('NFKC').replace(/\s+/g, ' ').trim()
  return simplified(text.slice(0, LONGEST_READ)) + text.slice(LONGEST_READ)
}

/** A question as it is read: plainly written, without what is said around it. */
export function writtenQuestion(asked: string): string {
  const text = plainWriting(asked)
  return withoutCourtesy(text.slice(0, LONGEST_READ)) + text.slice(LONGEST_READ)
}
