/** A frame larger than this is no frame of a chat. */
const MAX_FRAME_CHARS = 4 * 1024 * 1024

/**
 * The `data` of each event of an event stream (WHATWG HTML, 9.2), wherever its bytes were split. Comments, other
 * fields and a BOM are passed over, lines may end in LF, CRLF or CR. An event that the end of the stream cut off is
 * dropped, but for `[DONE]`, which some servers send without the empty line.
 *
 * @throws RangeError where an event does not end.
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

function lineData(line: string): string | null {
  if (line === 'data') return ''
  if (!line.startsWith('data:')) return null
  return line.slice(line.startsWith('data: ') ? 6 : 5)
}

async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // A decoder that is told of more keeps the first bytes of a character until the others come, and drops the BOM.
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    if (rest.length > MAX_FRAME_CHARS) throw new RangeError('a line of the stream is too long')
    // A CR at the very end may be half of a CRLF.
    const held = rest.endsWith('\r') ? '\r' : ''
    const lines = rest.slice(0, rest.length - held.length).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + held
    yield* lines
  }
  rest += decoder.decode()
  if (rest) yield rest.replace(/\r$/, '')
}
