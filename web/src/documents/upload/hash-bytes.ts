import { Sha256 } from './sha256.ts'

const CHUNK_BYTES = 1024 * 1024

/** SHA-256 of a file, a megabyte at a time. @throws where the file cannot be read any more. */
export async function hashBytes(file: Blob): Promise<string> {
  const hash = new Sha256()
  for (let at = 0; at < file.size; at += CHUNK_BYTES)
    hash.add(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()))
  return hash.end()
}
