import { annotateDocx, UnreadableDocument } from '@scinav/documents'
import { openChannel } from '@scinav/threads'
import type { WordRequest, WordResponse } from './run-word-thread.ts'
import { writeWordFile } from './word-file.ts'

const channel = openChannel<WordRequest, WordResponse>(['write', 'annotate'])

channel.receive(async (request) => {
  try {
    channel.say({ written: await write(request) })
  } catch (error) {
    if (error instanceof UnreadableDocument) channel.say({ refused: error.kind, message: error.message })
    else channel.say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

async function write(request: WordRequest): Promise<Uint8Array> {
  if ('write' in request) return writeWordFile(request.write)
  const { path, annotations, authorship } = request.annotate
  return (await annotateDocx(path, annotations, authorship)).bytes
}
