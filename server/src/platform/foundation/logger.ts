import { type DestinationStream, type Logger, pino } from 'pino'

const SECRET_KEYS = [
  'password',
  'old_password',
  'token',
  'code',
  'cookie',
  'authorization',
  'setup_token',
  'key',
]

/** Standard output. Lines of one turn of the event loop are written at once; the process's end writes what is left. */
export function createStandardOutput(): DestinationStream {
  const out = pino.destination({ dest: 1, sync: false })
  let lines: string[] = []
  function writeLines(): void {
    if (lines.length === 0) return
    out.write(lines.join(''))
    lines = []
  }
  process.on('exit', () => {
    writeLines()
    out.flushSync()
  })
  return {
    write(line) {
      if (lines.push(line) === 1) setImmediate(writeLines)
    },
  }
}

/**
 * Structured logs. Requests are logged without query, headers and body; known secrets are redacted.
 *
 * @param base what every line says: who wrote it, where several write.
 */
export function createLogger(
  level: string,
  destination: DestinationStream,
  base: Record<string, string | number> | null = null,
): Logger {
  // Of a place that only a wildcard names the censor is not told where it is.
  const paths = ['err.code', ...SECRET_KEYS.flatMap((key) => [key, `*.${key}`])]
  return pino({ level, base, redact: { paths, censor: censorValue } }, destination)
}

/** The `code` of an error says what failed; any other may be one that was sent to somebody. */
const censorValue = (value: unknown, path: string[]): unknown =>
  path[0] === 'err' && path[1] === 'code' ? value : '[removed]'

/** A logger for lines of fixed harmless fields, which need no search for secrets. */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] })
}
