// Reads the fields of a reference in any style.
import { assembleFields, type ReferenceFields } from './assemble.ts'
import { labelTokens } from './crf.ts'
import { referenceFeatures } from './features.ts'
import { requireModel } from './model-file.ts'
import { MAX_REFERENCE_CHARS, tokenizeReference } from './tokenize.ts'

/** Returns the fields that an entry of a list of references prints, in time linear in its length. */
export function readReferenceFields(entry: string): ReferenceFields {
  const text = entry.slice(0, MAX_REFERENCE_CHARS)
  const tokens = tokenizeReference(text)
  return assembleFields(text, tokens, labelTokens(requireModel(), referenceFeatures(text, tokens)))
}
