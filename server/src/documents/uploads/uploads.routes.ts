import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { appendPart, beginUpload, getUploadState } from './upload.service.ts'

export const uploadsRoutes = implement(api.upload, {
  begin: beginUpload,
  part: appendPart,
  state: getUploadState,
})
