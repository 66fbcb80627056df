/** Bound of an event, in characters; no frame of a chat is larger. */
const MAX_FRAME_CHARS = 4 * 1024 * 1024

/**
 * Yields the `data` of each event of an event stream (WHATWG HTML, 9.2), however its bytes are split. Comments, other
 * fields and a BOM are ignored; lines may end in LF, CRLF or CR. An event that the end of the stream cut off is
 * dropped, except `[DONE]`, which some servers send without the blank line.
 *
 * @throws RangeError when an event or a line exceeds the bound.
 */
export async function* readEventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  let size = 0
  for await (const line of readLines(bytes)) {
    if (line === '' && data.length > 0) {
      yield data.join('\n')
      data = []
      size = 0
    }
    const value = lineData(line)
    if (value === null) continue
    size += value.length
    if (size > MAX_FRAME_CHARS) throw new RangeError('an event of the stream is too long')
    data.push(value)
  }
  if (data.join('') === '[DONE]') yield '[DONE]'
}

/** Returns the data of a line; null for a comment or another field. */
function lineData(line: string): string | null {
  if (line === 'data') return ''
  if (!line.startsWith('data:')) return null
  return line.slice(line.startsWith('data: ') ? 'data: '.length : 'data:'.length)
}

/** Yields the lines of a stream without their ends. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // A streaming decoder keeps incomplete characters until their remaining bytes arrive, and drops the BOM.
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    if (rest.length > MAX_FRAME_CHARS) throw new RangeError('a line of the stream is too long')
    // A CR at the very end may be half of a CRLF.
    const last_cr = rest.endsWith('\r') ? '\r' : ''
    const lines = rest.slice(0, rest.length - last_cr.length).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + last_cr
    yield* lines
  }
  rest += decoder.decode()
  if (rest) yield rest.replace(/\r$/, '')
}
