import type { Logger } from 'pino'
import type { FileStoreLocation } from '../../../config/config-files.ts'
import type { PartStore } from '../part-port.ts'
import type { FileStore } from '../port.ts'
import { createScratchFolder } from '../scratch.ts'
import { createS3Client } from './client.ts'
import { createS3PartStore } from './s3-parts.ts'
import { createS3Store } from './s3-store.ts'

interface OpenS3Options {
  location: FileStoreLocation
  /** A local folder for temporary files. */
  scratch: string
  now: () => Date
  log: Logger
}

/** Creates the configured stores of files and of file parts. No request is sent yet. */
export function openS3({ location, scratch: folder, now, log }: OpenS3Options): {
  files: FileStore
  uploads: PartStore
} {
  const scratch = createScratchFolder(folder)
  const below = (name: string) => createS3Client({ location, folder: name, now, log })
  return {
    files: createS3Store({ client: below('files'), scratch }),
    uploads: createS3PartStore({ client: below('uploads'), scratch }),
  }
}
