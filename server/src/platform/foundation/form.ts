import type { Readable } from 'node:stream'
import type { Endpoint } from '@scinav/contract'
import type { z } from 'zod'
import { checkInput } from './check-input.ts'

/** Files of a form, one after the other: each comes while it is read. */
export interface Form {
  /** Bytes of the whole form where it says so: none of its files is larger. */
  length: number | null
  files: AsyncIterable<FormFile>
  /** What else stands in it under the names that its call knows, each in order; whole once the files have been read. */
  fields: ReadonlyMap<string, string[]>
}

export interface FormFile {
  /** As its owner calls it. */
  name: string
  bytes: Readable
}

/**
 * The input of a call together with the fields of its form, which has been read to its end: lists are joined, of single
 * values the form's counts.
 *
 * @throws AppError `input.invalid` as for any input
 */
export function mergeFormFields<Input extends z.ZodType<object>>(
  endpoint: Pick<Endpoint, 'input'> & { input: Input },
  input: z.infer<Input>,
  { fields }: Form,
): z.infer<Input> {
  const known = new Map<string, unknown>(Object.entries(input))
  for (const [name, values] of fields) {
    const before = known.get(name)
    known.set(name, Array.isArray(before) ? [...before, ...values] : values.at(-1))
  }
  return checkInput(endpoint, Object.fromEntries(known)) as z.infer<Input>
}
