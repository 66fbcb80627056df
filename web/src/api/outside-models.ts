import { api, type OutputOf } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { useUser } from './session.state.ts'
import { readOptions, useRead } from './use-read.ts'

/** A model as an application offers it. */
export type Model = OutputOf<typeof api.chat.models>[number]

/** The id of the choice to be answered without a model. */
export const EXTRACTIVE = 'extractive'

/** The application whose models also translate. */
const TRANSLATION_APPLICATION = 'translation'

/** Tells whether a model can translate; `undefined` while that is not known. */
export function useTranslator(enabled = true): boolean | undefined {
  const isKnown = useUser() !== undefined
  const models = useRead(
    api.chat.models,
    { application_id: TRANSLATION_APPLICATION },
    { enabled: enabled && isKnown },
  )
  return models.data?.some(({ available, id }) => available && id !== EXTRACTIVE)
}

/** Where the account holds the hosts that a person has agreed to send text to: once for each. */
const SETTING = { key: 'outside-models', type: 'chat' }

/** The model that answers: the one chosen, else the application's own. */
export const selectedModel = (models: readonly Model[], id: string): Model | undefined =>
  models.find((one) => (id ? one.id === id : one.default))

/** What answers without a word leaving this installation: a model inside, else quotes; nothing where neither can. */
export const localModel = (models: readonly Model[]): Model | undefined =>
  models.find(({ available, external }) => available && !external)

/** The notice that has to be read before a question goes out. */
export interface OutsideModelNotice {
  model: Model
  /** Whom the text goes to that the person has not agreed to yet. */
  hosts: string[]
  /** What answers without any of them. */
  local: Model | undefined
}

/** Hosts of models that only help to find evidence, and that this page's reader does without. */
const DECLINED_HOSTS_KEY = ['outside-models', 'declined']

/**
 * What a person has to be told before the next question of an application goes out; nothing where the text stays here,
 * or where they have agreed. What the account holds cannot be read: they are asked again.
 *
 * @throws ReadError where it is not known which model would answer.
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
  const finders = model.search_hosts.filter((host) => !declined.includes(host))
  const wanted = [...(model.external ? [model.host ?? model.name] : []), ...finders]
  if (wanted.length === 0) return undefined
  const agreed = hostsOf(await cache.fetchQuery(readOptions(api.user.setting, SETTING)).catch(() => null))
  const hosts = [...new Set(wanted)].filter((host) => !agreed.includes(host))
  return hosts.length === 0 ? undefined : { model, hosts, local: model.external ? localModel(models) : model }
}

/** Remembers, until the page is left, that evidence is found without the models of these hosts. */
export const declineHosts = (cache: QueryClient, hosts: string[]): void =>
  void cache.setQueryData(DECLINED_HOSTS_KEY, [...hostsOf(cache.getQueryData(DECLINED_HOSTS_KEY)), ...hosts])

/** Keeps in the account that text may go to some hosts. Resolves to whether it was agreed. */
export async function agreeToHosts(cache: QueryClient, hosts: string[]): Promise<boolean> {
  const options = readOptions(api.user.setting, SETTING)
  const before = await cache.fetchQuery(options).catch(() => null)
  const value = [...new Set([...hostsOf(before), ...hosts])]
  const answer = await call(api.user.saveSetting, { ...SETTING, value })
  if (answer.success) cache.setQueryData(options.queryKey, value)
  return answer.success
}

const hostsOf = (agreed: unknown): string[] =>
  Array.isArray(agreed) ? agreed.filter((each): each is string => typeof each === 'string') : []
