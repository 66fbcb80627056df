// Files of people, and the bytes that are stored once for all who have the same.

export {
  createFileRow,
  promoteUpload,
  remainingStorage,
  requireStorage,
  type StoredBytes,
} from './promote-upload.ts'
export { findBytesByIds, listStoredHashes, openStoredBytes, storagePath } from './stored-bytes.ts'
