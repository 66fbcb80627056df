import { api, type OutputOf } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readOptions } from '../../api/read.ts'

/** A model as an application offers it. */
export type Model = OutputOf<typeof api.chat.models>[number]

/** The id of the choice to be answered without a model. */
export const EXTRACTIVE = 'extractive'

/** Where the account keeps the hosts that a person has agreed to send text to: once for each. */
const SETTING = { key: 'outside-models', type: 'chat' }

/** The model that answers: the one chosen, else the application's own. */
export const chosenOf = (models: readonly Model[], id: string): Model | undefined =>
  models.find((one) => (id ? one.id === id : one.default))

/** What answers without a word leaving this installation: a model inside, else quotes; nothing where neither can. */
export const localOf = (models: readonly Model[]): Model | undefined =>
  models.find(({ available, external }) => available && !external)

/** The notice that has to be read before a question goes out. */
export interface Outside {
  model: Model
  host: string
  local: Model | undefined
}

/**
 * What a person has to be told before the next question of an application goes out; nothing where the text stays here,
 * or where they have agreed. What the account keeps cannot be read: they are asked again.
 *
 * @throws ReadError where it is not known which model would answer.
 */
export async function toBeTold(
  cache: QueryClient,
  application_id: string,
  chosen: string,
): Promise<Outside | undefined> {
  const models = await cache.fetchQuery(readOptions(api.chat.models, { application_id }))
  const model = chosenOf(models, chosen)
  if (!model?.external) return undefined
  const host = model.host ?? model.name
  const kept = await cache.fetchQuery(readOptions(api.user.setting, SETTING)).catch(() => null)
  return hostsOf(kept).includes(host) ? undefined : { model, host, local: localOf(models) }
}

/** Keeps in the account that text may go to a host. Resolves to whether it was kept. */
export async function agreeTo(cache: QueryClient, host: string): Promise<boolean> {
  const { queryKey } = readOptions(api.user.setting, SETTING)
  const value = [...new Set([...hostsOf(cache.getQueryData(queryKey) ?? null), host])]
  const answer = await call(api.user.saveSetting, { ...SETTING, value })
  if (answer.success) cache.setQueryData(queryKey, value)
  return answer.success
}

const hostsOf = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string') : []
