import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../testing/password.ts'
import { comeBackTo, LOCAL_HEADERS, leaveBy, scriptedSignOn, signOnBy } from '../../testing/sso-browser.ts'
import { type Caller, testApp } from '../../testing/test-app.ts'

type Provider = 'oidc' | 'cas'

/** An installation with sign-ons, and the person whom its institution names next. */
async function institution(...providers: Provider[]) {
  const named = { subject: 's-1', before: async () => {} }
  const finish = async () => {
    await named.before()
    return { subject: named.subject, account: null, nick_name: '沈括', email: null }
  }
  const sso = providers.map((id) => scriptedSignOn(finish, id))
  const app = await testApp({ providers: () => ({ sso }) })

  /** Asks for a link; answers the address that opens it. */
  const ask = async (browser: Caller, provider: Provider = 'oidc') =>
    (await browser.call(api.user.linkSignOn, { provider, password: PASSWORD })).location
  /** Opens it; answers the state's cookie. */
  const open = async (browser: Pick<Caller, 'cookie'>, address: string) =>
    leaveBy(app, address, browser.cookie())
  /** Both: answers the state's cookie. */
  const begin = async (browser: Caller, provider?: Provider) =>
    (await open(browser, await ask(browser, provider))).cookie
  /** Comes back with these cookies; answers where the browser ends, which may be by way of the log-in page. */
  const end = async (provider: Provider, ...cookies: string[]) => {
    const { location } = await comeBackTo(app, provider, cookies)
    return follow(String(location), cookies.join('; '))
  }
  const follow = async (location: string, cookie: string) => {
    if (!location.startsWith('/login')) return location
    const { headers } = await app.app.inject({ url: location, headers: { ...LOCAL_HEADERS, cookie } })
    return headers.location ?? location
  }
  const link = async (browser: Caller, provider: Provider = 'oidc') =>
    end(provider, await begin(browser, provider), browser.cookie())
  const linked = async (browser: Caller) =>
    (await browser.call(api.user.signOns, {}))
      .filter(({ linked_at }) => linked_at)
      .map((each) => each.provider)
  return { app, named, sso, ask, open, begin, end, follow, link, linked }
}

const settings = (result: string) => `/#/home?panel=settings&tab=security&sign_on=${result}`

test('a person links the sign-on to their account, logs in by it, and takes it away again', async () => {
  const { app, link } = await institution('oidc')
  const ada = await app.signUp('Ada')
  const one = { provider: 'oidc', name: '统一身份认证' }
  expect(await ada.call(api.user.signOns, {})).toEqual([{ ...one, linked_at: null }])

  expect(await link(ada)).toBe(settings('done'))
  expect(await ada.call(api.user.signOns, {})).toEqual([{ ...one, linked_at: expect.any(String) }])
  const entered = await signOnBy(app)
  expect((await entered.browser.call(api.user.current, {})).id).toBe(ada.id)
  const input = { provider: 'oidc', password: PASSWORD } as const
  expect(await ada.refusal(api.user.linkSignOn, input)).toMatchObject({
    problem: 'sign_on.linked',
    message: expect.stringContaining('统一身份认证'),
  })
  await ada.call(api.user.unlinkSignOn, input)
  expect((await ada.refusal(api.user.unlinkSignOn, input)).problem).toBe('sign_on.not_found')
  expect((await (await signOnBy(app)).browser.call(api.user.current, {})).id).not.toBe(ada.id)
})

test('attack 79: linking and unlinking want the password', async () => {
  const { app, link, linked } = await institution('oidc')
  const ada = await app.signUp('Ada')
  const wrong = { status: 400, problem: 'account.wrong_password' }
  for (const more of [{}, { password: 'not this one' }])
    expect(await ada.refusal(api.user.linkSignOn, { provider: 'oidc', ...more })).toMatchObject(wrong)
  await link(ada)
  for (const more of [{}, { password: 'not this one' }])
    expect(await ada.refusal(api.user.unlinkSignOn, { provider: 'oidc', ...more })).toMatchObject(wrong)
  expect(await linked(ada)).toEqual(['oidc'])
})

test('attack 79: a link that somebody else asked for opens nothing and links nothing', async () => {
  const { app, ask, open, begin, end, follow, linked } = await institution('oidc')
  const ada = await app.signUp('Ada')
  const mallory = await app.signUp('Mallory')
  const lure = await open(ada, await ask(mallory))
  expect(lure.cookie).toBe('')
  expect(await follow(lure.url, ada.cookie())).toBe(settings('session'))
  expect((await open({ cookie: () => '' }, await ask(mallory))).url).toMatch(/^\/login\?error=sso&/)

  // The state of one browser in another, be its person Ada or nobody.
  for (const session of [ada.cookie(), '']) {
    expect(await end('oidc', await begin(mallory), session)).toContain(
      session ? settings('session') : '/login?error=sso',
    )
  }
  expect([await linked(ada), await linked(mallory)]).toEqual([[], []])
  expect(await app.base.db.selectFrom('users').select('id').execute()).toHaveLength(2)
})

test('attack 79: a link whose session ends while the institution is asked links nothing', async () => {
  const { app, named, link } = await institution('oidc')
  const ada = await app.signUp('Ada')
  named.before = async () => void (await app.base.db.deleteFrom('sessions').execute())

  expect(await link(ada)).toBe(settings('session'))
  expect(await app.base.db.selectFrom('sso_identities').selectAll().execute()).toEqual([])
})

