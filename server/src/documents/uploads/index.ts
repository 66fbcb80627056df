// Files on their way to the server, whole or in parts, until they are promoted to stored bytes.
export { safeFileName, visibleName } from './file-name.ts'
export { formatSize, maxFileBytes } from './quota.ts'
export {
  consumeUpload,
  discardUpload,
  receiveFile,
  requireUploadedFile,
  type UploadedFile,
  withLocalUpload,
} from './upload.service.ts'
