import type { Logger } from 'pino'
import type { FilesPlace } from '../../../config/config-files.ts'
import type { PartStore } from '../part-port.ts'
import type { FileStore } from '../port.ts'
import { scratchFolder } from '../scratch.ts'
import { s3Client } from './client.ts'
import { s3Parts } from './s3-parts.ts'
import { s3Store } from './s3-store.ts'

interface Options {
  place: FilesPlace
  /** A folder of this machine for files that something is done with. */
  scratch: string
  now: () => Date
  log: Logger
}

/** The store that the settings name: files, and those that arrive in parts. Nothing is asked of it yet. */
export function openS3({ place, scratch: folder, now, log }: Options): {
  files: FileStore
  uploads: PartStore
} {
  const scratch = scratchFolder(folder)
  const below = (name: string) => s3Client({ place, folder: name, now, log })
  return {
    files: s3Store({ client: below('files'), scratch }),
    uploads: s3Parts({ client: below('uploads'), scratch }),
  }
}