test('attack 79: a link opens once and in time, its way back too, and neither passes for the other', async () => {
  const { app, ask, open, begin, end, follow, linked } = await institution('oidc', 'cas')
  const ada = await app.signUp('Ada')
  const refused = async (address: string) => follow((await open(ada, address)).url, ada.cookie())
  const address = await ask(ada)
  const { cookie } = await open(ada, address)
  const failed = settings('failed')
  expect(await refused(address)).toBe(failed)
  expect(await refused(`/sso/oidc/start?link=${cookie.replace('sso_state=', '')}`)).toBe(failed)
  expect(await refused((await ask(ada)).replace('oidc', 'cas'))).toBe(failed)
  const other = new URL(await ask(ada), 'http://localhost').searchParams.get('link')
  expect(await end('oidc', `sso_state=${other}`, ada.cookie())).toBe('/#/home')

  const late = await ask(ada)
  const lateState = await begin(ada)
  app.pass(11 * 60_000)
  expect(await refused(late)).toBe(failed)
  expect(await end('oidc', lateState, ada.cookie())).toBe(failed)
  // The browser forgets the cookie of a state as early.
  expect(await end('oidc', ada.cookie())).toBe(failed)
  expect(await linked(ada)).toEqual([])

  const timely = await begin(ada)
  expect(await end('oidc', timely, ada.cookie())).toBe(settings('done'))
  expect(await end('oidc', timely, ada.cookie())).toBe('/#/home')
})

test('a person who cancels at the institution reads so in the settings', async () => {
  const { app, named, link, linked } = await institution('oidc')
  const ada = await app.signUp('Ada')
  named.before = () => Promise.reject(new Error('access_denied'))

  expect(await link(ada)).toBe(settings('failed'))
  expect(await linked(ada)).toEqual([])
})

test('attack 79: an identity of another account stays there, and an account has one of each provider', async () => {
  const { app, named, begin, link, linked, end } = await institution('oidc')
  const owner = (await signOnBy(app)).browser
  const ada = await app.signUp('Ada')
  expect(await link(ada)).toBe(settings('taken'))
  expect([await linked(owner), await linked(ada)]).toEqual([['oidc'], []])

  const [first, second, third] = [await begin(ada), await begin(ada), await begin(ada)]
  named.subject = 's-2'
  expect(await end('oidc', first, ada.cookie())).toBe(settings('done'))
  expect(await end('oidc', second, ada.cookie())).toBe(settings('done'))
  named.subject = 's-3'
  expect(await end('oidc', third, ada.cookie())).toBe(settings('other'))
})

test('attack 79: of ten accounts that link one identity at once, one has it', async () => {
  const { app, begin, end } = await institution('oidc')
  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => app.signUp(`Ada${index}`)))
  const begun: string[][] = []
  for (const person of people) begun.push([await begin(person), person.cookie()])
  const ends = await Promise.all(begun.map((cookies) => end('oidc', ...cookies)))

  expect(ends.toSorted()).toEqual([settings('done'), ...Array(9).fill(settings('taken'))])
  expect(await app.base.db.selectFrom('sso_identities').selectAll().execute()).toHaveLength(1)
})

test('attack 79: of ten identities that are linked to one account at once, it has one', async () => {
  const { app, named, begin, end } = await institution('oidc')
  const ada = await app.signUp('Ada')
  const begun: string[] = []
  for (let each = 0; each < 10; each += 1) begun.push(await begin(ada))
  let next = 0
  named.before = async () => {
    next += 1
    named.subject = `s-${next}`
  }
  const ends = await Promise.all(begun.map((cookie) => end('oidc', cookie, ada.cookie())))

  expect(ends.filter((each) => each === settings('done'))).toHaveLength(1)
  expect(ends.filter((each) => each === settings('other'))).toHaveLength(9)
  expect(await app.base.db.selectFrom('sso_identities').selectAll().execute()).toHaveLength(1)
})

test('attack 79: the last way to log in is never taken away', async () => {
  const { app, sso, link, linked } = await institution('oidc', 'cas')
  const { browser } = await signOnBy(app)
  const take = (provider: Provider) => browser.refusal(api.user.unlinkSignOn, { provider })
  expect(await take('oidc')).toMatchObject({
    problem: 'sign_on.last',
    message: expect.stringContaining('设置密码'),
  })
  app.pass(10 * 60_000)
  expect(await take('oidc')).toMatchObject({ problem: 'account.sign_on_again' })

  const again = (await signOnBy(app)).browser
  const { location } = await again.call(api.user.linkSignOn, { provider: 'cas' })
  expect(location).toMatch(/^\/sso\/cas\/start\?link=[\w-]{43}$/)
  await app.base.db
    .insertInto('sso_identities')
    .values({
      provider: 'cas',
      subject: 's-1',
      user_id: (await again.call(api.user.current, {})).id,
      created_at: app.base.now().toISOString(),
    })
    .execute()
  const [kept] = sso
  // What the installation no longer offers logs nobody in.
  app.base.providers.sso = kept ? [kept] : []
  expect(await again.refusal(api.user.unlinkSignOn, { provider: 'oidc' })).toMatchObject({
    problem: 'sign_on.last',
  })
  expect(await again.call(api.user.signOns, {})).toMatchObject([{ name: '统一身份认证' }, { name: 'CAS' }])
  app.base.providers.sso = sso
  const both = await Promise.all(
    (['oidc', 'cas'] as const).map((provider) => again.send(api.user.unlinkSignOn, { provider })),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(await linked(again)).toHaveLength(1)

  await again.call(api.user.changePassword, { password: PASSWORD })
  const [last = 'oidc'] = await linked(again)
  await again.call(api.user.unlinkSignOn, { provider: last, password: PASSWORD })
  expect(await linked(again)).toEqual([])
  expect(await link(again, last)).toBe(settings('done'))
})
