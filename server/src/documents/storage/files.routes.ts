import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { createFile, createFileFromUpload, getFile, removeFile } from './file.service.ts'

export const filesRoutes = implement(api.files, {
  create: createFile,
  fromUpload: createFileFromUpload,
  read: getFile,
  remove: removeFile,
})
