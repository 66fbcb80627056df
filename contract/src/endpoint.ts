import type { z } from 'zod'

/** What an access token may be for: the product's MCP server, or the calls that check manuscripts. */
export const tokenScopes = ['mcp', 'manuscript_check'] as const
/** What an access token may be for. */
export type TokenScope = (typeof tokenScopes)[number]

/**
 * An HTTP call: its wire shape and the access it requires.
 *
 * The server, the client, the tests and the OpenAPI page all read this object, so that nothing about a call is written
 * twice.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path as the specification spells it; `{name}` marks a path parameter. */
  path: `/api/${string}`
  access: 'public' | 'user' | 'operator'
  /** The scope of the access tokens that open this call too; without it only a session does. */
  token_scope?: TokenScope
  /** One line in English for the API page. */
  summary: string
  /**
   * Path, query and body as one flat object; a path parameter takes precedence over a query parameter, and that over
   * the body.
   */
  input: z.ZodType<object, object>
  /** The envelope's `data`; the shape of one event for a stream, `z.null()` for a file. */
  output: z.ZodType
  /** How the response is sent; a JSON envelope when absent. With `json-or-file` the input decides. */
  reply?: 'json' | 'stream' | 'file' | 'json-or-file'
  /** The body is the bytes of a file (`application/octet-stream`), which the service reads as a stream. */
  upload?: true
  /**
   * The body is a form (`multipart/form-data`) with at most `files` files, which the service reads as streams. `fields`
   * are the input fields that may be sent in the form instead of the query, each as often as there may be files.
   */
  form?: { files: number; fields?: readonly string[] }
  /** The envelope's code on success where it is not 200 (log-out responds with 1009). */
  success_code?: number
  /** A GET that changes something: it requires `X-Login-Type` and is never cached. */
  writes?: true
  /** Accepts `Idempotency-Key`: a repeated request returns the first result for 24 hours. */
  creates?: true
  /** Uses much of the machine: the number of such calls that one account runs at once is limited. */
  expensive?: true
  /**
   * The only screen that makes this call; where its menu entry is stopped, the call is refused too. Absent for calls
   * that several screens make.
   */
  menu?: string
  /** Largest body in bytes; 1 MB when absent. */
  body_limit?: number
  /** The call is not in the specification's list. */
  extra?: true
}

/** A group of endpoints by name, one group per product area. */
export type Endpoints = Record<string, Endpoint>

/** The input that a caller passes, before defaults are filled in. */
export type InputOf<E extends Endpoint> = z.input<E['input']>

/** The input that a service receives, after defaults and coercion. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>

/** The data that a caller receives; for a stream, one event. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>
