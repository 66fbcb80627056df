import { api, type OutputOf } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { useUser } from './session.state.ts'
import { readOptions, useRead } from './use-read.ts'

/** A model offered by an application. */
export type Model = OutputOf<typeof api.chat.models>[number]

/** The model id of answers without a language model. */
export const EXTRACTIVE = 'extractive'

/** The application whose models also translate. */
const TRANSLATION_APPLICATION = 'translation'

/** Whether a model for translation is available; `undefined` while that is unknown. */
export function useTranslator(enabled = true): boolean | undefined {
  const isKnown = useUser() !== undefined
  const models = useRead(
    api.chat.models,
    { application_id: TRANSLATION_APPLICATION },
    { enabled: enabled && isKnown },
  )
  return models.data?.some(({ available, id }) => available && id !== EXTRACTIVE)
}

/** The account setting that holds the hosts the user has agreed to send text to, once each. */
const SETTING = { key: 'outside-models', type: 'chat' }

/** Returns the model with the chosen id, or the application's default model when the id is `''`. */
export const selectedModel = (models: readonly Model[], id: string): Model | undefined =>
  models.find((model) => (id ? model.id === id : model.default))

/**
 * Returns an available model that sends no text out of this installation: an internal model, or quoting passages.
 * Returns undefined when there is none.
 */
export const localModel = (models: readonly Model[]): Model | undefined =>
  models.find(({ available, external }) => available && !external)

/** The consent notice the user has to read before a question is sent to an outside model. */
export interface OutsideModelNotice {
  model: Model
  /** The recipients that the user has not agreed to yet. */
  hosts: string[]
  /** The model that can answer without any of these hosts. */
  local: Model | undefined
}

/**
 * Query key of the hosts that the user declined on this page; their models only help to find evidence, which works
 * without them.
 */
const DECLINED_HOSTS_KEY = ['outside-models', 'declined']

/**
 * Returns the notice to show before the next question of an application is sent, or undefined when the text stays in
 * this installation or the user has already agreed. When the account's setting cannot be read, the user is asked again.
 *
 * @param chosen the id of the chosen model, or `''` for the application's default
 * @throws ReadError when it is unknown which model would answer.
 */
export async function findOutsideNotice(
  cache: QueryClient,
  application_id: string,
  chosen: string,
): Promise<OutsideModelNotice | undefined> {
  const models = await cache.fetchQuery(readOptions(api.chat.models, { application_id }))
  const model = selectedModel(models, chosen)
  if (!model) return undefined
  const declined = hostsOf(cache.getQueryData(DECLINED_HOSTS_KEY))
  const searchHosts = model.search_hosts.filter((host) => !declined.includes(host))
  const recipients = [...(model.external ? [model.host ?? model.name] : []), ...searchHosts]
  if (recipients.length === 0) return undefined
  const agreed = hostsOf(await cache.fetchQuery(readOptions(api.user.setting, SETTING)).catch(() => null))
  const hosts = [...new Set(recipients)].filter((host) => !agreed.includes(host))
  return hosts.length === 0 ? undefined : { model, hosts, local: model.external ? localModel(models) : model }
}

/** Records, until the page is unloaded, that evidence is retrieved without the models of these hosts. */
export const declineHosts = (cache: QueryClient, hosts: string[]): void =>
  void cache.setQueryData(DECLINED_HOSTS_KEY, [...hostsOf(cache.getQueryData(DECLINED_HOSTS_KEY)), ...hosts])

/** Stores in the account that text may be sent to the hosts. Resolves to whether it was stored. */
export async function agreeToHosts(cache: QueryClient, hosts: string[]): Promise<boolean> {
  const options = readOptions(api.user.setting, SETTING)
  const before = await cache.fetchQuery(options).catch(() => null)
  const value = [...new Set([...hostsOf(before), ...hosts])]
  const answer = await call(api.user.saveSetting, { ...SETTING, value })
  if (answer.success) cache.setQueryData(options.queryKey, value)
  return answer.success
}

/** Returns the hosts of a stored list, which may be missing or damaged. */
const hostsOf = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((host): host is string => typeof host === 'string') : []
