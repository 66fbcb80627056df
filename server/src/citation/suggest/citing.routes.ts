import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listCitedReferences, writeCitedFile } from './cited-text.service.ts'
import { listManuscripts, openManuscript, removeManuscript, saveManuscript } from './manuscript.service.ts'
import { matchText } from './match.service.ts'
import { readManuscript } from './read-manuscript.service.ts'

/** AI citation: proposing sources for the sentences of a manuscript, its reference list, and saved manuscripts. */
export const citingRoutes = implement(api.citing, {
  match: matchText,
  readText: readManuscript,
  list: listCitedReferences,
  write: writeCitedFile,
  manuscripts: listManuscripts,
  manuscript: openManuscript,
  saveManuscript,
  removeManuscript,
})
