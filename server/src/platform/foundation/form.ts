import type { Readable } from 'node:stream'
import type { Endpoint } from '@scinav/contract'
import type { z } from 'zod'
import { checkInput } from './check-input.ts'

/** The files of a multipart form, one after the other; each arrives while it is read. */
export interface Form {
  /** Length of the whole form in bytes, if declared: an upper bound of each file. */
  length: number | null
  files: AsyncIterable<FormFile>
  /**
   * The other fields of the form that its call knows, by name, each in order; complete once the files have been read.
   */
  fields: ReadonlyMap<string, string[]>
}

/** One file of a form. */
export interface FormFile {
  /** The file name that the sender gave. */
  name: string
  bytes: Readable
}

/**
 * Merges the fields of a form that has been read to its end into the input of its call: lists are concatenated, single
 * values are overwritten by the form's last one.
 *
 * @throws AppError `input.invalid` as for any input.
 */
export function mergeFormFields<Input extends z.ZodType<object>>(
  endpoint: Pick<Endpoint, 'input'> & { input: Input },
  input: z.infer<Input>,
  { fields }: Form,
): z.infer<Input> {
  const merged = new Map<string, unknown>(Object.entries(input))
  for (const [name, values] of fields) {
    const before = merged.get(name)
    merged.set(name, Array.isArray(before) ? [...before, ...values] : values.at(-1))
  }
  return checkInput(endpoint, Object.fromEntries(merged)) as z.infer<Input>
}
