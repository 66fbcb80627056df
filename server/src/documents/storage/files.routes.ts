import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { createFile, keepUpload, readFile, removeFile } from './file.service.ts'

export const filesRoutes = implement(api.files, {
  create: createFile,
  fromUpload: keepUpload,
  read: readFile,
  remove: removeFile,
})
