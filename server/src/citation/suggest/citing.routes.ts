import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listCitedReferences, writeCitedFile } from './cited-text.service.ts'
import { listManuscripts, openManuscript, removeManuscript, saveManuscript } from './manuscript.service.ts'
import { matchText } from './match.service.ts'
import { readManuscript } from './read-manuscript.service.ts'

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
