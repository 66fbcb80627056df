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

/** The interfaces to the outside world. */
export interface Providers {
  /** E-mail; null when no SMTP server is configured. */
  mail: Mailer | null
  /** Text messages; null when no webhook is configured. */
  sms: Mailer | null
  /** The built-in default: messages become files in the outbox and lines in the log. */
  outbox: Mailer
  /** The institution's single sign-on, in the order of the log-in page's buttons. */
  sso: SingleSignOn[]
  /** Creates language models from their endpoints; the settings and the operator's page list them. */
  models: ModelFactory
  files: FileStore
  /** The counters of rate limits. */
  counters: Counters
  /** Public search services for papers. */
  engines: OutsideEngines
  /** Fetches open-access files of papers; null when external services are disabled. */
  openAccess: SafeFetch | null
  uploads: PartStore
  /** Parses files into documents. */
  parsing: ParserPool
  /** Extracts the structure of PDFs, in addition to our own parser; null when none is configured. */
  structure: StructureEngine | null
  /** Connections to tool servers. */
  mcp: McpConnector
}
