import type { z } from 'zod'

/**
 * One HTTP call: its wire shape and who may make it.
 *
 * The server, the client, the tests and the OpenAPI page all read this object; nothing about a call
 * is written down twice.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the specification spells it; `{name}` marks a path parameter. */
  path: `/api/${string}`
  access: 'public' | 'user' | 'operator'
  /** One line for the API page, in English. */
  summary: string
  /** Path, query and body as one flat object: path over query over body. */
  input: z.ZodType<object, object>
  /** The envelope's `data`; for streams the shape of one event, for files `z.null()`. */
  output: z.ZodType
  /** How the answer travels. Left out: a JSON envelope. `json-or-file`: the input decides. */
  reply?: 'json' | 'stream' | 'file' | 'json-or-file'
  /** The body is the bytes of a file (`application/octet-stream`), which the service reads as a stream. */
  upload?: true
  /**
   * The body is a form with so many files at most (`multipart/form-data`); the service reads them as streams. `fields`
   * are those of the input that may stand in the form instead of the query, as often as there may be files.
   */
  form?: { files: number; fields?: readonly string[] }
  /** The envelope's code on success where it is not 200 (log-out answers 1009). */
  success_code?: number
  /** A GET that changes something: needs `X-Login-Type`, is never cached. */
  writes?: true
  /** Accepts `Idempotency-Key`: the first result is answered again for 24 hours. */
  creates?: true
  /** Takes much of the machine: one account has a few of them under way at once. */
  expensive?: true
  /** The one screen that makes this call; where its menu is stopped, the call is refused too. Calls of several screens have none. */
  menu?: string
  /** Largest body in bytes. Left out: 1 MB. */
  body_limit?: number
  /** Not in the specification's list. */
  extra?: true
}

/** A named group of endpoints, one per product area. */
export type Endpoints = Record<string, Endpoint>

/** What a caller passes, before defaults are filled in. */
export type InputOf<E extends Endpoint> = z.input<E['input']>

/** What a service receives, after defaults and coercion. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>

/** What a caller gets back; for a stream, one event. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>
