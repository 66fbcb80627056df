// Files that arrive in parts.
export { safeFileName } from './file-name.ts'
export { largestFile, sizeName } from './quota.ts'
export {
  discardUpload,
  lendUpload,
  receiveFile,
  takeUpload,
  type UploadedFile,
  uploadedFile,
} from './upload.service.ts'
