import * as client from 'openid-client'
import { createCache } from '../foundation/cache.ts'
import type { SingleSignOn, SsoPerson, SsoState } from './sso.ts'

interface OidcOptions {
  issuer: string
  client_id: string
  secret: string | undefined
  name: string
}

/** How long the login service may take to answer, seconds. */
const TIMEOUT_S = 10

/** Creates the sign-on by OpenID Connect: authorization code with PKCE, state and nonce; the id token is verified. */
export function createOidcSignOn({ issuer, client_id, secret, name }: OidcOptions): SingleSignOn {
  const discovered = createCache<object, client.Configuration>(Number.POSITIVE_INFINITY)

  /**
   * Returns what was discovered, once; a failed discovery is not cached. The cache holds one value, which never expires,
   * so any owner and any time serve.
   */
  const configuration = (): Promise<client.Configuration> =>
    discovered.get(discovered, new Date(0), () => discover(issuer, client_id, secret))

  return {
    id: 'oidc',
    name,
    async start(callback, { state, nonce, code_verifier }) {
      const code_challenge = await client.calculatePKCECodeChallenge(code_verifier)
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge,
        code_challenge_method: 'S256',
      })
    },
    async finish(returned, callback, { state, nonce, code_verifier }: SsoState) {
      const address = new URL(callback)
      address.search = returned.search
      const config = await configuration()
      const tokens = await client.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: code_verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no id token')
      return toPerson({ ...claims, ...(await fetchProfile(config, tokens.access_token, claims.sub)) })
    },
    async logoutUrl(back) {
      const config = await configuration()
      if (!config.serverMetadata().end_session_endpoint) return null
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: back })
    },
  }
}

/** Reads the provider's own description (`.well-known/openid-configuration`). */
function discover(
  issuer: string,
  client_id: string,
  secret: string | undefined,
): Promise<client.Configuration> {
  const isPlain = new URL(issuer).protocol === 'http:'
  // config.ts permits plain http only for a provider on this machine.
  const execute = isPlain ? [client.allowInsecureRequests] : []
  return client.discovery(new URL(issuer), client_id, secret, undefined, { execute, timeout: TIMEOUT_S })
}

/**
 * Fetches the profile; many providers omit name and e-mail from the id token and return them at the userinfo endpoint.
 */
async function fetchProfile(config: client.Configuration, access_token: string, sub: string) {
  if (!config.serverMetadata().userinfo_endpoint) return {}
  return client.fetchUserInfo(config, access_token, sub)
}

/** Converts the claims about a person; those that the provider does not state are null. */
function toPerson(claims: client.UserInfoResponse): SsoPerson {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    subject: claims.sub,
    account: text(claims.preferred_username),
    nick_name: text(claims.name) ?? text(claims.nickname),
    // An address that the institution has not verified may belong to anybody, who would gain access to this account.
    email: claims.email_verified === true ? text(claims.email) : null,
  }
}
