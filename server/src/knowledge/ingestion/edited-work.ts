import { blankWork, type Creator, type EditedRecord, type Work } from '@scinav/contract'
import { normalizeDoi } from '@scinav/contract/doi'
import { invalidInput } from '../../platform/foundation/errors.ts'

/**
 * Returns a record with the fields that a user has edited; fields that the form does not show are kept.
 *
 * @throws AppError `input.invalid` when the DOI is not valid.
 */
export function editedWork(before: Work | null, { authors, doi, ...fields }: EditedRecord): Work {
  const identifier = normalizeDoi(doi)
  if (doi !== null && identifier === null) throw invalidInput('record.doi', '这不是完整的 DOI，应以 10. 开头')
  const known = before ?? blankWork(fields.title, fields.resource_type)
  const creators = authors.map(
    (name): Creator =>
      known.creators.find((each) => each.name === name && each.role === 'author') ?? {
        name,
        role: 'author',
        affiliations: [],
      },
  )
  const others = known.creators.filter(({ role }) => role !== 'author')
  return { ...known, ...fields, doi: identifier, creators: [...creators, ...others] }
}
