import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { addPart, beginUpload, uploadState } from './upload.service.ts'

export const uploadsRoutes = implement(api.upload, { begin: beginUpload, part: addPart, state: uploadState })
