import type { Readable } from 'node:stream'
import type { Endpoint, Endpoints, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { z } from 'zod'
import type { Context, PublicContext } from '../context/context.ts'
import type { Form } from '../foundation/form.ts'
import type { FileReply, SerializedPage, StreamReply } from '../foundation/replies.ts'

/** A call that needs a session has a context with the person. */
type ContextFor<E extends Endpoint> = E['access'] extends 'public' ? PublicContext : Context

/** What the service of a call returns, by the kind of its reply. */
type ReplyOf<E extends Endpoint> = E extends { reply: 'stream' }
  ? StreamReply<OutputOf<E>>
  : E extends { reply: 'file' }
    ? FileReply
    : E extends { reply: 'json-or-file' }
      ? FileReply | z.input<E['output']>
      : z.input<E['output']> | SerializedForm<z.input<E['output']>>

type SerializedForm<Output> = Output extends { list: unknown[] } ? SerializedPage<Output> : never

/** The service of an upload or a form also receives its body, which arrives while the service reads. */
type BodyOf<E extends Endpoint> = E extends { upload: true }
  ? [body: Readable]
  : E extends { form: object }
    ? [form: Form]
    : []

/** A service for each call of a group, under the name that the call has in the contract. */
type Services<Group extends Endpoints> = {
  [Name in keyof Group]: (
    ctx: ContextFor<Group[Name]>,
    input: ParsedInputOf<Group[Name]>,
    ...body: BodyOf<Group[Name]>
  ) => Promise<ReplyOf<Group[Name]>>
}

/** An endpoint of the contract with the service that implements it. */
export interface Route {
  endpoint: Endpoint
  run: (ctx: PublicContext, input: object, body?: Readable | Form) => Promise<unknown>
}

/** Pairs each endpoint of a group with the service that implements it. A missing service is a type error. */
export function implement<Group extends Endpoints>(group: Group, services: Services<Group>): Route[] {
  return Object.entries(group).map(([name, endpoint]) => ({
    endpoint,
    // The mapped type above has checked this pair; `Route` does not record which one it is.
    run: services[name] as unknown as Route['run'],
  }))
}
