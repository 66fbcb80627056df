import { type DestinationStream, type Logger, pino } from 'pino'

/** Names of fields whose values may be secret, see `createLogger`. */
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

/**
 * Creates the log destination on standard output. Lines of one turn of the event loop are written together; the rest is
 * written when the process exits.
 */
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
 * Creates the structured logger. It replaces the values of `SECRET_KEYS` by `[removed]` at the top level of a line's
 * fields and one level below, but not deeper; `err.code` is kept.
 *
 * @param base fields of every line, which identify the process when several write.
 */
export function createLogger(
  level: string,
  destination: DestinationStream,
  base: Record<string, string | number> | null = null,
): Logger {
  // Pino does not pass the path to the censor for paths that only a wildcard matches, so `err.code` is listed by
  // itself.
  const paths = ['err.code', ...SECRET_KEYS.flatMap((key) => [key, `*.${key}`])]
  return pino({ level, base, redact: { paths, censor: censorValue } }, destination)
}

/** Keeps the `code` of an error, which names the failure; any other `code` may be one that was sent to a person. */
const censorValue = (value: unknown, path: string[]): unknown =>
  path[0] === 'err' && path[1] === 'code' ? value : '[removed]'

/** Returns a logger for lines of fixed harmless fields, without the cost of redaction. */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] })
}
