import { openChannel } from '@scinav/threads'
import type { WordAnnotations, WordRequest, WordResponse } from './run-word-thread.ts'
import { writeWordFile } from './word-file.ts'

const channel = openChannel<WordRequest, WordResponse>(['write', 'annotate'])

channel.receive(async (request) => {
  try {
    if ('write' in request) channel.say({ written: await writeWordFile(request.write) })
    else channel.say(await annotate(request.annotate))
  } catch (error) {
    channel.say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

async function annotate({ path, annotations, authorship }: WordAnnotations): Promise<WordResponse> {
  // Loaded here because it takes long, and files that are written need none of it.
  const { annotateDocx, UnreadableDocument } = await import('@scinav/documents')
  try {
    return { written: (await annotateDocx(path, annotations, authorship)).bytes }
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    return { refused: { kind: error.kind, message: error.message } }
  }
}
