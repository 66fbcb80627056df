import { Sha256 } from './sha256.ts'

const CHUNK_BYTES = 1024 * 1024

/**
 * Computes the SHA-256 of a file, in chunks of a megabyte.
 * @throws when the file can no longer be read
 */
export async function hashBytes(file: Blob): Promise<string> {
  const hash = new Sha256()
  for (let at = 0; at < file.size; at += CHUNK_BYTES)
    hash.add(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()))
  return hash.end()
}
