import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import { assemble } from '../assemble.ts'
import { answerRunsOf } from '../chat/chats/answer-run.ts'
import { createPassageIndex } from '../knowledge/passages/index.ts'
import type { BaseContext } from '../platform/context/context.ts'
import { createIdFactory } from '../platform/foundation/ids.ts'
import { createLibraryIndex } from '../search/engine/index.ts'
import { STEP_TIMEOUT_MS } from './timeouts.ts'

type IndexFollowing = Parameters<typeof createLibraryIndex>[0] & Parameters<typeof createPassageIndex>[0]

const SHARED_POLL_MS = 100
let createdIndexes = 0

/** Indexes that two servers share: in an OpenSearch, fed by one of them. */
export function sharedIndexes(following: IndexFollowing): IndexFollowing & { place: object } {
  createdIndexes += 1
  const place = {
    ...{ urls: [inject('opensearch')], prefix: `twin${process.pid}_${createdIndexes}` },
    ...{ shards: 1, replicas: 0 },
  }
  return { ...following, poll_ms: SHARED_POLL_MS, place }
}

/** What tests have made goes: a node holds only so many indexes. */
async function dropIndexes({ place }: IndexFollowing): Promise<void> {
  if (place) await fetch(`${place.urls[0]}/${place.prefix}-*`, { method: 'DELETE' })
}

type InjectRequest = (asked: InjectOptions) => Promise<LightMyRequestResponse>

/** As a person does who is told to try again: an OpenSearch on a busy machine may say nothing for a second. */
async function retryUntilSearchable(
  door: InjectRequest,
  asked: InjectOptions,
): Promise<LightMyRequestResponse> {
  const began = performance.now()
  for (;;) {
    const response = await door(asked)
    const isSilent = response.statusCode === 503 && response.json().data?.problem === 'search.unavailable'
    if (!isSilent || performance.now() - began > STEP_TIMEOUT_MS) return response
    console.info(`OpenSearch was silent, asked again: ${asked.method} ${asked.url}`)
    await pause(500)
  }
}

interface FirstServer {
  app: FastifyInstance
  base: BaseContext
  kind: 'sqlite' | 'postgres'
  following: IndexFollowing
}

/**
 * A second server over the database and the index of the first: every other request of a test is answered by it, as
 * behind a balancer. Answers the function that ends it.
 */
export async function addTwin({ app, base, kind, following }: FirstServer): Promise<() => Promise<void>> {
  const library = createLibraryIndex(following)
  const passages = createPassageIndex(following)
  // What a test sets, it sets for both, as an operator does.
  const config = new Proxy(base.config, {})
  const own = { ...base, config, library, passages, newId: createIdFactory(base.now) }
  const twin = await assemble({ base: own, kind, pages: [] })
  // What a test has an answer say, it says through either.
  Object.defineProperty(answerRunsOf(own), 'answerer', { get: () => answerRunsOf(base).answerer })
  const first: InjectRequest = app.inject.bind(app)
  const second: InjectRequest = twin.app.inject.bind(twin.app)
  let turn = 0
  const next: InjectRequest = (asked) => {
    turn += 1
    return retryUntilSearchable(turn % 2 === 0 ? first : second, asked)
  }
  app.inject = next as typeof app.inject
  return async () => {
    await twin.app.close()
    await twin.runner.stop(1_000)
    await passages.close()
    await library.close()
    await dropIndexes(following)
  }
}
