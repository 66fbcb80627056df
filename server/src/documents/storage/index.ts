// Files of users, and their bytes, which are stored once for all identical files.

export { removeStoredFile, withLocalFile } from './file.service.ts'
export {
  createFileRow,
  promoteUpload,
  remainingStorage,
  requireStorage,
  type StoredBytes,
} from './promote-upload.ts'
export { findBytesByIds, listStoredHashes, openStoredBytes, storagePath } from './stored-bytes.ts'
