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

/** Structured logs. Requests are logged without query, headers and body; known secrets are struck out. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`])
  const options = { level, base: null, redact: { paths, censor: '[removed]' } }
  return destination ? pino(options, destination) : pino(options)
}
