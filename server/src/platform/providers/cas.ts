import { XMLParser } from 'fast-xml-parser'
import type { SingleSignOn, SsoPerson } from './sso.ts'

interface CasOptions {
  url: string
  name: string
}

/** How long the login service may take to answer, ms. */
const TIMEOUT_MS = 10_000
/** Many times the length of any legitimate response. */
const MAX_RESPONSE_CHARS = 100_000

// Entities are not expanded: nothing in the response can name a file or grow. `decodeEntities` handles the five of XML.
const XML_PARSER = new XMLParser({ removeNSPrefix: true, processEntities: false, parseTagValue: false })

/** Creates the sign-on by CAS protocol 3.0: a ticket that the server validates at `/p3/serviceValidate`. */
export function createCasSignOn({ url, name }: CasOptions): SingleSignOn {
  /** Returns the address that the CAS server redirects to; both requests have to name the same one. */
  const serviceUrl = (callback: string, state: string) => `${callback}?state=${encodeURIComponent(state)}`
  return {
    id: 'cas',
    name,
    start: async (callback, { state }) => {
      const login = new URL(`${url}/login`)
      login.searchParams.set('service', serviceUrl(callback, state))
      return login
    },
    async finish(returned, callback, { state }) {
      if (returned.searchParams.get('state') !== state)
        throw new Error('the state does not belong to this browser')
      const ticket = returned.searchParams.get('ticket')
      if (!ticket) throw new Error('the CAS server gave no ticket')
      const validate = new URL(`${url}/p3/serviceValidate`)
      validate.searchParams.set('service', serviceUrl(callback, state))
      validate.searchParams.set('ticket', ticket)
      const response = await fetch(validate, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
      if (!response.ok) throw new Error(`the CAS server answered ${response.status}`)
      return parseResponse(await readLimitedText(response))
    },
    logoutUrl: async (back) => {
      const logout = new URL(`${url}/logout`)
      logout.searchParams.set('service', back)
      return logout
    },
  }
}

/** Longest part of a refusal in the error's message. */
const MAX_DETAIL_CHARS = 200

/** Reads the body, aborting as soon as it is longer than any legitimate response. */
async function readLimitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > MAX_RESPONSE_CHARS) throw new Error('the CAS server answered too much')
  }
  return text
}

/**
 * Returns the person in `<cas:authenticationSuccess>`.
 *
 * @throws with the server's code when there is none.
 */
function parseResponse(xml: string): SsoPerson {
  if (/<!doctype/i.test(xml)) throw new Error('the CAS server answered with a document type')
  const response = XML_PARSER.parse(xml)?.serviceResponse
  const success = response?.authenticationSuccess
  const user = firstText(success?.user)
  if (user === null)
    throw new Error(
      `the CAS server refused the ticket: ${JSON.stringify(response ?? null).slice(0, MAX_DETAIL_CHARS)}`,
    )
  const attributes = success.attributes ?? {}
  return {
    subject: user,
    account: user,
    nick_name: firstText(attributes.displayName) ?? firstText(attributes.cn) ?? firstText(attributes.name),
    // CAS cannot mark an address as verified.
    email: null,
  }
}

/** Returns the first of one or several values, or null when it is empty. */
function firstText(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first.trim() !== '' ? decodeEntities(first.trim()) : null
}

const NAMED_ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** `&#27784;`, `&#x6c88;` or one of XML's five names. */
const XML_REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi

/** Decodes XML's own references; some servers write every Chinese character as `&#27784;`. */
function decodeEntities(value: string): string {
  return value.replace(XML_REFERENCE, (_, decimal?: string, hex?: string, name = '') =>
    name
      ? (NAMED_ENTITIES[name.toLowerCase()] ?? '')
      : String.fromCodePoint(decimal ? Number(decimal) : Number(`0x${hex}`)),
  )
}
