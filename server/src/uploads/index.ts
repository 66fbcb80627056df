// Files that arrive in parts.
export { uploadedFile } from './upload.service.ts'
