import { MorePages } from '@scinav/documents'
import type { startParser } from '../documents/parser/index.ts'
import { parseToFile } from '../documents/parser/parse-to-file.ts'

/**
 * Stands for `startParser` in tests that are not about the parser's process: parses in this one, because a process
 * takes a second of processor time to start. Nothing limits its time and memory; an abort abandons the parse.
 */
export const parseInProcess: typeof startParser = () => ({
  async parse(command, signal, onProgress) {
    signal.throwIfAborted()
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort)
    try {
      const parsed = parseToFile(command, (stage, done, all) =>
        onProgress({ type: 'progress', stage, done, all }),
      )
      await Promise.race([parsed, aborted.promise])
      return false
    } catch (error) {
      if (error instanceof MorePages) return true
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
    }
  },
  isOver: () => false,
  memory: () => 0,
  end: () => {},
})
