import { isDeepStrictEqual } from 'node:util'
import { startScriptedModel } from '../scripted-model-server.ts'
import { refuse, type ScriptedReply, say } from '../scripted-replies.ts'
import { type Exchange, joinLines, type RequestBody, recordedRequest } from './scene-file.ts'

type Request = Omit<Exchange, 'reply'>

/** The exchanges of one scene while it is played. */
export interface Replay {
  /** Those that were asked for, in the order of their requests. */
  played: Exchange[]
  /** Those that were not asked for. */
  left: Exchange[]
  /** Requests that equal no recorded one, each with the recorded request of its kind, if one is left. */
  unexpected: { request: Request; recorded: Request | null }[]
  /** Rejects when a request has no reply that somebody has written. */
  missing: Promise<never>
}

/** Size of the pieces of a streamed reply, in UTF-16 units. */
const PIECE = /.{1,7}/gs

function toScriptedReply(reply: NonNullable<Exchange['reply']>): ScriptedReply {
  if (typeof reply === 'object' && 'status' in reply) return refuse(reply.status, { message: reply.message })
  const whole = typeof reply === 'object' && 'text' in reply ? reply : { text: reply, finish: 'stop' }
  return say(joinLines(whole.text).match(PIECE) ?? [], { finish: whole.finish })
}

/** Returns the kind of a request: its prompt, and whether it is a first or a second attempt. */
const kindOf = ({ messages: [system, ...others] }: Request): string =>
  `${String(system?.content).replace(/-\w+$/, '')} ${others.length}`

const findSame = (left: Exchange[], request: Request): Exchange | undefined =>
  left.find(({ reply: _, ...each }) => isDeepStrictEqual(each, request))

/** Returns the recorded exchange that a changed request takes the place of. */
function nearestExchange(left: Exchange[], request: Request): Exchange | undefined {
  const saysTheSame = ({ messages }: Exchange) =>
    isDeepStrictEqual(messages.slice(1), request.messages.slice(1))
  return left.find(saysTheSame) ?? left.find((each) => kindOf(each) === kindOf(request))
}

/**
 * Starts a model that replies as recorded. `play` sets the exchanges of the scene that begins; a request that was not
 * recorded is refused. While `records` is true such a request takes the reply of the recorded one of its kind, and
 * without any the scene ends.
 */
export async function startReplayModel(records: boolean) {
  const server = await startScriptedModel()
  let replyTo = (_request: Request): ScriptedReply => refuse(503)
  const script = ({ body }: { body: RequestBody }) => replyTo(recordedRequest(body))
  server.always(script)
  server.help((_task, request) => script(request))

  function play(exchanges: Exchange[]): Replay {
    const { promise: missing, reject } = Promise.withResolvers<never>()
    missing.catch(() => {})
    const replay: Replay = { played: [], left: [...exchanges], unexpected: [], missing }
    replyTo = (request) => {
      const same = findSame(replay.left, request)
      const exchange = same ?? nearestExchange(replay.left, request)
      if (!same && !records) return refuseUnexpected(replay, request, exchange)
      replay.left = replay.left.filter((each) => each !== exchange)
      const reply = exchange?.reply ?? null
      replay.played.push({ ...request, reply })
      if (reply !== null) return toScriptedReply(reply)
      reject(new Error(`nobody has written the reply to ${kindOf(request)} yet`))
      return { silent: true }
    }
    return replay
  }
  return { env: server.env, play, close: server.close }
}

function refuseUnexpected(replay: Replay, request: Request, nearest: Exchange | undefined): ScriptedReply {
  replay.unexpected.push({ request, recorded: nearest ? withoutReply(nearest) : null })
  return refuse(401)
}

const withoutReply = ({ reply: _, ...request }: Exchange): Request => request
