import { XMLParser } from 'fast-xml-parser'
import type { SingleSignOn, SsoPerson } from './sso.ts'

interface Options {
  url: string
  name: string
}

const TIMEOUT_MS = 10_000
const LONGEST_ANSWER = 100_000

// Entities stay as they are written: nothing in the answer can name a file or grow.
const parser = new XMLParser({ removeNSPrefix: true, processEntities: false, parseTagValue: false })

/** CAS protocol 3.0: a ticket, checked by the server at `/p3/serviceValidate`. */
export function casSignOn({ url, name }: Options): SingleSignOn {
  const service = (callback: string, state: string) => `${callback}?state=${encodeURIComponent(state)}`
  return {
    id: 'cas',
    name,
    start: async (callback, { state }) => {
      const login = new URL(`${url}/login`)
      login.searchParams.set('service', service(callback, state))
      return login
    },
    async finish(returned, callback, { state }) {
      if (returned.searchParams.get('state') !== state)
        throw new Error('the state does not belong to this browser')
      const validate = new URL(`${url}/p3/serviceValidate`)
      validate.searchParams.set('service', service(callback, state))
      validate.searchParams.set('ticket', returned.searchParams.get('ticket') ?? '')
      const response = await fetch(validate, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
      if (!response.ok) throw new Error(`the CAS server answered ${response.status}`)
      return readAnswer((await response.text()).slice(0, LONGEST_ANSWER))
    },
    logoutUrl: async (back) => {
      const logout = new URL(`${url}/logout`)
      logout.searchParams.set('service', back)
      return logout
    },
  }
}

/** The person in `<cas:authenticationSuccess>`. @throws with the server's code where there is none. */
function readAnswer(xml: string): SsoPerson {
  const answer = parser.parse(xml)?.serviceResponse
  const success = answer?.authenticationSuccess
  const user = text(success?.user)
  if (user === null)
    throw new Error(`the CAS server refused the ticket: ${JSON.stringify(answer ?? null).slice(0, 200)}`)
  const attributes = success.attributes ?? {}
  return {
    subject: user,
    account: user,
    nick_name: text(attributes.displayName) ?? text(attributes.cn) ?? text(attributes.name),
    email: text(attributes.mail) ?? text(attributes.email),
  }
}

/** The first of one or several values. */
function text(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : null
}
