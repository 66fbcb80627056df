declare global {
  /** Replies to the requests that `app/early.ts` sends before the program is loaded, by address. */
  var earlyReplies: Record<string, Promise<Response>> | undefined
}

/** Returns the reply to a request that was sent early, once; undefined when there is none. */
export function takeEarlyReply(url: string): Promise<Response> | undefined {
  const reply = globalThis.earlyReplies?.[url]
  if (reply) delete globalThis.earlyReplies?.[url]
  return reply
}
