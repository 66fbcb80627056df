import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listCited, writeText } from './cited-text.service.ts'
import { listManuscripts, openManuscript, removeManuscript, saveManuscript } from './manuscript.service.ts'
import { matchText } from './match.service.ts'
import { readManuscript } from './read-manuscript.service.ts'

export const citingRoutes = implement(api.citing, {
  match: matchText,
  readText: readManuscript,
  list: listCited,
  write: writeText,
  manuscripts: listManuscripts,
  manuscript: openManuscript,
  saveManuscript,
  removeManuscript,
})
