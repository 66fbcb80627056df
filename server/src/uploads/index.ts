// Files that arrive in parts.
export { largestFile, sizeName } from './quota.ts'
export {
  discardUpload,
  lendUpload,
  receiveFile,
  takeUpload,
  type UploadedFile,
  uploadedFile,
} from './upload.service.ts'
