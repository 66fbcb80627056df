// Reads the notices about a work, such as retractions, from its record in Crossref.
import type { WorkNotice } from '@scinav/contract'
import { normalizeDoi } from '../fields/identifiers.ts'
import { firstText, parseObject, toFields, toList, toText } from '../input/json-values.ts'
import { formatDateParts, readNoticeKind } from './crossref.ts'

/** Largest number of notices that are read from a record. */
const MAX_NOTICES = 50

/** The notices about a work that a record of Crossref names; at most `MAX_NOTICES`. */
interface CrossrefNotices {
  doi: string | null
  title: string | null
  notices: Pick<WorkNotice, 'kind' | 'date' | 'doi'>[]
}

/**
 * Reads the notices about a work from its record, which need have no more than `DOI` and `updated-by`. Notices of other
 * kinds, such as new editions, are omitted.
 *
 * @throws RecordFault when the text is not a JSON object.
 */
export function crossrefNotices(text: string): CrossrefNotices {
  const fields = parseObject(text)
  return {
    doi: normalizeDoi(toText(fields.DOI)),
    title: firstText(fields.title),
    notices: toList(fields['updated-by'])
      .slice(0, MAX_NOTICES)
      .flatMap((each) => {
        const kind = readNoticeKind(each)
        const { DOI, updated } = toFields(each)
        return kind ? [{ kind, date: readWholeDate(updated), doi: normalizeDoi(toText(DOI)) }] : []
      }),
  }
}

/** Returns the first date of date parts as `YYYY-MM-DD`; null for one without a day. */
function readWholeDate(value: unknown): string | null {
  const [year, month, day] = formatDateParts(value)?.split('-') ?? []
  return year && month && day
    ? `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : null
}
