import type { Counters } from './counters.ts'
import type { OutsideEngines } from './engines/port.ts'
import type { PartStore } from './files/part-port.ts'
import type { FileStore } from './files/port.ts'
import type { Mailer } from './mail.ts'
import type { McpConnector } from './mcp/port.ts'
import type { ModelFactory } from './models/model-factory.ts'
import type { ParserPool } from './parsing.ts'
import type { SafeFetch } from './safe-fetch/safe-fetch.ts'
import type { SingleSignOn } from './sso.ts'
import type { StructureEngine } from './structure/port.ts'

/** The outside world, one interface each. */
export interface Providers {
  /** E-mail; null where no SMTP server is set up. */
  mail: Mailer | null
  /** Text messages; null where no webhook is set up. */
  sms: Mailer | null
  /** The embedded default: messages become files in the outbox and lines in the log. */
  outbox: Mailer
  /** The institution's single sign-on, in the order of the log-in page's buttons. */
  sso: SingleSignOn[]
  /** Makes language models of their places; which there are is in settings and on the operator's page. */
  models: ModelFactory
  files: FileStore
  /** What rate limits count with. */
  counters: Counters
  /** Public search services for papers. */
  engines: OutsideEngines
  /** Fetches open-access files of papers; null where nothing outside is asked. */
  openAccess: SafeFetch | null
  uploads: PartStore
  /** How files become documents. */
  parsing: ParserPool
  /** Tells how PDFs are built, beside our own reading; null where none is set up. */
  structure: StructureEngine | null
  /** Servers of tools. */
  mcp: McpConnector
}
