// Files of people, and the bytes that are stored once for all who have the same.
export { bytesByIds, storedBytes, storedHashes, storedName } from './stored-bytes.ts'
export { addFile, requireRoom, roomLeft, type StoredBytes, takeOver } from './take-over.ts'
