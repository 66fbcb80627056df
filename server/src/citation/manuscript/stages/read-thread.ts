// Worker thread that reads manuscripts, one per message; started by `read-in-thread.ts`. Answers each message with the
// manuscript, with `fault` (a message for the user) for a file that cannot be read, or with `error` for any other error.
import { UnreadableDocument } from '@scinav/documents'
import { lowerPriority, openChannel } from '@scinav/threads'
import { readLatexManuscript } from '../latex/read-latex.ts'
import { readManuscript } from '../reading/index.ts'
import type { ReadRequest, ReadResponse } from './read-in-thread.ts'
import { readLatexFiles } from './read-latex-files.ts'

const channel = openChannel<ReadRequest, ReadResponse>(['blocks', 'latex'])

lowerPriority()
channel.receive(async (ask) => {
  try {
    const manuscript =
      'blocks' in ask
        ? readManuscript(ask.blocks)
        : await readLatexManuscript(await readLatexFiles(ask.latex.path, ask.latex.name))
    channel.say({ manuscript })
  } catch (error) {
    if (error instanceof UnreadableDocument) channel.say({ fault: error.message })
    else channel.say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
