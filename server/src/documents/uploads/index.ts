// Files that are uploaded in parts.
export { safeFileName } from './file-name.ts'
export { formatSize, maxFileBytes } from './quota.ts'
export {
  consumeUpload,
  discardUpload,
  receiveFile,
  requireUploadedFile,
  type UploadedFile,
  withLocalUpload,
} from './upload.service.ts'
